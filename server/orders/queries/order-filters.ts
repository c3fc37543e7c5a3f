import { and, arrayContains, count, desc, eq, gte, inArray, isNotNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';

import { ENDED_STATUSES, OVERDUE_STATUSES } from '#domain/buyer-subscription.ts';
import { normalizeSearchText, type OrderFilter, type OrderFilterState } from '#domain/order-filter.ts';
import { MAX_FOUND_ORDERS, type PaymentPlan } from '#domain/order.ts';
import type { Mode } from '#domain/payment-mode.ts';
import { DAY_MS } from '#domain/time-units.ts';
import type { Db } from '#server/db/client.ts';
import { isInTimeRange } from '#server/db/rows.ts';
import { buyerSubscriptions } from '#server/db/schema-ledger.ts';
import { checkoutAttempts, orderDays, orders, sales } from '#server/db/schema-orders.ts';
import { isOrderOfCustomerId } from '#server/ledger/queries/orders.ts';
import { findBatches, hasPrefix } from '#server/pages/queries/coupon-codes.ts';

/** Query for a seller's orders. `upTo`: the highest order number included. */
export type OrderQuery = {
  sellerId: string;
  mode: Mode;
  filter: Omit<OrderFilter, 'search'>;
  upTo: number;
  /** Whether the coupon of the filter stands for all codes that were generated with it. */
  isBatch: boolean;
  /** Search words; null: no search. */
  searchWords: SearchWords | null;
};

/**
 * Words matched by prefix; all must match. `common`: many of the seller's orders match them. `limit`: only that many of the
 * newest matches are listed; null: all.
 */
type SearchWords = { terms: readonly string[]; common: boolean; limit: number | null };

/** Maximum search words; the longest are kept, since more hardly narrow the result. */
const MAX_SEARCH_WORDS = 10;
/** Size of the sample of newest orders, and the matches in it that make words common. */
const SAMPLE_SIZE = 1000;
const COMMON_WORD_THRESHOLD = 15;
/** Up to this number of orders, all matches of common words are found within 150 ms. */
const MAX_SCANNED_ORDERS = 50_000;

/** Columns of orders that `order_days` has as well. */
type SummedColumns = typeof orders | typeof orderDays;

const stateCondition = ({ state, dispute }: SummedColumns, value: OrderFilterState): SQL | undefined => {
  if (value === 'disputed') return isNotNull(dispute);
  return value === 'refunded' ? inArray(state, ['partly_refunded', 'refunded']) : eq(state, value);
};

function matchesSummedColumns(
  columns: SummedColumns,
  { filter: { state, pageId, coupon, bump, paymentMethod }, isBatch }: OrderQuery,
): (SQL | undefined)[] {
  return [
    state && stateCondition(columns, state),
    pageId === undefined ? undefined : eq(columns.pageId, pageId),
    coupon === undefined
      ? undefined
      : or(eq(columns.couponCode, coupon), isBatch ? hasPrefix(columns.couponCode, coupon) : undefined),
    bump === undefined ? undefined : arrayContains(columns.bumps, [bump]),
    paymentMethod === undefined ? undefined : eq(columns.paymentMethod, paymentMethod),
  ];
}

/** Rows of `order_days` that the query's orders belong to, whatever their numbers. Searches need the orders themselves. */
export function matchesOrderDays(query: OrderQuery): SQL | undefined {
  const { from, to } = query.filter;
  return and(
    eq(orderDays.mode, query.mode),
    eq(orderDays.sellerId, query.sellerId),
    ...matchesSummedColumns(orderDays, query),
    from === undefined ? undefined : gte(orderDays.day, from),
    to === undefined ? undefined : lte(orderDays.day, to),
  );
}

export const isOrderOfSeller = (sellerId: string, mode: Mode): SQL | undefined =>
  and(eq(orders.mode, mode), eq(orders.sellerId, sellerId));

export function matchesOrderQuery(query: OrderQuery): SQL | undefined {
  const { sellerId, mode, filter, upTo, searchWords } = query;
  const { from, to } = filter;
  return and(
    isOrderOfSeller(sellerId, mode),
    lte(orders.number, upTo),
    ...matchesSummedColumns(orders, query),
    from === undefined ? undefined : gte(orders.createdAt, startOf(from)),
    to === undefined ? undefined : createdUntil(to),
    searchWords ? matchesSearch(searchWords) : undefined,
    ...matchesExactly(query),
  );
}

/** Conditions of the REST API's filters. */
function matchesExactly({ sellerId, mode, filter }: OrderQuery): (SQL | undefined)[] {
  const { states, disputeStates, paymentPlanStates, number, email, externalId, customerId } = filter;
  return [
    states && inArray(orders.state, states),
    disputeStates && inArray(orders.dispute, disputeStates),
    paymentPlanStates && isPaymentPlanIn(paymentPlanStates),
    number === undefined ? undefined : eq(orders.number, number),
    email === undefined ? undefined : sql`lower(${orders.email}) = lower(${email}::text)`,
    externalId === undefined ? undefined : eq(orders.externalId, externalId),
    customerId === undefined ? undefined : isOrderOfCustomerId(sellerId, mode, customerId),
    isInTimeRange(orders.createdAt, { after: filter.createdAfter, before: filter.createdBefore }),
    isInTimeRange(orders.updatedAt, { after: filter.updatedAfter, before: filter.updatedBefore }),
    isInTimeRange(orders.paidAt, { after: filter.paidAfter, before: filter.paidBefore }),
  ];
}

/** State of an attempt's payment plan, from the attempt and its subscription, as `toPaymentPlan` computes it. */
export const paymentPlanState = sql`case
  when (select count(*) from ${sales} where ${eq(sales.attemptId, checkoutAttempts.id)}) >= ${checkoutAttempts.installments} then 'complete'
  when ${inArray(buyerSubscriptions.status, ENDED_STATUSES)} then 'ended_early'
  when ${inArray(buyerSubscriptions.status, OVERDUE_STATUSES)} then 'overdue'
  else 'running' end`;

/** Whether the order has a payment plan in one of these states. */
function isPaymentPlanIn(states: readonly PaymentPlan['state'][]): SQL {
  const { id, installments } = checkoutAttempts;
  const { attemptId } = buyerSubscriptions;
  return sql`exists (select from ${checkoutAttempts} left join ${buyerSubscriptions} on ${eq(attemptId, id)} where ${and(
    eq(id, orders.attemptId),
    isNotNull(installments),
    inArray(paymentPlanState, states),
  )})`;
}

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Created on this UTC day or before. */
export const createdUntil = (day: string): SQL => lt(orders.createdAt, new Date(startOf(day).getTime() + DAY_MS));

/**
 * The word index is fast for words of few orders. For common words a scan is faster, because the index also returns the
 * orders of all other sellers. Words contain letters and digits only, so they need no escaping in the tsquery.
 */
function matchesSearch({ terms, common }: SearchWords): SQL | undefined {
  if (terms.length === 0) return sql`false`;
  if (common) return containsAll(terms);
  const query = terms.map((word) => `'${word}':*`).join(' & ');
  return sql`to_tsvector('simple', ${orders.search}) @@ to_tsquery('simple', ${query})`;
}

/** Avoids `like`, whose selectivity the planner underestimates: it would collect all orders before sorting. */
const containsAll = (terms: readonly string[]): SQL | undefined =>
  and(...terms.map((word) => sql`strpos(' ' || ${orders.search}, ${` ${word}`}) > 0`));

/** Splits the search input into words; null for a blank input. */
function splitSearch(search: string): string[] | null {
  if (search.trim() === '') return null;
  const searchWords = [...new Set(normalizeSearchText(search).split(' '))].filter(Boolean);
  return searchWords.toSorted((first, second) => second.length - first.length).slice(0, MAX_SEARCH_WORDS);
}

type OrderQueryInput = { sellerId: string; mode: Mode; filter: OrderFilter; upTo: number };

/** Builds the query of a list. A sample of the newest orders shows whether the words are common. */
export async function buildOrderQuery(db: Db, { filter, ...scope }: OrderQueryInput): Promise<OrderQuery> {
  const { search = '', ...filterWithoutSearch } = filter;
  const { coupon } = filter;
  const isBatch = coupon !== undefined && (await findBatches(db, scope.sellerId, [coupon])).has(coupon);
  const query = { ...scope, filter: filterWithoutSearch, isBatch };
  const terms = splitSearch(search);
  if (!terms) return { ...query, searchWords: null };
  const common = terms.length > 0 && (await areCommonWords(db, scope, terms));
  const limit = common && scope.upTo > MAX_SCANNED_ORDERS ? MAX_FOUND_ORDERS : null;
  return { ...query, searchWords: { terms, common, limit } };
}

async function areCommonWords(
  db: Db,
  { sellerId, mode }: Pick<OrderQueryInput, 'sellerId' | 'mode'>,
  terms: readonly string[],
): Promise<boolean> {
  const newest = db
    .select({ search: orders.search })
    .from(orders)
    .where(isOrderOfSeller(sellerId, mode))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(SAMPLE_SIZE)
    .as('orders');
  const [row] = await db.select({ count: count() }).from(newest).where(containsAll(terms));
  return (row?.count ?? 0) >= COMMON_WORD_THRESHOLD;
}
