import { bucketsOf } from '#domain/analytics-buckets.ts';
import { OTHER_VALUES, versionValue, type AnalyticsDimension, type BreakdownRow } from '#domain/analytics.ts';

import {
  sumPaidOrders,
  sumSales,
  sumStarted,
  type OrderSum,
  type SaleSum,
  type StartedSum,
} from '#server/db/analytics-money.ts';
import { listVersionNumbers } from '#server/db/analytics-pages.ts';
import { listViewValues, type Looks } from '#server/db/analytics-views.ts';
import type { Db } from '#server/db/client.ts';
import type { Scope } from './analytics-scope.ts';
import { moneyOf, usdOf } from './money-sums.ts';
import { labelsOf } from './value-labels.ts';

type Found = {
  looks: readonly (Looks & { value: string })[];
  started: readonly StartedSum[];
  orders: readonly OrderSum[];
  sales: readonly SaleSum[];
};

/** Metrics of a period by the values of a dimension, largest first; values beyond the daily maximum are grouped last. */
export async function breakdown(tx: Db, scope: Scope, by: AnalyticsDimension): Promise<BreakdownRow[]> {
  const { of, range, zone } = scope;
  const { starts, end } = bucketsOf({ from: range.from, to: range.to }, 'month', zone);
  const grouping = { span: { starts: starts.slice(0, 1), end }, by };
  const looks = await looksBy(tx, scope, by);
  const found: Found = {
    looks,
    started: await sumStarted(tx, of, grouping),
    orders: await sumPaidOrders(tx, of, grouping),
    sales: await sumSales(tx, of, grouping),
  };
  const rows = rowsOf(by === 'version' ? await withNumbers(tx, of.sellerId, found) : found);
  const label = labelsOf(by, scope.pages);
  return rows.map((row) => ({ ...row, label: label(row.value) })).toSorted(bySize);
}

/** Views have no coupon, and all views of a single page belong to it. */
async function looksBy(tx: Db, { of, range }: Scope, by: AnalyticsDimension): Promise<Found['looks']> {
  if (by === 'coupon') return [];
  if (by !== 'page' || of.pageId === null) return listViewValues(tx, of, range, by);
  const { pageId } = of;
  return (await listViewValues(tx, of, range, 'all')).map((row) => ({ ...row, value: pageId }));
}

/** Replaces version ids of orders by version numbers, as views have them. */
async function withNumbers(tx: Db, sellerId: string, found: Found): Promise<Found> {
  const { started, orders, sales } = found;
  const ids = new Set([...started, ...orders, ...sales].map(({ key }) => key));
  const versions = await listVersionNumbers(tx, sellerId, [...ids]);
  const values = new Map(versions.map(({ id, pageId, number }) => [id, versionValue(pageId, number)]));
  const numbered = <T extends { key: string }>(rows: readonly T[]): T[] =>
    rows.map((row) => ({ ...row, key: values.get(row.key) ?? '' }));
  return { ...found, started: numbered(started), orders: numbered(orders), sales: numbered(sales) };
}

function rowsOf({ looks, started, orders, sales }: Found): Omit<BreakdownRow, 'label'>[] {
  const [viewed, ordersBy, salesBy] = [
    new Map(looks.map((row) => [row.value, row])),
    Map.groupBy(orders, ({ key }) => key),
    Map.groupBy(sales, ({ key }) => key),
  ];
  const startedBy = new Map(started.map((row) => [row.key, row.started]));
  const values = new Set([...viewed.keys(), ...startedBy.keys(), ...ordersBy.keys(), ...salesBy.keys()]);
  return [...values].map((value) => {
    const [ofOrders, ofSales] = [ordersBy.get(value) ?? [], salesBy.get(value) ?? []];
    return {
      value,
      views: viewed.get(value)?.views ?? 0,
      visitors: viewed.get(value)?.visitors ?? 0,
      started: startedBy.get(value) ?? 0,
      paid: ofOrders.reduce((all, row) => all + row.orders, 0),
      money: moneyOf(ofOrders, ofSales),
      usd: usdOf(ofSales),
    };
  });
}

const isOthers = ({ value }: BreakdownRow): number => Number(value === OTHER_VALUES);

const bySize = (one: BreakdownRow, other: BreakdownRow): number =>
  isOthers(one) - isOthers(other) ||
  other.visitors - one.visitors ||
  other.paid - one.paid ||
  other.usd.net - one.usd.net ||
  (one.value < other.value ? -1 : 1);
