import { createBuckets, getDayLabel, type Buckets } from '#domain/analytics-buckets.ts';
import type { AnalyticsPoint, AnalyticsUnit, DayRange, AnalyticsMetrics } from '#domain/analytics.ts';
import { sumBundleSales } from '#server/analytics/queries/bundle-sales.ts';
import { sumOrdersByExtras, sumUnits } from '#server/analytics/queries/order-sizes.ts';
import { listViewDays, sumViews, type AnalyticsTarget, type ViewCounts } from '#server/analytics/queries/page-views.ts';
import { countPaymentTerms } from '#server/analytics/queries/payment-terms.ts';
import type { Db } from '#server/db/client.ts';

import { loadRevenuePoints, type Revenue } from './load-revenue.ts';
import { sumByCurrency, sumUsd } from './money-sums.ts';

type PeriodMetrics = DayRange & { figures: AnalyticsMetrics; points: AnalyticsPoint[] };

type PeriodQuery = AnalyticsTarget & { range: DayRange; unit: AnalyticsUnit; zone: string };

/** Metrics of a period, in total and for each point of the chart. */
export async function loadPeriodMetrics(tx: Db, { range, unit, zone, ...of }: PeriodQuery): Promise<PeriodMetrics> {
  const span = createBuckets(range, unit, zone);
  const days = await listViewDays(tx, of, range);
  const { started, orders, sales } = await loadRevenuePoints(tx, of, { range, zone, unit }, span);
  const units = await sumUnits(tx, of, span);
  const sumOf = <T>(rows: readonly T[], valueOf: (row: T) => number) =>
    rows.reduce((total, row) => total + valueOf(row), 0);
  const metrics: AnalyticsMetrics = {
    views: sumOf(days, ({ views }) => views),
    visitors: sumOf(days, ({ visitors }) => visitors),
    started: sumOf(started, (row) => row.started),
    paid: sumOf(orders, (row) => row.orders),
    refunds: sumOf(sales, ({ refunds }) => refunds),
    money: sumByCurrency(orders, sales),
    usd: sumUsd(sales),
    units:
      units.length > 0
        ? {
            orders: sumOf(units, (row) => row.orders),
            units: sumOf(units, (row) => row.units),
            several: sumOf(units, (row) => row.several),
          }
        : null,
    extras: await sumOrdersByExtras(tx, of, span),
    paymentTerms: await countPaymentTerms(tx, of, span),
    inBundles: await sumBundleSales(tx, of, span),
  };
  const viewCounts = unit === 'hour' ? await sumViews(tx, of, span) : byBucket(days, unit, span);
  return { ...range, figures: metrics, points: buildPoints(span, { viewCounts, started, orders, sales, units }) };
}

type BucketCounts = ViewCounts & { bucket: number };
type Day = ViewCounts & { day: string };

const byBucket = (days: readonly Day[], unit: Exclude<AnalyticsUnit, 'hour'>, { labels }: Buckets): BucketCounts[] => {
  const indexes = new Map(labels.map((label, index) => [label, index]));
  return days.map(({ day, ...counts }) => ({ ...counts, bucket: indexes.get(getDayLabel(day, unit)) ?? -1 }));
};

type Rows = Revenue & {
  viewCounts: readonly BucketCounts[];
  units: Awaited<ReturnType<typeof sumUnits>>;
};

function buildPoints({ labels }: Buckets, { viewCounts, started, orders, sales, units }: Rows): AnalyticsPoint[] {
  const points = labels.map((at) => ({ at, views: 0, visitors: 0, started: 0, paid: 0, net: 0, units: 0 }));
  const addToPoint = (index: number | string, increments: Partial<Omit<AnalyticsPoint, 'at'>>): void => {
    const point = points[Number(index)];
    if (!point) throw new Error(`There is no point ${index}`);
    for (const [key, value] of Object.entries(increments)) point[key as keyof typeof increments] += value;
  };
  for (const { bucket, views, visitors } of viewCounts) addToPoint(bucket, { views, visitors });
  for (const row of started) addToPoint(row.key, { started: row.started });
  for (const row of orders) addToPoint(row.key, { paid: row.orders });
  for (const row of sales) addToPoint(row.key, { net: row.usdReceived - row.usdReturned });
  for (const row of units) addToPoint(row.key, { units: row.units });
  return points;
}
