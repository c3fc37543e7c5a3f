import { createBuckets } from '#domain/analytics-buckets.ts';
import {
  OTHER_VALUES,
  formatVersionValue,
  hasNoViews,
  type AnalyticsDimension,
  type BreakdownRow,
  DEVICE_NAMES,
  NO_VALUE,
} from '#domain/analytics.ts';
import { getPaymentMethod } from '#domain/payment-methods.ts';
import { listViewValues, type ViewCounts } from '#server/analytics/queries/page-views.ts';
import { listVersionNumbers } from '#server/analytics/queries/publications.ts';
import type { Db } from '#server/db/client.ts';
import { createBatchLookup } from '#server/pages/queries/coupon-codes.ts';

import type { AnalyticsScope, PageName } from './analytics-scope.ts';
import { loadExtraBreakdown } from './extra-breakdown.ts';
import { loadRevenueBy, type Revenue } from './load-revenue.ts';
import { sumByCurrency, sumUsd } from './money-sums.ts';

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });
const OTHERS_LABEL = 'All others';
const DELETED_PAGE_LABEL = 'Deleted page';

/** Labels for missing values. */
const NO_VALUE_LABELS: Partial<Record<AnalyticsDimension, string>> = {
  referrer: 'No referrer',
  embed: 'Not embedded',
  coupon: 'No coupon',
  payment_method: 'Unknown or not paid',
};
const UNKNOWN_LABEL = 'Not known';

const VALUE_LABELS: Partial<Record<AnalyticsDimension, (value: string) => string>> = {
  source: (value) => (value === 'direct' ? 'Direct' : value),
  country: (value) => (/^[A-Z]{2}$/.test(value) ? (COUNTRIES.of(value) ?? value) : value),
  payment_method: (value) => getPaymentMethod(value).name,
  device: (value) => new Map<string, string>(Object.entries(DEVICE_NAMES)).get(value) ?? value,
};

/** Returns a function that labels the values of a dimension. */
function createLabeler(by: AnalyticsDimension, pages: readonly PageName[]): (value: string) => string {
  const names = new Map(pages.map(({ id, name }) => [id, name]));
  return (value) => {
    if (value === OTHER_VALUES) return OTHERS_LABEL;
    if (by === 'page') return names.get(value) ?? DELETED_PAGE_LABEL;
    if (by === 'version') return versionLabel(value, names);
    if (value === NO_VALUE) return NO_VALUE_LABELS[by] ?? UNKNOWN_LABEL;
    return VALUE_LABELS[by]?.(value) ?? value;
  };
}

function versionLabel(value: string, names: ReadonlyMap<string, string>): string {
  const [pageId = '', number = ''] = value.split(':');
  return value === formatVersionValue(pageId, Number(number))
    ? `${names.get(pageId) ?? DELETED_PAGE_LABEL}, version ${number}`
    : UNKNOWN_LABEL;
}

type BreakdownData = Revenue & { viewCounts: (ViewCounts & { value: string })[] };

/** Metrics of a period by the values of a dimension, largest first; values beyond the daily maximum are grouped last. */
export async function loadBreakdown(tx: Db, scope: AnalyticsScope, by: AnalyticsDimension): Promise<BreakdownRow[]> {
  const { of, range, zone } = scope;
  const { starts, end } = createBuckets({ from: range.from, to: range.to }, 'month', zone);
  const span = { starts: starts.slice(0, 1), end };
  if (by === 'bump') return loadExtraBreakdown(tx, scope, span);
  const viewCounts = await loadViewCounts(tx, scope, by);
  const data: BreakdownData = { viewCounts, ...(await loadRevenueBy(tx, of, { range, zone, span }, by)) };
  const rows = toRows(await withReadableKeys(tx, of.sellerId, data, by));
  const label = createLabeler(by, scope.pages);
  return rows.map((row) => ({ ...row, label: label(row.value) })).toSorted(compareRows);
}

/** Views have no coupon or payment method, and all views of a single page belong to it. */
async function loadViewCounts(
  tx: Db,
  { of, range }: AnalyticsScope,
  by: AnalyticsDimension,
): Promise<BreakdownData['viewCounts']> {
  if (hasNoViews(by)) return [];
  if (by !== 'page' || of.pageId === null) return listViewValues(tx, of, range, by);
  const { pageId } = of;
  return (await listViewValues(tx, of, range, 'all')).map((row) => ({ ...row, value: pageId }));
}

/** Replaces version ids of orders by version numbers, as views have them, and generated coupon codes by their batch. */
async function withReadableKeys(
  tx: Db,
  sellerId: string,
  data: BreakdownData,
  by: AnalyticsDimension,
): Promise<BreakdownData> {
  if (by !== 'version' && by !== 'coupon') return data;
  const { started, orders, sales } = data;
  const keys = [...new Set([...started, ...orders, ...sales].map(({ key }) => key))];
  const toKey =
    by === 'version' ? await createVersionLookup(tx, sellerId, keys) : await createBatchLookup(tx, sellerId, keys);
  const replaceKeys = <T extends { key: string }>(rows: readonly T[]): T[] =>
    rows.map((row) => ({ ...row, key: toKey(row.key) }));
  return { ...data, started: replaceKeys(started), orders: replaceKeys(orders), sales: replaceKeys(sales) };
}

async function createVersionLookup(tx: Db, sellerId: string, ids: string[]): Promise<(id: string) => string> {
  const versions = await listVersionNumbers(tx, sellerId, ids);
  const values = new Map(versions.map(({ id, pageId, number }) => [id, formatVersionValue(pageId, number)]));
  return (id) => values.get(id) ?? '';
}

function toRows({ viewCounts, started, orders, sales }: BreakdownData): Omit<BreakdownRow, 'label'>[] {
  const viewsByValue = new Map(viewCounts.map((row) => [row.value, row]));
  const ordersBy = Map.groupBy(orders, ({ key }) => key);
  const salesBy = Map.groupBy(sales, ({ key }) => key);
  const startedBy = Map.groupBy(started, ({ key }) => key);
  const values = new Set([...viewsByValue.keys(), ...startedBy.keys(), ...ordersBy.keys(), ...salesBy.keys()]);
  return [...values].map((value) => {
    const [ofOrders, ofSales] = [ordersBy.get(value) ?? [], salesBy.get(value) ?? []];
    return {
      value,
      views: viewsByValue.get(value)?.views ?? 0,
      visitors: viewsByValue.get(value)?.visitors ?? 0,
      started: (startedBy.get(value) ?? []).reduce((sum, row) => sum + row.started, 0),
      extra: null,
      paid: ofOrders.reduce((sum, row) => sum + row.orders, 0),
      money: sumByCurrency(ofOrders, ofSales),
      usd: sumUsd(ofSales),
    };
  });
}

const othersRank = ({ value }: BreakdownRow): number => Number(value === OTHER_VALUES);

const compareRows = (first: BreakdownRow, second: BreakdownRow): number =>
  othersRank(first) - othersRank(second) ||
  second.visitors - first.visitors ||
  second.paid - first.paid ||
  second.usd.net - first.usd.net ||
  (first.value < second.value ? -1 : 1);
