/** Collects everything that Stripe knows about an account. For tests only. */
import type Stripe from 'stripe';

import type { Context } from '#server/context.ts';

export type Facts = {
  account: string;
  /** Paid sessions and paid invoices. */
  payments: Payment[];
  /** Free orders. */
  free: { session: string; at: number }[];
  subscriptions: Stripe.Subscription[];
  /** Open invoices of renewals whose payment failed. */
  owed: { invoice: string; subscription: string; tries: number }[];
};

/** Amounts in minor units, times in seconds. */
export type Payment = {
  source: string;
  /** The id of its session or subscription. */
  purchase: string;
  renewal: boolean;
  currency: string;
  amount: bigint;
  at: number;
  given: bigint;
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
};

const MANY = { limit: 100 };

const idOf = (named: string | { id: string } | null | undefined): string =>
  (typeof named === 'string' ? named : named?.id) ?? '';

export async function factsOf(context: Context, account: string): Promise<Facts> {
  const stripe = context.sellerStripe(account);
  const sessions = (await stripe.sessions.list(MANY)).data.filter(({ status }) => status === 'complete');
  const invoices = (await stripe.invoices.list({ ...MANY, expand: ['data.payments'] })).data;
  const charges = (await stripe.charges.list(MANY)).data.filter(({ status }) => status === 'succeeded');
  const refunds = Map.groupBy((await stripe.refunds.list(MANY)).data, ({ charge }) => idOf(charge));
  const disputes = Map.groupBy((await stripe.disputes.list(MANY)).data, ({ charge }) => idOf(charge));
  const became = (intent: string) => {
    const charge = charges.find(({ payment_intent: paid }) => idOf(paid) === intent);
    if (!charge) throw new Error(`Nothing was charged for ${intent}`);
    const given = BigInt(charge.amount_refunded);
    return {
      charge,
      given,
      refunds: refunds.get(charge.id) ?? [],
      disputes: disputes.get(charge.id) ?? [],
    };
  };
  const once = sessions.filter(({ mode, amount_total: total }) => mode === 'payment' && total !== 0);
  const paid = invoices.filter(({ status, amount_paid: amount }) => status === 'paid' && amount > 0);
  return {
    account,
    payments: [
      ...once.map((session) => oncePaid(session, became(idOf(session.payment_intent)))),
      ...paid.map((invoice) =>
        invoicePaid(
          invoice,
          became(
            idOf(invoice.payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent),
          ),
        ),
      ),
    ],
    free: sessions.flatMap(({ id, amount_total: total, created }) =>
      total === 0 ? [{ session: id, at: created }] : [],
    ),
    subscriptions: (await stripe.subscriptions.list({ ...MANY, status: 'all' })).data,
    owed: invoices.flatMap(owedBy),
  };
}

type Became = { charge: Stripe.Charge } & Pick<Payment, 'given' | 'refunds' | 'disputes'>;

const oncePaid = (
  { id, currency, amount_total: total }: Stripe.Checkout.Session,
  { charge, ...became }: Became,
): Payment => ({
  source: id,
  purchase: id,
  renewal: false,
  currency: (currency ?? '').toUpperCase(),
  amount: BigInt(total ?? 0),
  at: charge.created,
  ...became,
});

const invoicePaid = (invoice: Stripe.Invoice, { charge: _, ...became }: Became): Payment => ({
  source: invoice.id,
  purchase: idOf(invoice.parent?.subscription_details?.subscription),
  renewal: invoice.billing_reason !== 'subscription_create',
  currency: invoice.currency.toUpperCase(),
  amount: BigInt(invoice.amount_paid),
  at: invoice.status_transitions.paid_at ?? 0,
  ...became,
});

function owedBy({ id, status, attempt_count: tries, billing_reason, parent }: Stripe.Invoice) {
  if (status !== 'open' || tries === 0 || billing_reason === 'subscription_create') return [];
  return [{ invoice: id, subscription: idOf(parent?.subscription_details?.subscription), tries }];
}
