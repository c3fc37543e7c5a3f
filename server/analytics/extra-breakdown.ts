import { NO_VALUE, type BreakdownRow, type ExtraCounts } from '#domain/analytics.ts';
import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import { BASE_OPTION } from '#domain/offer.ts';
import { listOfferedBumps } from '#domain/order-bump.ts';
import { listBumpIds } from '#domain/quote.ts';
import { listVersionConfigs, sumExtraPayments } from '#server/analytics/queries/extras.ts';
import type { BucketSpan } from '#server/analytics/queries/page-views.ts';
import type { OrderSum, PaymentSum } from '#server/analytics/queries/revenue.ts';
import type { Db } from '#server/db/client.ts';
import { listExtras } from '#server/orders/queries/order-extras.ts';

import type { AnalyticsScope } from './analytics-scope.ts';
import { loadExtraChoices, loadRevenueBy } from './load-revenue.ts';
import { sumByCurrency, sumUsd } from './money-sums.ts';

const PRODUCT_LABEL = 'Products';

type TitledCounts = ExtraCounts & { title: string };

/** How many paid orders could contain each extra, and how many do. An extra is offered with certain prices of a version. */
async function countExtras(
  tx: Db,
  { of, range, zone }: AnalyticsScope,
  span: BucketSpan,
): Promise<Map<string, TitledCounts>> {
  const groups = await loadExtraChoices(tx, of, { range, zone, span });
  const versions = await listVersionConfigs(tx, [...new Set(groups.map(({ versionId }) => versionId))]);
  const configs = new Map(versions.map(({ id, schema, config }) => [id, parseStoredConfig(schema, config)]));
  const counts = new Map<string, TitledCounts>();
  for (const { versionId, plan, bumps, orders } of groups) {
    const config = configs.get(versionId);
    for (const { id, title } of config ? listOfferedBumps(config, plan ?? BASE_OPTION) : []) {
      const { offered, taken } = counts.get(id) ?? { offered: 0, taken: 0 };
      counts.set(id, { title, offered: offered + orders, taken: taken + (bumps.includes(id) ? orders : 0) });
    }
  }
  return counts;
}

const MONEY_COLUMNS = ['received', 'refunded', 'lost', 'usdReceived', 'usdReturned'] as const;

/** What remains of all payments without the extras: the products, and refunds that are for no certain item. */
const subtractExtras = (payments: readonly PaymentSum[], extras: readonly PaymentSum[]): PaymentSum[] => [
  ...payments,
  ...extras.map((sums) => ({
    ...sums,
    ...(Object.fromEntries(MONEY_COLUMNS.map((column) => [column, -sums[column]])) as Pick<
      PaymentSum,
      (typeof MONEY_COLUMNS)[number]
    >),
  })),
];

type ExtraRows = { counts: ReadonlyMap<string, TitledCounts>; names: ReadonlyMap<string, string>; sums: PaymentSum[] };

function toExtraRows({ counts, names, sums }: ExtraRows): BreakdownRow[] {
  const sumsById = Map.groupBy(sums, ({ key }) => listBumpIds([{ key }])[0] ?? '');
  return [...new Set([...counts.keys(), ...sumsById.keys()])].map((id) => {
    const { title, offered, taken } = counts.get(id) ?? { title: id, offered: 0, taken: 0 };
    const payments = sumsById.get(id) ?? [];
    return {
      value: id,
      label: names.get(id) ?? title,
      views: 0,
      visitors: 0,
      started: 0,
      paid: 0,
      extra: { offered, taken },
      money: sumByCurrency([], payments),
      usd: sumUsd(payments),
    };
  });
}

const sumOrderCounts = (orders: readonly OrderSum[]): number => orders.reduce((sum, row) => sum + row.orders, 0);

/** Rows of the extras, most taken first, and a last row for everything else, so that the rows add up to all payments. */
export async function loadExtraBreakdown(tx: Db, scope: AnalyticsScope, span: BucketSpan): Promise<BreakdownRow[]> {
  const { of, range, zone } = scope;
  const { started, orders, sales: payments } = await loadRevenueBy(tx, of, { range, zone, span }, 'page');
  const extraSums = await sumExtraPayments(tx, of, span);
  const extras = await listExtras(tx, { ...of, pageId: of.pageId ?? undefined });
  const rows = toExtraRows({
    counts: await countExtras(tx, scope, span),
    names: new Map(extras.map(({ id, name }) => [id, name])),
    sums: extraSums,
  });
  const rest = subtractExtras(payments, extraSums);
  const productRow: BreakdownRow = {
    value: NO_VALUE,
    label: PRODUCT_LABEL,
    views: 0,
    visitors: 0,
    started: started.reduce((sum, row) => sum + row.started, 0),
    paid: sumOrderCounts(orders),
    extra: null,
    money: sumByCurrency(orders, rest),
    usd: sumUsd(rest),
  };
  const compareTaken = (one: BreakdownRow, other: BreakdownRow): number =>
    (other.extra?.taken ?? 0) - (one.extra?.taken ?? 0) ||
    other.usd.net - one.usd.net ||
    (one.value < other.value ? -1 : 1);
  const hasRows = rows.length > 0 || productRow.started > 0 || productRow.money.length > 0;
  return hasRows ? [...rows.toSorted(compareTaken), productRow] : [];
}
