import type { Analytics, BreakdownRow, MoneySum } from '#domain/analytics.ts';

import { amountCell, BYTE_ORDER_MARK, LINE_END, textCell } from '#server/orders/order-csv.ts';

type Cells = readonly string[];

const fileOf = (lines: readonly Cells[]): string =>
  BYTE_ORDER_MARK + lines.map((cells) => cells.join(',') + LINE_END).join('');

const dollars = (cents: number): string => amountCell(cents, 'USD');
const shareOf = (paid: number, visitors: number): string =>
  visitors === 0 ? '' : ((100 * paid) / visitors).toFixed(2);

/** Points of a chart; the header of the first column names the time zone. */
export const pointsCsv = ({ points, timeZone }: Analytics): string =>
  fileOf([
    [
      textCell(`Time (${timeZone})`),
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
      shareOf(paid, visitors),
      dollars(net),
    ]),
  ]);

/** Each currency has its own columns. */
export function breakdownCsv(head: string, rows: readonly BreakdownRow[]): string {
  const currencies = [
    ...new Set(rows.flatMap(({ money }) => money.map(({ currency }) => currency))),
  ].toSorted();
  return fileOf([
    [
      textCell(head),
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
      textCell(label),
      ...[views, visitors, started, paid].map(String),
      shareOf(paid, visitors),
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

const amountsOf = (currency: string, sum: MoneySum | undefined): Cells =>
  [sum?.received, sum?.refunded, sum?.lost, sum?.net].map((amount) => amountCell(amount ?? 0, currency));
