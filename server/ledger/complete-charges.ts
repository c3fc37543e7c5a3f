import { and, eq, inArray } from 'drizzle-orm';
import type Stripe from 'stripe';

import type { Context } from '#server/context.ts';
import { sales } from '#server/db/schema-money.ts';
import type { SellerStripe } from '#server/stripe/seller-stripe.ts';

import { wholeList } from './found-in-lists.ts';
import type { Truth } from './truth.ts';

type Ask = <T>(question: () => Promise<T>) => Promise<T>;
type ChargeTruth = Extract<Truth, { kind: 'charge' }>;

/** An account of a seller, and the way to it. */
export type AskedAccount = { context: Context; accountId: string; seller: SellerStripe; ask: Ask };

/** Disputes are few: from so many charges on, all that began since are asked for, unless there are more pages than this. */
const MANY_CHARGES = 3;
const MOST_PAGES = 3;

/** Brings to charges what belongs to them: all of their refunds and disputes, and the invoice of a subscription. */
export async function completeCharges(
  account: AskedAccount,
  charges: readonly Stripe.Charge[],
): Promise<Map<string, ChargeTruth | Error>> {
  const [disputed, invoices] = await Promise.all([
    disputesSince(account, charges),
    knownInvoices(account, charges),
  ]);
  const complete = async (charge: Stripe.Charge): Promise<ChargeTruth | Error> => {
    try {
      const [refunds, disputes, invoiceId] = await Promise.all([
        refundsOf(account, charge),
        disputesOf(account, charge, disputed),
        invoices.get(charge.id) ?? invoiceOf(account, charge),
      ]);
      return { kind: 'charge', charge, refunds, disputes, invoiceId };
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  };
  return new Map(await Promise.all(charges.map(async (one) => [one.id, await complete(one)] as const)));
}

/** They came with the charge, unless there are more than fit. */
async function refundsOf(
  { seller, ask }: AskedAccount,
  { id, refunds }: Stripe.Charge,
): Promise<Stripe.Refund[]> {
  if (refunds && !refunds.has_more) return refunds.data;
  return (await wholeList((place) => ask(() => seller.refunds.list({ charge: id, ...place })))) ?? [];
}

/** Of many charges: the disputes since the oldest of them, by charge; null where asking for each is cheaper. */
async function disputesSince(
  { seller, ask }: AskedAccount,
  charges: readonly Stripe.Charge[],
): Promise<Map<string | null, Stripe.Dispute[]> | null> {
  if (charges.length < MANY_CHARGES) return null;
  const created = { gte: Math.min(...charges.map((charge) => charge.created)) };
  const all = await wholeList((place) => ask(() => seller.disputes.list({ created, ...place })), MOST_PAGES);
  return all && Map.groupBy(all, ({ charge }) => idOf(charge));
}

/** That a list names none is only believed where the charge says so, too. */
async function disputesOf(
  { seller, ask }: AskedAccount,
  { id, disputed }: Stripe.Charge,
  since: Map<string | null, Stripe.Dispute[]> | null,
): Promise<Stripe.Dispute[]> {
  const listed = since?.get(id) ?? [];
  if (listed.length > 0 || (since && !disputed)) return listed;
  return (await wholeList((place) => ask(() => seller.disputes.list({ charge: id, ...place })))) ?? [];
}

/** The invoices behind payments that our books know already, by charge: which one it was never changes. */
async function knownInvoices(
  { context, accountId }: AskedAccount,
  charges: readonly Stripe.Charge[],
): Promise<Map<string, string | null>> {
  const payments = new Map(charges.map((charge) => [idOf(charge.payment_intent), charge.id]));
  payments.delete(null);
  if (payments.size === 0) return new Map();
  const known = await context.db
    .select({ payment: sales.paymentIntentId, source: sales.source })
    .from(sales)
    .where(
      and(
        eq(sales.mode, context.mode),
        eq(sales.accountId, accountId),
        inArray(sales.paymentIntentId, [...payments.keys()].map(String)),
      ),
    );
  return new Map(
    known.map(({ payment, source }) => [
      payments.get(payment) ?? '',
      source.startsWith('in_') ? source : null,
    ]),
  );
}

/** Only payments that were made by a session name its attempt. */
async function invoiceOf({ seller, ask }: AskedAccount, charge: Stripe.Charge): Promise<string | null> {
  const payment = idOf(charge.payment_intent);
  if (!payment || charge.metadata.attempt_id) return null;
  const paid = { type: 'payment_intent', payment_intent: payment } as const;
  const { data } = await ask(() => seller.invoicePayments.list({ payment: paid, limit: 1 }));
  return idOf(data[0]?.invoice ?? null);
}

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);
