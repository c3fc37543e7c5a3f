import { and, eq, inArray } from 'drizzle-orm';
import type Stripe from 'stripe';

import type { Context } from '#server/context.ts';
import { sales } from '#server/db/schema-money.ts';
import type { SellerStripe } from '#server/stripe/seller-stripe.ts';

import { listAll } from './found-in-lists.ts';
import type { StripeSnapshot } from './truth.ts';

type ScheduleRequest = <T>(request: () => Promise<T>) => Promise<T>;
type ChargeSnapshot = Extract<StripeSnapshot, { kind: 'charge' }>;

/** Access to one connected account; `schedule` runs a request through the Stripe limiter. */
export type AccountReader = {
  context: Context;
  accountId: string;
  stripe: SellerStripe;
  schedule: ScheduleRequest;
};

/** From this many charges on, disputes are listed by date instead of per charge, unless the list exceeds MAX_PAGES. */
const MIN_CHARGES_FOR_LIST = 3;
const MAX_PAGES = 3;

/** Adds to each charge all of its refunds and disputes, and the invoice of a subscription payment. */
export async function completeCharges(
  account: AccountReader,
  charges: readonly Stripe.Charge[],
): Promise<Map<string, ChargeSnapshot | Error>> {
  const [disputesByCharge, invoices] = await Promise.all([
    listDisputesSince(account, charges),
    findKnownInvoices(account, charges),
  ]);
  const complete = async (charge: Stripe.Charge): Promise<ChargeSnapshot | Error> => {
    try {
      const [refunds, disputes, invoiceId] = await Promise.all([
        listRefunds(account, charge),
        listDisputes(account, charge, disputesByCharge),
        invoices.get(charge.id) ?? findInvoiceId(account, charge),
      ]);
      return { kind: 'charge', charge, refunds, disputes, invoiceId };
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  };
  return new Map(await Promise.all(charges.map(async (charge) => [charge.id, await complete(charge)] as const)));
}

/** Refunds are expanded in the charge; they are listed separately only when not all of them fit. */
async function listRefunds(
  { stripe, schedule }: AccountReader,
  { id, refunds }: Stripe.Charge,
): Promise<Stripe.Refund[]> {
  if (refunds && !refunds.has_more) return refunds.data;
  return (await listAll((cursor) => schedule(() => stripe.refunds.list({ charge: id, ...cursor })))) ?? [];
}

/** Lists disputes since the oldest of many charges, by charge id. Returns null where one request per charge is cheaper. */
async function listDisputesSince(
  { stripe, schedule }: AccountReader,
  charges: readonly Stripe.Charge[],
): Promise<Map<string | null, Stripe.Dispute[]> | null> {
  if (charges.length < MIN_CHARGES_FOR_LIST) return null;
  const created = { gte: Math.min(...charges.map((charge) => charge.created)) };
  const recentDisputes = await listAll(
    (cursor) => schedule(() => stripe.disputes.list({ created, ...cursor })),
    MAX_PAGES,
  );
  return recentDisputes && Map.groupBy(recentDisputes, ({ charge }) => idOf(charge));
}

/** An empty result of the list is trusted only if the charge itself is not marked as disputed. */
async function listDisputes(
  { stripe, schedule }: AccountReader,
  { id, disputed }: Stripe.Charge,
  disputesByCharge: Map<string | null, Stripe.Dispute[]> | null,
): Promise<Stripe.Dispute[]> {
  const listedDisputes = disputesByCharge?.get(id) ?? [];
  if (listedDisputes.length > 0 || (disputesByCharge && !disputed)) return listedDisputes;
  return (await listAll((cursor) => schedule(() => stripe.disputes.list({ charge: id, ...cursor })))) ?? [];
}

/** Finds the invoices of payments that the ledger already has, by charge id. The invoice of a payment never changes. */
async function findKnownInvoices(
  { context, accountId }: AccountReader,
  charges: readonly Stripe.Charge[],
): Promise<Map<string, string | null>> {
  const chargesByPayment = new Map(charges.map((charge) => [idOf(charge.payment_intent), charge.id]));
  chargesByPayment.delete(null);
  if (chargesByPayment.size === 0) return new Map();
  const knownSales = await context.db
    .select({ payment: sales.paymentIntentId, source: sales.source })
    .from(sales)
    .where(
      and(
        eq(sales.mode, context.mode),
        eq(sales.accountId, accountId),
        inArray(sales.paymentIntentId, [...chargesByPayment.keys()].map(String)),
      ),
    );
  return new Map(
    knownSales.map(({ payment, source }) => [
      chargesByPayment.get(payment) ?? '',
      source.startsWith('in_') ? source : null,
    ]),
  );
}

/** Only payments made through a Checkout Session carry the attempt id; others are looked up through their invoice. */
async function findInvoiceId({ stripe, schedule }: AccountReader, charge: Stripe.Charge): Promise<string | null> {
  const payment = idOf(charge.payment_intent);
  if (!payment || charge.metadata.attempt_id) return null;
  const paymentFilter = { type: 'payment_intent', payment_intent: payment } as const;
  const { data } = await schedule(() => stripe.invoicePayments.list({ payment: paymentFilter, limit: 1 }));
  return idOf(data[0]?.invoice ?? null);
}

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);
