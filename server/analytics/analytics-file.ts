import { planErrorMessages } from '#content/messages/plan-errors.ts';
import {
  DIMENSION_NAMES,
  getAttachRate,
  getConversionRate,
  type Analytics,
  type AnalyticsDimension,
  type AnalyticsLevel,
  type AnalyticsPoint,
  type AnalyticsQuery,
  type BreakdownRow,
} from '#domain/analytics.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import { BYTE_ORDER_MARK, formatTextCell, LINE_END } from '#server/core/csv-cells.ts';
import { formatAmountCell } from '#server/orders/order-csv.ts';

import { resolveScope, inSnapshot } from './analytics-scope.ts';
import { loadBreakdown } from './breakdown.ts';
import { loadAnalytics } from './load-analytics.ts';

type Cells = readonly string[];

const toCsv = (lines: readonly Cells[]): string =>
  BYTE_ORDER_MARK + lines.map((cells) => cells.join(',') + LINE_END).join('');

const METRIC_HEADERS = ['Views', 'Visitors', 'Checkouts started', 'Paid orders', 'Conversion %', 'Net (USD)'];

type CountedRow = Pick<AnalyticsPoint, 'views' | 'visitors' | 'started' | 'paid'>;

/** Cells under METRIC_HEADERS. `net` in US cents. */
function metricCells(row: CountedRow, net: number): Cells {
  const rate = getConversionRate(row);
  const counts = [row.views, row.visitors, row.started, row.paid].map(String);
  return [...counts, rate === null ? '' : (100 * rate).toFixed(2), formatAmountCell(net, 'USD')];
}

/** Points of a chart; the header of the first column names the time zone. Units only if buyers chose quantities. */
const pointsCsv = ({ points, timeZone, figures }: Analytics): string =>
  toCsv([
    [formatTextCell(`Time (${timeZone})`), ...METRIC_HEADERS, ...(figures.units ? ['Units sold'] : [])],
    ...points.map((point) => [
      point.at.length > 10 ? `${point.at.replace('T', ' ')}:00` : point.at,
      ...metricCells(point, point.net),
      ...(figures.units ? [String(point.units)] : []),
    ]),
  ]);

const EXTRA_HEADERS = ['Offered', 'Taken', 'Attach rate %'];

function extraCells({ extra }: BreakdownRow): Cells {
  if (!extra) return EXTRA_HEADERS.map(() => '');
  return [extra.offered, extra.taken, (100 * (getAttachRate(extra) ?? 0)).toFixed(2)].map(String);
}

/** Each currency has its own columns. */
function breakdownCsv(header: string, rows: readonly BreakdownRow[]): string {
  const currencies = [...new Set(rows.flatMap(({ money }) => money.map(({ currency }) => currency)))].toSorted();
  const moneyHeaders = ['Received', 'Refunded', 'Lost to disputes', 'Net'];
  const hasExtras = rows.some(({ extra }) => extra !== null);
  return toCsv([
    [
      formatTextCell(header),
      ...(hasExtras ? EXTRA_HEADERS : []),
      ...METRIC_HEADERS,
      ...currencies.flatMap((currency) => moneyHeaders.map((name) => `${name} (${currency})`)),
    ],
    ...rows.map((row) => [
      formatTextCell(row.label),
      ...(hasExtras ? extraCells(row) : []),
      ...metricCells(row, row.usd.net),
      ...currencies.flatMap((currency) => {
        const sum = row.money.find((one) => one.currency === currency);
        return [sum?.received, sum?.refunded, sum?.lost, sum?.net].map((amount) =>
          formatAmountCell(amount ?? 0, currency),
        );
      }),
    ]),
  ]);
}

type AnalyticsFile = { csv: string; fileName: string };
type FileQuery = AnalyticsQuery & { by?: AnalyticsDimension };

/** CSV file of a chart or of a whole breakdown. Throws like `resolveScope`. */
export async function analyticsFile(
  context: Context,
  sellerId: string,
  { by, ...query }: FileQuery,
): Promise<AnalyticsFile> {
  if (!by) {
    const data = await loadAnalytics(context, sellerId, { ...query, compare: 'none' });
    requireFullLevel(data.level);
    return { csv: pointsCsv(data), fileName: `analytics-${data.from}-to-${data.to}.csv` };
  }
  return inSnapshot(context, async (tx) => {
    const scope = await resolveScope(context, tx, sellerId, query);
    requireFullLevel(scope.level);
    const { from, to } = scope.range;
    const header = `${DIMENSION_NAMES[by]} (${from} to ${to}, ${scope.zone})`;
    return {
      csv: breakdownCsv(header, await loadBreakdown(tx, scope, by)),
      fileName: `analytics-${by.replaceAll('_', '-')}-${from}-to-${to}.csv`,
    };
  });
}

function requireFullLevel(level: AnalyticsLevel): void {
  if (level === 'basic') throw new AppError('plan_needed', { message: planErrorMessages.analyticsExport });
}
