import { and, inArray } from 'drizzle-orm';
import Stripe from 'stripe';

import type { Context } from '#server/core/context.ts';
import { hasValues } from '#server/db/rows.ts';
import { sales } from '#server/db/schema-orders.ts';
import type { SellerStripe } from '#server/stripe/seller-stripe.ts';
import { isAccountDisconnected } from '#server/stripe/stripe-errors.ts';
import { expandedObject, fetchPages, idOfReference, type FetchPage } from '#server/stripe/stripe-values.ts';

import { StripeTimeoutError } from '../stripe/stripe-limiter.ts';
import { subjectKey, type Subject, type StripeSnapshot } from './stripe-snapshot.ts';

/** A list page is requested only while it replaces at least this many single requests, since it takes as long as they do. */
const MIN_HITS_PER_PAGE = 8;

/**
 * Finds objects among the newest of an account, page by page, as long as each page yields enough of them.
 * Objects that are not found may still exist and must be requested by id.
 */
async function findInLists<T extends { id: string }>(
  ids: ReadonlySet<string>,
  fetchPage: FetchPage<T>,
): Promise<Map<string, T>> {
  const foundById = new Map<string, T>();
  if (ids.size < MIN_HITS_PER_PAGE) return foundById;
  for await (const { data } of fetchPages(fetchPage)) {
    const hits = data.filter(({ id }) => ids.has(id));
    for (const object of hits) foundById.set(object.id, object);
    if (hits.length < MIN_HITS_PER_PAGE || ids.size - foundById.size < MIN_HITS_PER_PAGE) break;
  }
  return foundById;
}

/** Reads all pages of a list. Returns null if the list has more than `maxPages` pages. */
async function listAll<T extends { id: string }>(fetchPage: FetchPage<T>, maxPages = 50): Promise<T[] | null> {
  const all: T[] = [];
  for await (const { data, has_more } of fetchPages(fetchPage, maxPages)) {
    all.push(...data);
    if (!has_more || data.length === 0) return all;
  }
  return null;
}

type Kind = Subject['kind'];
type FetchResults<T> = Map<string, T | Error>;

/**
 * Fetches the current Stripe state of each subject, keyed by `subjectKey`; the value is an error if the request failed.
 * Many subjects of one account are first looked up in Stripe's lists.
 */
export async function fetchSnapshots(
  context: Context,
  subjects: readonly Subject[],
  urgent = false,
): Promise<Map<string, StripeSnapshot | Error>> {
  const snapshots = new Map<string, StripeSnapshot | Error>();
  const accounts = Map.groupBy(subjects, ({ accountId }) => accountId);
  const requests = [...accounts].flatMap(([accountId, ofAccount]) => {
    const account = createAccountReader(context, accountId, urgent);
    return [...Map.groupBy(ofAccount, ({ kind }) => kind)].map(async ([kind, ofKind]) => {
      const results = await FETCHERS[kind](account, new Set(ofKind.map(({ id }) => id)));
      for (const [id, snapshot] of results) snapshots.set(subjectKey({ accountId, kind, id }), snapshot);
    });
  });
  await Promise.all(requests);
  return snapshots;
}

/** Creates a reader that fails its remaining requests at once after the account turned out to be unreachable. */
function createAccountReader(context: Context, accountId: string, urgent: boolean): AccountReader {
  let unavailableError: Error | null = null;
  const schedule: AccountReader['schedule'] = async (request) => {
    try {
      return await context.stripeLimiter.schedule(accountId, urgent, () =>
        unavailableError ? Promise.reject(unavailableError) : request(),
      );
    } catch (error) {
      if (isUnavailable(error)) unavailableError ??= error;
      throw error;
    }
  };
  return { context, accountId, stripe: context.sellerStripe(accountId), schedule };
}

const isUnavailable = (error: unknown): error is Error =>
  error instanceof StripeTimeoutError ||
  error instanceof Stripe.errors.StripeConnectionError ||
  isAccountDisconnected(error);

const FETCHERS: Record<Kind, (account: AccountReader, ids: Set<string>) => Promise<FetchResults<StripeSnapshot>>> = {
  session: async (account, ids) => {
    const { sessions } = account.stripe;
    const expand = ['data.line_items', 'data.payment_intent.latest_charge'];
    const list: FetchPage<Stripe.Checkout.Session> = (cursor) => sessions.list({ ...cursor, expand });
    const results = await fetchObjects(account, ids, sessions.retrieve, list);
    const snapshots = [...results].map(async ([id, session]) => [id, await completeSession(account, session)] as const);
    return new Map(await Promise.all(snapshots));
  },
  invoice: async (account, ids) => {
    const { invoices } = account.stripe;
    const list: FetchPage<Stripe.Invoice> = (cursor) => invoices.list({ ...cursor, expand: ['data.payments'] });
    const results = await fetchObjects(account, ids, invoices.retrieve, list);
    return mapResults(results, (invoice) => ({ kind: 'invoice', invoice }));
  },
  subscription: async (account, ids) => {
    const { subscriptions } = account.stripe;
    const expand = ['data.discounts.source.coupon'];
    const list: FetchPage<Stripe.Subscription> = (cursor) => subscriptions.list({ ...cursor, status: 'all', expand });
    const results = await fetchObjects(account, ids, subscriptions.retrieve, list);
    return mapResults(results, (subscription) => ({ kind: 'subscription', subscription }));
  },
  charge: async (account, ids) => {
    const { charges } = account.stripe;
    const list: FetchPage<Stripe.Charge> = (cursor) => charges.list({ ...cursor, expand: ['data.refunds'] });
    const results = await fetchObjects(account, ids, charges.retrieve, list);
    const foundCharges = [...results.values()].flatMap((charge) => (charge instanceof Error ? [] : [charge]));
    const completedCharges = await completeCharges(account, foundCharges);
    const incomplete = (id: string) => new Error(`Charge ${id} is incomplete`);
    return mapResults(results, ({ id }) => completedCharges.get(id) ?? incomplete(id));
  },
};

async function fetchObjects<T extends { id: string }>(
  { schedule }: AccountReader,
  ids: Set<string>,
  retrieve: (id: string) => Promise<T>,
  list: FetchPage<T>,
): Promise<FetchResults<T>> {
  // If the list fails, each object is fetched by itself and reports its own error.
  const listed = await findInLists(ids, (cursor) => schedule(() => list(cursor))).catch(() => new Map<string, T>());
  const fetchOne = async (id: string): Promise<T | Error> => {
    try {
      return listed.get(id) ?? (await schedule(() => retrieve(id)));
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  };
  return new Map(await Promise.all([...ids].map(async (id) => [id, await fetchOne(id)] as const)));
}

const mapResults = <T>(
  results: FetchResults<T>,
  toSnapshot: (object: T) => StripeSnapshot | Error,
): FetchResults<StripeSnapshot> =>
  new Map([...results].map(([id, object]) => [id, object instanceof Error ? object : toSnapshot(object)]));

type ScheduleRequest = <T>(request: () => Promise<T>) => Promise<T>;
type ChargeSnapshot = Extract<StripeSnapshot, { kind: 'charge' }>;

/** Access to one connected account; `schedule` runs a request through the Stripe limiter. */
type AccountReader = {
  context: Context;
  accountId: string;
  stripe: SellerStripe;
  schedule: ScheduleRequest;
};

/** Adds the charge of a session. A subscription's is the newest one of the customer, whom the session has created. */
async function completeSession(
  { stripe, schedule }: AccountReader,
  session: Stripe.Checkout.Session | Error,
): Promise<StripeSnapshot | Error> {
  if (session instanceof Error) return session;
  const customer = session.mode === 'subscription' && session.amount_total !== 0 && idOfReference(session.customer);
  if (!customer) {
    const charge = expandedObject(expandedObject(session.payment_intent)?.latest_charge);
    return { kind: 'session', session, charge };
  }
  try {
    const { data } = await schedule(() => stripe.charges.list({ customer, limit: 1 }));
    return { kind: 'session', session, charge: data[0] ?? null };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** From this many charges on, disputes are listed by date instead of per charge, unless the list exceeds MAX_PAGES. */
const MIN_CHARGES_FOR_LIST = 3;
const MAX_PAGES = 3;

/** Adds to each charge all of its refunds and disputes, and the invoice of a subscription payment. */
async function completeCharges(
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
  return recentDisputes && Map.groupBy(recentDisputes, ({ charge }) => idOfReference(charge));
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
  const chargesByPayment = new Map(charges.map((charge) => [idOfReference(charge.payment_intent), charge.id]));
  chargesByPayment.delete(null);
  if (chargesByPayment.size === 0) return new Map();
  const knownSales = await context.db
    .select({ payment: sales.paymentIntentId, source: sales.source })
    .from(sales)
    .where(
      and(
        hasValues(sales, { mode: context.mode, accountId }),
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
  const payment = idOfReference(charge.payment_intent);
  if (!payment || charge.metadata.attempt_id) return null;
  const paymentFilter = { type: 'payment_intent', payment_intent: payment } as const;
  const { data } = await schedule(() => stripe.invoicePayments.list({ payment: paymentFilter, limit: 1 }));
  return idOfReference(data[0]?.invoice ?? null);
}
