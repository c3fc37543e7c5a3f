import { getCurrency } from '#domain/currencies.ts';
import { cleanLine } from '#domain/text.ts';
import type { AnswerColumn, OrderToExport } from '#server/orders/queries/order-lists.ts';

/** Beginnings that spreadsheets read as a formula, after blanks, quotes and invisible characters, in any width. */
const FORMULA = /^[\s\p{Cf}'"`´‘’“”„«»]*[=+\-@＝＋－＠]/u;

/**
 * A formula after a semicolon: where it separates cells, our quotes do not start the cell and protect nothing. Quotes
 * protect a formula after a comma, and a cell never contains a tab.
 */
const INNER_FORMULA = /;(?=[\s\p{Cf}'"`´‘’“”„«»]*[=+\-@＝＋－＠])/gu;

/** Makes spreadsheets read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';
export const LINE_END = '\r\n';

const HEADERS = [
  'Number',
  'Date (UTC)',
  'State',
  'Dispute',
  'Product',
  'Renews',
  'Page',
  'Buyer',
  'Email',
  'Country',
  'Currency',
  'Subtotal',
  'Discount',
  'Coupon',
  'Total',
  'Received',
  'Refunded',
  'Lost to disputes',
  'Net',
  'Payment',
  'Subscription',
  'Checkout session',
  'Terms accepted',
  'Pressed pay at (UTC)',
] as const;

/** A cell of user text: one line, quoted, and never a formula. */
export function formatTextCell(text: string | null): string {
  const line = cleanLine(text ?? '').replaceAll(INNER_FORMULA, ";'");
  const escaped = FORMULA.test(line) ? `'${line}` : line;
  return escaped === '' ? '' : `"${escaped.replaceAll('"', '""')}"`;
}

/** Formats minor units as a decimal number. Digits that the currency does not show appear only if they are not zero. */
export function formatAmountCell(amount: number, currencyCode: string): string {
  const { decimals, displayDecimals: shownDecimals } = getCurrency(currencyCode);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const integerDigits = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals);
  const hidden = fraction.slice(shownDecimals);
  const shown = /[1-9]/.test(hidden) ? fraction : fraction.slice(0, shownDecimals);
  return `${amount < 0 ? '-' : ''}${integerDigits}${shown && `.${shown}`}`;
}

/** Headers of custom fields. A duplicate of another header gets a number. */
function buildAnswerHeaders(columns: readonly AnswerColumn[]): string[] {
  const usedHeaders = new Set<string>(HEADERS);
  return columns.map(({ label }) => {
    let header = label;
    for (let count = 2; usedHeaders.has(header); count++) header = `${label} (${count})`;
    usedHeaders.add(header);
    return formatTextCell(header);
  });
}

/** Renders the header row. `columns` are the custom fields of the seller's pages, after our own columns. */
export const renderCsvHeader = (columns: readonly AnswerColumn[] = []): string =>
  BYTE_ORDER_MARK + [...HEADERS, ...buildAnswerHeaders(columns)].join(',') + LINE_END;

/** Renders rows of orders. `appUrl` is the origin of page URLs; `columns` are ids of custom fields. */
export const renderCsvRows = (
  rows: readonly OrderToExport[],
  appUrl: string,
  columns: readonly string[] = [],
): string => rows.map((row) => [...toCells(row, appUrl), ...toAnswerCells(row, columns)].join(',') + LINE_END).join('');

function toAnswerCells({ answers }: OrderToExport, columns: readonly string[]): string[] {
  const values = new Map(answers.map(({ id, value }) => [id, value]));
  return columns.map((id) => formatTextCell(values.get(id) ?? null));
}

function toCells(row: OrderToExport, appUrl: string): string[] {
  const formatMoney = (amount: number) => formatAmountCell(amount, row.currency);
  return [
    String(row.number),
    row.createdAt,
    row.state,
    row.dispute ?? '',
    formatTextCell(row.productName),
    row.billing ?? '',
    formatTextCell(row.slug && `${appUrl}/c/${row.slug}`),
    formatTextCell(row.buyerName),
    formatTextCell(row.email),
    formatTextCell(row.country),
    row.currency,
    formatMoney(row.original),
    formatMoney(row.discount),
    formatTextCell(row.couponCode),
    formatMoney(row.total),
    formatMoney(row.received),
    formatMoney(row.refunded),
    formatMoney(row.lost),
    formatMoney(row.received - row.refunded - row.lost),
    formatTextCell(row.paymentIntentId),
    formatTextCell(row.subscriptionId),
    formatTextCell(row.sessionId),
    row.termsRequired ? (row.termsAccepted ? 'yes' : 'no') : 'not asked',
    formatTextCell(row.checkoutStartedAt),
  ];
}
