import { bucketsOf, labelOfDay, type Buckets } from '#domain/analytics-buckets.ts';
import type { AnalyticsPoint, AnalyticsUnit, DayRange, Figures } from '#domain/analytics.ts';

import { sumPaidOrders, sumSales, sumStarted } from '#server/db/analytics-money.ts';
import { listViewDays, sumViews, type AnalyticsOf, type Looks } from '#server/db/analytics-views.ts';
import type { Db } from '#server/db/client.ts';
import { moneyOf, usdOf } from './money-sums.ts';

export type PeriodFigures = DayRange & { figures: Figures; points: AnalyticsPoint[] };

type Asked = AnalyticsOf & { range: DayRange; unit: AnalyticsUnit; zone: string };

/** Metrics of a period, in total and for each point of the chart. */
export async function periodFigures(tx: Db, { range, unit, zone, ...of }: Asked): Promise<PeriodFigures> {
  const span = bucketsOf(range, unit, zone);
  const days = await listViewDays(tx, of, range);
  const [started, orders, sales] = [
    await sumStarted(tx, of, { span }),
    await sumPaidOrders(tx, of, { span }),
    await sumSales(tx, of, { span }),
  ];
  const sumOf = <T>(rows: readonly T[], of_: (row: T) => number) =>
    rows.reduce((all, row) => all + of_(row), 0);
  const figures: Figures = {
    views: sumOf(days, ({ views }) => views),
    visitors: sumOf(days, ({ visitors }) => visitors),
    started: sumOf(started, (row) => row.started),
    paid: sumOf(orders, (row) => row.orders),
    refunds: sumOf(sales, ({ refunds }) => refunds),
    money: moneyOf(orders, sales),
    usd: usdOf(sales),
  };
  const looks = unit === 'hour' ? await sumViews(tx, of, span) : byBucket(days, unit, span);
  return { ...range, figures, points: pointsOf(span, { looks, started, orders, sales }) };
}

type Bucketed = Looks & { bucket: number };
type Day = Looks & { day: string };

const byBucket = (
  days: readonly Day[],
  unit: Exclude<AnalyticsUnit, 'hour'>,
  { labels }: Buckets,
): Bucketed[] => {
  const places = new Map(labels.map((label, place) => [label, place]));
  return days.map(({ day, ...looks }) => ({ ...looks, bucket: places.get(labelOfDay(day, unit)) ?? -1 }));
};

type Rows = {
  looks: readonly Bucketed[];
  started: Awaited<ReturnType<typeof sumStarted>>;
  orders: Awaited<ReturnType<typeof sumPaidOrders>>;
  sales: Awaited<ReturnType<typeof sumSales>>;
};

function pointsOf({ labels }: Buckets, { looks, started, orders, sales }: Rows): AnalyticsPoint[] {
  const points = labels.map((at) => ({ at, views: 0, visitors: 0, started: 0, paid: 0, net: 0 }));
  const add = (place: number | string, more: Partial<Omit<AnalyticsPoint, 'at'>>): void => {
    const point = points[Number(place)];
    if (!point) throw new Error(`There is no point ${place}`);
    for (const [key, value] of Object.entries(more)) point[key as keyof typeof more] += value;
  };
  for (const { bucket, views, visitors } of looks) add(bucket, { views, visitors });
  for (const row of started) add(row.key, { started: row.started });
  for (const row of orders) add(row.key, { paid: row.orders });
  for (const row of sales) add(row.key, { net: row.usdReceived - row.usdBack });
  return points;
}
