import { and, count, eq, gte, isNotNull, lt, min, notInArray, sql, sum, type Column, type SQL } from 'drizzle-orm';

import type { AnalyticsDimension } from '#domain/analytics.ts';
import type { Db } from '#server/db/client.ts';
import { checkoutAttempts, orders, sales } from '#server/db/schema-orders.ts';

import { type AnalyticsTarget, bucketOf, type BucketSpan } from './page-views.ts';

// Revenue statistics by the time of the event. Orders and payments carry the page, coupon and attribution of their attempt.

/** Dimensions of which an order or payment has one value. An order can contain several extras. */
export type SingleValueDimension = Exclude<AnalyticsDimension, 'bump'>;

/** Grouping of a statistic: by the buckets of a time span, or by the values of a dimension. */
export type Grouping = { span: BucketSpan } | { span: BucketSpan; by: SingleValueDimension };

type Table = typeof checkoutAttempts | typeof orders | typeof sales;

/** The method of an attempt is that of its order; abandoned attempts have none. */
const attemptMethod = sql`(select ${orders.paymentMethod} from ${orders} where ${orders.attemptId} = ${checkoutAttempts.id})`;

const DIMENSION_COLUMNS: Record<SingleValueDimension, (table: Table) => Column | SQL> = {
  page: ({ pageId }) => pageId,
  version: ({ versionId }) => versionId,
  source: (table) => ('visitSource' in table ? table.visitSource : table.source),
  referrer: ({ referrer }) => referrer,
  utm_source: ({ utmSource }) => utmSource,
  utm_medium: ({ utmMedium }) => utmMedium,
  utm_campaign: ({ utmCampaign }) => utmCampaign,
  utm_term: ({ utmTerm }) => utmTerm,
  utm_content: ({ utmContent }) => utmContent,
  country: ({ visitCountry }) => visitCountry,
  device: ({ device }) => device,
  embed: ({ embed }) => embed,
  coupon: ({ couponCode }) => couponCode,
  payment_method: (table) => ('paymentMethod' in table ? table.paymentMethod : attemptMethod),
};

const groupKey = (grouping: Grouping, table: Table, at: Column): SQL<string> =>
  'by' in grouping
    ? sql`coalesce(${DIMENSION_COLUMNS[grouping.by](table)}::text, '')`.mapWith(String)
    : sql`${bucketOf(at, grouping.span)}`.mapWith(String);

export const isInSpan = (
  table: Table,
  { sellerId, mode, pageId }: AnalyticsTarget,
  at: Column,
  { starts, end }: BucketSpan,
) =>
  and(
    eq(table.mode, mode),
    eq(table.sellerId, sellerId),
    gte(at, starts[0] ?? end),
    lt(at, end),
    pageId === null ? undefined : eq(table.pageId, pageId),
  );

/** Checkout attempts that reached Stripe's payment page. */
export const sumStartedCheckouts = (db: Db, scope: AnalyticsTarget, grouping: Grouping) =>
  db
    .select({ key: groupKey(grouping, checkoutAttempts, checkoutAttempts.createdAt), started: count() })
    .from(checkoutAttempts)
    .where(
      and(
        isInSpan(checkoutAttempts, scope, checkoutAttempts.createdAt, grouping.span),
        isNotNull(checkoutAttempts.sessionId),
      ),
    )
    .groupBy(sql`1`);
export type StartedCheckoutSum = Awaited<ReturnType<typeof sumStartedCheckouts>>[number];

/** Orders by the time of their first payment. */
export const sumPaidOrders = (db: Db, scope: AnalyticsTarget, grouping: Grouping) =>
  db
    .select({
      key: groupKey(grouping, orders, orders.paidAt),
      currency: orders.currency,
      orders: count(),
      total: sum(orders.total).mapWith(Number),
    })
    .from(orders)
    .where(and(isInSpan(orders, scope, orders.paidAt, grouping.span), notInArray(orders.state, ['pending', 'failed'])))
    .groupBy(sql`1`, orders.currency);
export type OrderSum = Awaited<ReturnType<typeof sumPaidOrders>>[number];

/** Payments by the time they were received, with the refunds of these payments. */
export const sumPayments = (db: Db, scope: AnalyticsTarget, grouping: Grouping) =>
  db
    .select({
      key: groupKey(grouping, sales, sales.paidAt),
      currency: sales.currency,
      received: sum(sales.amount).mapWith(Number),
      refunded: sum(sales.refunded).mapWith(Number),
      lost: sum(sales.lost).mapWith(Number),
      refunds: sql`count(*) filter (where ${sales.refunded} > 0)`.mapWith(Number),
      usdReceived: sum(sales.usdCents).mapWith(Number),
      usdReturned: sum(sales.usdRefunded).mapWith(Number),
      /** First payments only. */
      usdOrders: sql`coalesce(sum(${sales.usdCents}) filter (where not ${sales.renewal}), 0)`.mapWith(Number),
    })
    .from(sales)
    .where(isInSpan(sales, scope, sales.paidAt, grouping.span))
    .groupBy(sql`1`, sales.currency);
export type PaymentSum = Awaited<ReturnType<typeof sumPayments>>[number];

/** Time of the first counted attempt, order or payment. */
export async function findFirstTime(db: Db, { sellerId, mode }: AnalyticsTarget): Promise<Date | null> {
  const firstOf = async (table: Table, at: Column, extraCondition?: SQL): Promise<Date | null> => {
    const [row] = await db
      .select({ at: min(at) })
      .from(table)
      .where(and(eq(table.mode, mode), eq(table.sellerId, sellerId), extraCondition));
    return row?.at instanceof Date ? row.at : null;
  };
  const times = [
    await firstOf(checkoutAttempts, checkoutAttempts.createdAt, isNotNull(checkoutAttempts.sessionId)),
    await firstOf(orders, orders.paidAt),
    await firstOf(sales, sales.paidAt),
  ].filter((at) => at !== null);
  return times.toSorted((first, second) => first.getTime() - second.getTime())[0] ?? null;
}
