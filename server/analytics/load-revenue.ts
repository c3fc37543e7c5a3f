import { getDayLabel, type Buckets } from '#domain/analytics-buckets.ts';
import type { AnalyticsUnit, DayRange } from '#domain/analytics.ts';
import { countOrdersByExtras } from '#server/analytics/queries/extras.ts';
import type { AnalyticsTarget, BucketSpan } from '#server/analytics/queries/page-views.ts';
import {
  hasRevenueDays,
  sumRevenueByDay,
  sumRevenueByValue,
  type RevenueSum,
} from '#server/analytics/queries/revenue-days.ts';
import {
  sumPaidOrders,
  sumPayments,
  sumStartedCheckouts,
  type Grouping,
  type OrderSum,
  type PaymentSum,
  type SingleValueDimension,
  type StartedCheckoutSum,
} from '#server/analytics/queries/revenue.ts';
import type { Db } from '#server/db/client.ts';

/** Started checkouts, paid orders and payments, each by its time. `key`: the index of a bucket or the value of a dimension. */
export type Revenue = { started: StartedCheckoutSum[]; orders: OrderSum[]; sales: PaymentSum[] };

type RevenuePeriod = { range: DayRange; zone: string };

/** Revenue of each point of a chart. Hours are summed from the orders themselves. */
export async function loadRevenuePoints(
  tx: Db,
  of: AnalyticsTarget,
  { range, zone, unit }: RevenuePeriod & { unit: AnalyticsUnit },
  span: Buckets,
): Promise<Revenue> {
  if (unit === 'hour' || !(await hasRevenueDays(tx, of, zone))) return sumFromRows(tx, of, { span });
  const days = await sumRevenueByDay(tx, of, { range, timeZone: zone });
  const indexes = new Map(span.labels.map((label, index) => [label, String(index)]));
  return toRevenue(days.map((sum) => ({ ...sum, key: indexes.get(getDayLabel(sum.key, unit)) ?? '' })));
}

/** Revenue of a period by the values of a dimension. */
export async function loadRevenueBy(
  tx: Db,
  of: AnalyticsTarget,
  { range, zone, span }: RevenuePeriod & { span: BucketSpan },
  by: SingleValueDimension,
): Promise<Revenue> {
  if (!(await hasRevenueDays(tx, of, zone))) return sumFromRows(tx, of, { span, by });
  return toRevenue(await sumRevenueByValue(tx, of, { range, timeZone: zone, dimension: by }));
}

type ExtraChoice = Awaited<ReturnType<typeof countOrdersByExtras>>[number];

/** Numbers of paid orders by page version, price option and extras. */
export async function loadExtraChoices(
  tx: Db,
  of: AnalyticsTarget,
  { range, zone, span }: RevenuePeriod & { span: BucketSpan },
): Promise<ExtraChoice[]> {
  if (!(await hasRevenueDays(tx, of, zone))) return countOrdersByExtras(tx, of, span);
  const sums = await sumRevenueByValue(tx, of, { range, timeZone: zone, dimension: 'extras' });
  return sums
    .filter(({ orders }) => orders !== 0)
    .map(({ key, orders }) => {
      const [versionId, plan, bumps] = JSON.parse(key) as [string, string | null, string[]];
      return { versionId, plan, bumps, orders };
    });
}

const sumFromRows = async (tx: Db, of: AnalyticsTarget, grouping: Grouping): Promise<Revenue> => ({
  started: await sumStartedCheckouts(tx, of, grouping),
  orders: await sumPaidOrders(tx, of, grouping),
  sales: await sumPayments(tx, of, grouping),
});

/** Sums of nothing are left out, like values that no row has. */
const toRevenue = (sums: readonly RevenueSum[]): Revenue => ({
  started: sums.filter(({ started }) => started !== 0),
  orders: sums.filter(({ orders }) => orders !== 0).map(({ orderTotal, ...sum }) => ({ ...sum, total: orderTotal })),
  sales: sums.filter(({ received, refunded, lost }) => received !== 0 || refunded !== 0 || lost !== 0),
});
