import { and, eq, inArray } from 'drizzle-orm';
import type Stripe from 'stripe';

import type { Context } from '#server/context.ts';
import { sales } from '#server/db/schema-money.ts';
import type { SellerStripe } from '#server/stripe/seller-stripe.ts';

import { wholeList } from './found-in-lists.ts';
import type { Truth } from './truth.ts';

type Ask = <T>(question: () => Promise<T>) => Promise<T>;
type ChargeTruth = Extract<Truth, { kind: 'charge' }>;

/** Access to one connected account; `schedule` runs a request through the Stripe limiter. */
export type AskedAccount = { context: Context; accountId: string; seller: SellerStripe; ask: Ask };

/** From this many charges on, disputes are listed by date instead of per charge, unless the list exceeds MAX_PAGES. */
const MANY_CHARGES = 3;
const MOST_PAGES = 3;

/** Adds to each charge all of its refunds and disputes, and the invoice of a subscription payment. */
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

/** Refunds are expanded in the charge; they are listed separately only when not all of them fit. */
async function refundsOf(
  { seller, ask }: AskedAccount,
  { id, refunds }: Stripe.Charge,
): Promise<Stripe.Refund[]> {
  if (refunds && !refunds.has_more) return refunds.data;
  return (await wholeList((place) => ask(() => seller.refunds.list({ charge: id, ...place })))) ?? [];
}

/** Lists disputes since the oldest of many charges, by charge id. Returns null where one request per charge is cheaper. */
async function disputesSince(
  { seller, ask }: AskedAccount,
  charges: readonly Stripe.Charge[],
): Promise<Map<string | null, Stripe.Dispute[]> | null> {
  if (charges.length < MANY_CHARGES) return null;
  const created = { gte: Math.min(...charges.map((charge) => charge.created)) };
  const all = await wholeList((place) => ask(() => seller.disputes.list({ created, ...place })), MOST_PAGES);
  return all && Map.groupBy(all, ({ charge }) => idOf(charge));
}

/** An empty result of the list is trusted only if the charge itself is not marked as disputed. */
async function disputesOf(
  { seller, ask }: AskedAccount,
  { id, disputed }: Stripe.Charge,
  since: Map<string | null, Stripe.Dispute[]> | null,
): Promise<Stripe.Dispute[]> {
  const listed = since?.get(id) ?? [];
  if (listed.length > 0 || (since && !disputed)) return listed;
  return (await wholeList((place) => ask(() => seller.disputes.list({ charge: id, ...place })))) ?? [];
}

/** Finds the invoices of payments that the ledger already has, by charge id. The invoice of a payment never changes. */
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

/** Only payments made through a Checkout Session carry the attempt id; others are looked up through their invoice. */
async function invoiceOf({ seller, ask }: AskedAccount, charge: Stripe.Charge): Promise<string | null> {
  const payment = idOf(charge.payment_intent);
  if (!payment || charge.metadata.attempt_id) return null;
  const paid = { type: 'payment_intent', payment_intent: payment } as const;
  const { data } = await ask(() => seller.invoicePayments.list({ payment: paid, limit: 1 }));
  return idOf(data[0]?.invoice ?? null);
}

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);
