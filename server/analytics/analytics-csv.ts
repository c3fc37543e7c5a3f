import type { Analytics, BreakdownRow, CurrencyRevenue } from '#domain/analytics.ts';

import { formatAmountCell, BYTE_ORDER_MARK, LINE_END, formatTextCell } from '#server/orders/order-csv.ts';

type Cells = readonly string[];

const toCsv = (lines: readonly Cells[]): string =>
  BYTE_ORDER_MARK + lines.map((cells) => cells.join(',') + LINE_END).join('');

const dollars = (cents: number): string => formatAmountCell(cents, 'USD');
const conversionRate = (paid: number, visitors: number): string =>
  visitors === 0 ? '' : ((100 * paid) / visitors).toFixed(2);

/** Points of a chart; the header of the first column names the time zone. */
export const pointsCsv = ({ points, timeZone }: Analytics): string =>
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
export function breakdownCsv(header: string, rows: readonly BreakdownRow[]): string {
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
