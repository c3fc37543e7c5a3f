import {
  and,
  count,
  eq,
  gte,
  isNotNull,
  lt,
  min,
  notInArray,
  sql,
  sum,
  type Column,
  type SQL,
} from 'drizzle-orm';

import type { AnalyticsDimension } from '#domain/analytics.ts';

import type { AnalyticsOf } from './analytics-views.ts';
import type { Db } from './client.ts';
import { attempts, orders, sales } from './schema-money.ts';
import { bucketOf, type Span } from './time-buckets.ts';

// Figures of the order book by the time at which something happened. An order's or a payment's page, coupon and origin are
// those of the attempt that began it.

/** What figures are grouped by: the parts of a span, or the values of a dimension. */
export type Grouping = { span: Span } | { span: Span; by: AnalyticsDimension };

export type StartedSum = { key: string; started: number };
export type OrderSum = { key: string; currency: string; orders: number; total: number };
export type SaleSum = {
  key: string;
  currency: string;
  received: number;
  refunded: number;
  lost: number;
  refunds: number;
  usdReceived: number;
  usdBack: number;
  /** Of first payments. */
  usdOrders: number;
};

const VALUES: Record<AnalyticsDimension, Column> = {
  page: attempts.pageId,
  version: attempts.versionId,
  source: attempts.source,
  referrer: attempts.referrer,
  utm_source: attempts.utmSource,
  utm_medium: attempts.utmMedium,
  utm_campaign: attempts.utmCampaign,
  utm_term: attempts.utmTerm,
  utm_content: attempts.utmContent,
  country: attempts.visitCountry,
  device: attempts.device,
  embed: attempts.embed,
  coupon: attempts.couponCode,
};

const keyOf = (grouping: Grouping, at: Column): SQL<string> =>
  'by' in grouping
    ? sql`coalesce(${VALUES[grouping.by]}::text, '')`.mapWith(String)
    : sql`${bucketOf(at, grouping.span)}`.mapWith(String);

type Table = typeof attempts | typeof orders | typeof sales;

const inSpan = (table: Table, { sellerId, mode }: AnalyticsOf, at: Column, { starts, end }: Span) =>
  and(eq(table.mode, mode), eq(table.sellerId, sellerId), gte(at, starts[0] ?? end), lt(at, end));

const onPage = ({ pageId }: AnalyticsOf) => (pageId === null ? undefined : eq(attempts.pageId, pageId));

/** Whether the attempt is needed to tell. */
const needsAttempt = ({ pageId }: AnalyticsOf, grouping: Grouping): boolean =>
  pageId !== null || 'by' in grouping;

/** Presses of pay that led to the provider's page. */
export const sumStarted = (db: Db, of: AnalyticsOf, grouping: Grouping): Promise<StartedSum[]> =>
  db
    .select({ key: keyOf(grouping, attempts.createdAt), started: count() })
    .from(attempts)
    .where(
      and(inSpan(attempts, of, attempts.createdAt, grouping.span), isNotNull(attempts.sessionId), onPage(of)),
    )
    .groupBy(sql`1`);

/** Orders by the time at which they were paid for the first time. */
export async function sumPaidOrders(db: Db, of: AnalyticsOf, grouping: Grouping): Promise<OrderSum[]> {
  const asked = db
    .select({
      key: keyOf(grouping, orders.paidAt),
      currency: orders.currency,
      orders: count(),
      total: sum(orders.total).mapWith(Number),
    })
    .from(orders)
    .$dynamic();
  if (needsAttempt(of, grouping)) void asked.innerJoin(attempts, eq(attempts.id, orders.attemptId));
  return asked
    .where(
      and(
        inSpan(orders, of, orders.paidAt, grouping.span),
        notInArray(orders.state, ['pending', 'failed']),
        onPage(of),
      ),
    )
    .groupBy(sql`1`, orders.currency);
}

/** Payments by the time at which they came in, and what went back of just these. */
export async function sumSales(db: Db, of: AnalyticsOf, grouping: Grouping): Promise<SaleSum[]> {
  const asked = db
    .select({
      key: keyOf(grouping, sales.paidAt),
      currency: sales.currency,
      received: sum(sales.amount).mapWith(Number),
      refunded: sum(sales.refunded).mapWith(Number),
      lost: sum(sales.lost).mapWith(Number),
      refunds: sql`count(*) filter (where ${sales.refunded} > 0)`.mapWith(Number),
      usdReceived: sum(sales.usdCents).mapWith(Number),
      usdBack: sum(sales.usdRefunded).mapWith(Number),
      usdOrders: sql`coalesce(sum(${sales.usdCents}) filter (where not ${sales.renewal}), 0)`.mapWith(Number),
    })
    .from(sales)
    .$dynamic();
  if (needsAttempt(of, grouping)) void asked.innerJoin(attempts, eq(attempts.id, sales.attemptId));
  return asked
    .where(and(inSpan(sales, of, sales.paidAt, grouping.span), onPage(of)))
    .groupBy(sql`1`, sales.currency);
}

/** When the first of anything that is counted here happened. */
export async function findFirstTime(db: Db, { sellerId, mode }: AnalyticsOf): Promise<Date | null> {
  const firstOf = async (table: Table, at: Column): Promise<Date | null> => {
    const [row] = await db
      .select({ at: min(at) })
      .from(table)
      .where(and(eq(table.mode, mode), eq(table.sellerId, sellerId)));
    return row?.at instanceof Date ? row.at : null;
  };
  const times = [
    await firstOf(attempts, attempts.createdAt),
    await firstOf(orders, orders.paidAt),
    await firstOf(sales, sales.paidAt),
  ].filter((at) => at !== null);
  return times.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
}
