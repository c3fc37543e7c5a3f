import { and, count, desc, eq, inArray, isNotNull, isNull, ne, notInArray, sql, type SQL } from 'drizzle-orm';

import { ENDED_STATUSES, OVERDUE_STATUSES, type BuyerSubscriptionState } from '#domain/buyer-subscription.ts';
import type { Coupon } from '#domain/coupon.ts';
import { normalizeSearchText } from '#domain/order-filter.ts';
import { ORDERS_PER_PAGE } from '#domain/order.ts';
import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { hasValues, isInTimeRange, type TimeRange } from '#server/db/rows.ts';
import { buyerSubscriptions } from '#server/db/schema-ledger.ts';
import { checkoutAttempts, orders, sales } from '#server/db/schema-orders.ts';
import { pageVersions } from '#server/db/schema-pages.ts';

import { isOrderOfCustomerId } from './orders.ts';

export type BuyerSubscriptionRow = typeof buyerSubscriptions.$inferSelect;

export type SubscriptionFilter = {
  search?: string | undefined;
  state?: BuyerSubscriptionState | undefined;
  customerId?: string | undefined;
  updated?: TimeRange;
};

const isPaymentOfAttempt = eq(sales.attemptId, buyerSubscriptions.attemptId);
const paymentCount = sql`(select count(*) from ${sales} where ${isPaymentOfAttempt})`;
const netRevenue = sql`(select coalesce(sum(${sales.amount} - ${sales.refunded} - ${sales.lost}), 0) from ${sales} where ${isPaymentOfAttempt})`;

/** Columns for `findNextPrice`. */
export const ACCEPTED_PRICE = {
  lines: checkoutAttempts.lines,
  couponCode: checkoutAttempts.couponCode,
  coupons: sql<readonly Coupon[] | null>`case when ${checkoutAttempts.couponCode} is not null
    then ${pageVersions.config}->'validCoupons' end`,
};

/** Buyers' subscriptions with their order (which may not exist yet) and net revenue. */
const selectSubscriptions = (db: Db) =>
  db
    .select({
      row: buyerSubscriptions,
      accepted: ACCEPTED_PRICE,
      order: {
        id: orders.id,
        number: orders.number,
        email: orders.email,
        buyerName: orders.buyerName,
      },
      productName: sql<string>`coalesce(nullif(${orders.productName}, ''), ${pageVersions.config}->>'productName', '')`,
      quantity: checkoutAttempts.quantity,
      installments: checkoutAttempts.installments,
      paymentCount: paymentCount.mapWith(Number),
      netRevenue: netRevenue.mapWith(Number),
    })
    .from(buyerSubscriptions)
    .innerJoin(checkoutAttempts, eq(checkoutAttempts.id, buyerSubscriptions.attemptId))
    .innerJoin(pageVersions, eq(pageVersions.id, checkoutAttempts.versionId))
    .leftJoin(orders, eq(orders.attemptId, buyerSubscriptions.attemptId));

export type SubscriptionWithOrder = Awaited<ReturnType<typeof selectSubscriptions>>[number];

/** Newest first. */
export const listSubscriptions = (db: Db, where: SQL | undefined, limit: number, offset = 0) =>
  selectSubscriptions(db)
    .where(where)
    .orderBy(desc(buyerSubscriptions.createdAt), desc(buyerSubscriptions.id))
    .limit(limit)
    .offset(offset);

/** A seller's subscription with this id or of this attempt. */
export async function findSubscription(
  db: Db,
  sellerId: string,
  mode: Mode,
  key: { id: string } | { attemptId: string },
): Promise<SubscriptionWithOrder | null> {
  const [row] = await listSubscriptions(db, hasValues(buyerSubscriptions, { mode, sellerId, ...key }), 1);
  return row ?? null;
}

/** One page of a seller's subscriptions; `page` counts from 1. */
export const listSubscriptionPage = (db: Db, sellerId: string, mode: Mode, filter: SubscriptionFilter, page: number) =>
  listSubscriptions(db, matchesFilter(sellerId, mode, filter), ORDERS_PER_PAGE, (page - 1) * ORDERS_PER_PAGE);

/** A seller's subscriptions after a cursor; null: from the newest on. */
export const listSubscriptionsAfterCursor = (
  db: Db,
  { sellerId, mode, filter }: { sellerId: string; mode: Mode; filter: SubscriptionFilter },
  before: { createdAt: string; id: string } | null,
  limit: number,
) => {
  const { createdAt, id } = buyerSubscriptions;
  const older = before && sql`(${createdAt}, ${id}) < (${before.createdAt}::timestamptz, ${before.id}::uuid)`;
  return listSubscriptions(db, and(matchesFilter(sellerId, mode, filter), older ?? undefined), limit);
};

export async function countSubscriptions(
  db: Db,
  sellerId: string,
  mode: Mode,
  filter: SubscriptionFilter,
): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(buyerSubscriptions)
    .leftJoin(orders, eq(orders.attemptId, buyerSubscriptions.attemptId))
    .where(matchesFilter(sellerId, mode, filter));
  return row?.count ?? 0;
}

const matchesFilter = (
  sellerId: string,
  mode: Mode,
  { search, state, customerId, updated = {} }: SubscriptionFilter,
): SQL | undefined =>
  and(
    hasValues(buyerSubscriptions, { mode, sellerId }),
    state ? STATE_CONDITIONS[state] : undefined,
    search === undefined ? undefined : matchesSearch(search),
    customerId === undefined ? undefined : isOrderOfCustomerId(sellerId, mode, customerId),
    isInTimeRange(sql`coalesce(${orders.updatedAt}, ${buyerSubscriptions.updatedAt})`, updated),
  );

/** Matches the beginnings of words in the order's search text. */
function matchesSearch(search: string): SQL | undefined {
  const terms = normalizeSearchText(search).split(' ').filter(Boolean);
  if (terms.length === 0) return undefined;
  const query = terms.map((term) => `'${term}':*`).join(' & ');
  return sql`to_tsvector('simple', ${orders.search}) @@ to_tsquery('simple', ${query})`;
}

const { status, cancelAt } = buyerSubscriptions;
const isRunning = notInArray(status, [...ENDED_STATUSES, ...OVERDUE_STATUSES]);

/** `buyerSubscriptionState` in SQL. */
const STATE_CONDITIONS: Record<BuyerSubscriptionState, SQL | undefined> = {
  ended: inArray(status, ENDED_STATUSES),
  overdue: inArray(status, OVERDUE_STATUSES),
  ending: and(isRunning, isNotNull(cancelAt)),
  trialing: and(eq(status, 'trialing'), isNull(cancelAt)),
  active: and(isRunning, ne(status, 'trialing'), isNull(cancelAt)),
};
