/** Collects everything that Stripe knows about an account. For tests only. */
import type Stripe from 'stripe';

import type { Context } from '#server/core/context.ts';

import { isPaymentPlan } from './ledger-simulation.ts';

export type StripeFacts = {
  account: string;
  /** Paid sessions and paid invoices. */
  payments: Payment[];
  /** Free orders. */
  free: { session: string; at: number }[];
  subscriptions: Stripe.Subscription[];
  /** Open invoices of renewals whose payment failed. */
  openRenewals: { invoice: string; subscription: string; tries: number }[];
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
  refundedAmount: bigint;
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
};

const FULL_PAGE = { limit: 100 };

/** When the seller or the buyer ends a subscription. A payment plan ends by itself, which is no cancellation. */
export const getCancelAt = (subscription: Stripe.Subscription): number | null =>
  isPaymentPlan(subscription) ? null : subscription.cancel_at;

const idOf = (reference: string | { id: string } | null | undefined): string =>
  (typeof reference === 'string' ? reference : reference?.id) ?? '';

export async function collectFacts(context: Context, account: string): Promise<StripeFacts> {
  const stripe = context.sellerStripe(account);
  const sessions = (await stripe.sessions.list(FULL_PAGE)).data.filter(({ status }) => status === 'complete');
  const invoices = (await stripe.invoices.list({ ...FULL_PAGE, expand: ['data.payments'] })).data;
  const charges = (await stripe.charges.list(FULL_PAGE)).data.filter(({ status }) => status === 'succeeded');
  const refunds = Map.groupBy((await stripe.refunds.list(FULL_PAGE)).data, ({ charge }) => idOf(charge));
  const disputes = Map.groupBy((await stripe.disputes.list(FULL_PAGE)).data, ({ charge }) => idOf(charge));
  const chargeOutcome = (intent: string) => {
    const charge = charges.find(({ payment_intent: paymentIntent }) => idOf(paymentIntent) === intent);
    if (!charge) throw new Error(`Nothing was charged for ${intent}`);
    const refundedAmount = BigInt(charge.amount_refunded);
    return {
      charge,
      refundedAmount,
      refunds: refunds.get(charge.id) ?? [],
      disputes: disputes.get(charge.id) ?? [],
    };
  };
  const oneTimeSessions = sessions.filter(({ mode, amount_total: total }) => mode === 'payment' && total !== 0);
  const paidInvoices = invoices.filter(({ status, amount_paid: amount }) => status === 'paid' && amount > 0);
  return {
    account,
    payments: [
      ...oneTimeSessions.map((session) => sessionPayment(session, chargeOutcome(idOf(session.payment_intent)))),
      ...paidInvoices.map((invoice) =>
        invoicePayment(
          invoice,
          chargeOutcome(idOf(invoice.payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent)),
        ),
      ),
    ],
    free: sessions.flatMap(({ id, amount_total: total, created }) =>
      total === 0 ? [{ session: id, at: created }] : [],
    ),
    subscriptions: (await stripe.subscriptions.list({ ...FULL_PAGE, status: 'all' })).data,
    openRenewals: invoices.flatMap(toOpenRenewals),
  };
}

type ChargeOutcome = { charge: Stripe.Charge } & Pick<Payment, 'refundedAmount' | 'refunds' | 'disputes'>;

const sessionPayment = (
  { id, currency, amount_total: total }: Stripe.Checkout.Session,
  { charge, ...chargeOutcome }: ChargeOutcome,
): Payment => ({
  source: id,
  purchase: id,
  renewal: false,
  currency: (currency ?? '').toUpperCase(),
  amount: BigInt(total ?? 0),
  at: charge.created,
  ...chargeOutcome,
});

const invoicePayment = (invoice: Stripe.Invoice, { charge: _, ...chargeOutcome }: ChargeOutcome): Payment => ({
  source: invoice.id,
  purchase: idOf(invoice.parent?.subscription_details?.subscription),
  renewal: invoice.billing_reason !== 'subscription_create',
  currency: invoice.currency.toUpperCase(),
  amount: BigInt(invoice.amount_paid),
  at: invoice.status_transitions.paid_at ?? 0,
  ...chargeOutcome,
});

function toOpenRenewals({ id, status, attempt_count: tries, billing_reason, parent }: Stripe.Invoice) {
  if (status !== 'open' || tries === 0 || billing_reason === 'subscription_create') return [];
  return [{ invoice: id, subscription: idOf(parent?.subscription_details?.subscription), tries }];
}
