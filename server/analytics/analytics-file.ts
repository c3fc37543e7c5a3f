import {
  DIMENSION_NAMES,
  type AnalyticsQuery,
  type AnalyticsDimension,
  type Analytics,
  type BreakdownRow,
  type CurrencyRevenue,
} from '#domain/analytics.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import { formatAmountCell, BYTE_ORDER_MARK, LINE_END, formatTextCell } from '#server/orders/order-csv.ts';

import { resolveScope, inSnapshot } from './analytics-scope.ts';
import { loadBreakdown } from './breakdown.ts';
import { loadAnalytics } from './load-analytics.ts';

type Cells = readonly string[];

const toCsv = (lines: readonly Cells[]): string =>
  BYTE_ORDER_MARK + lines.map((cells) => cells.join(',') + LINE_END).join('');

const dollars = (cents: number): string => formatAmountCell(cents, 'USD');
const conversionRate = (paid: number, visitors: number): string =>
  visitors === 0 ? '' : ((100 * paid) / visitors).toFixed(2);

/** Points of a chart; the header of the first column names the time zone. */
const pointsCsv = ({ points, timeZone }: Analytics): string =>
  toCsv([
    [
      formatTextCell(`Time (${timeZone})`),
      'Views',
      'Visitors',
      'Checkouts started',
      'Paid orders',
      'Conversion %',
      'Net (USD)',
    ],
    ...points.map(({ at, views, visitors, started, paid, net }) => [
      at.length > 10 ? `${at.replace('T', ' ')}:00` : at,
      ...[views, visitors, started, paid].map(String),
      conversionRate(paid, visitors),
      dollars(net),
    ]),
  ]);

/** Each currency has its own columns. */
function breakdownCsv(header: string, rows: readonly BreakdownRow[]): string {
  const currencies = [...new Set(rows.flatMap(({ money }) => money.map(({ currency }) => currency)))].toSorted();
  return toCsv([
    [
      formatTextCell(header),
      'Views',
      'Visitors',
      'Checkouts started',
      'Paid orders',
      'Conversion %',
      'Net (USD)',
      ...currencies.flatMap((currency) => [
        `Received (${currency})`,
        `Refunded (${currency})`,
        `Lost to disputes (${currency})`,
        `Net (${currency})`,
      ]),
    ],
    ...rows.map(({ label, views, visitors, started, paid, usd, money }) => [
      formatTextCell(label),
      ...[views, visitors, started, paid].map(String),
      conversionRate(paid, visitors),
      dollars(usd.net),
      ...currencies.flatMap((currency) =>
        amountsOf(
          currency,
          money.find((sum) => sum.currency === currency),
        ),
      ),
    ]),
  ]);
}

const amountsOf = (currency: string, sum: CurrencyRevenue | undefined): Cells =>
  [sum?.received, sum?.refunded, sum?.lost, sum?.net].map((amount) => formatAmountCell(amount ?? 0, currency));

export type AnalyticsFile = { csv: string; fileName: string };
type FileQuery = AnalyticsQuery & { by?: AnalyticsDimension };

/** CSV file of a chart or of a whole breakdown. Throws like `analyticsScope`. */
export async function analyticsFile(
  context: Context,
  sellerId: string,
  { by, ...query }: FileQuery,
): Promise<AnalyticsFile> {
  const { level } = await inSnapshot(context, (tx) => resolveScope(context, tx, sellerId, query));
  if (level === 'basic')
    throw new AppError('plan_needed', { message: 'Files of these figures belong to the Growth plan.' });
  return by ? breakdownFile(context, sellerId, { ...query, by }) : pointsFile(context, sellerId, query);
}

async function pointsFile(context: Context, sellerId: string, query: AnalyticsQuery): Promise<AnalyticsFile> {
  const data = await loadAnalytics(context, sellerId, { ...query, compare: 'none' });
  return { csv: pointsCsv(data), fileName: `analytics-${data.from}-to-${data.to}.csv` };
}

const breakdownFile = (
  context: Context,
  sellerId: string,
  query: FileQuery & { by: AnalyticsDimension },
): Promise<AnalyticsFile> =>
  inSnapshot(context, async (tx) => {
    const { by } = query;
    const scope = await resolveScope(context, tx, sellerId, query);
    const { from, to } = scope.range;
    const header = `${DIMENSION_NAMES[by]} (${from} to ${to}, ${scope.zone})`;
    const name = by.replaceAll('_', '-');
    return {
      csv: breakdownCsv(header, await loadBreakdown(tx, scope, by)),
      fileName: `analytics-${name}-${from}-to-${to}.csv`,
    };
  });
