import { currencyOf } from '#domain/currencies.ts';
import { cleanLine } from '#domain/text.ts';

import type { AnswerColumn } from '#server/db/answer-columns.ts';
import type { OrderToExport } from '#server/db/order-lists.ts';

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

const HEADS = [
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
export function textCell(text: string | null): string {
  const line = cleanLine(text ?? '').replaceAll(INNER_FORMULA, ";'");
  const safe = FORMULA.test(line) ? `'${line}` : line;
  return safe === '' ? '' : `"${safe.replaceAll('"', '""')}"`;
}

/** Formats minor units as a decimal number. Digits that the currency does not show appear only if they are not zero. */
export function amountCell(amount: number, currencyCode: string): string {
  const { decimals, shownDecimals } = currencyOf(currencyCode);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals);
  const hidden = fraction.slice(shownDecimals);
  const shown = /[1-9]/.test(hidden) ? fraction : fraction.slice(0, shownDecimals);
  return `${amount < 0 ? '-' : ''}${whole}${shown && `.${shown}`}`;
}

/** Headers of custom fields. A duplicate of another header gets a number. */
function answerHeads(columns: readonly AnswerColumn[]): string[] {
  const taken = new Set<string>(HEADS);
  return columns.map(({ label }) => {
    let head = label;
    for (let count = 2; taken.has(head); count++) head = `${label} (${count})`;
    taken.add(head);
    return textCell(head);
  });
}

/** Renders the header row. `columns` are the custom fields of the seller's pages, after our own columns. */
export const csvHeads = (columns: readonly AnswerColumn[] = []): string =>
  BYTE_ORDER_MARK + [...HEADS, ...answerHeads(columns)].join(',') + LINE_END;

/** Renders rows of orders. `appUrl` is the origin of page URLs; `columns` are ids of custom fields. */
export const csvLines = (
  rows: readonly OrderToExport[],
  appUrl: string,
  columns: readonly string[] = [],
): string =>
  rows.map((row) => [...cellsOf(row, appUrl), ...answerCells(row, columns)].join(',') + LINE_END).join('');

function answerCells({ answers }: OrderToExport, columns: readonly string[]): string[] {
  const values = new Map(answers.map(({ id, value }) => [id, value]));
  return columns.map((id) => textCell(values.get(id) ?? null));
}

function cellsOf(row: OrderToExport, appUrl: string): string[] {
  const money = (amount: number) => amountCell(amount, row.currency);
  return [
    String(row.number),
    row.createdAt,
    row.state,
    row.dispute ?? '',
    textCell(row.productName),
    row.billing ?? '',
    textCell(row.slug && `${appUrl}/c/${row.slug}`),
    textCell(row.buyerName),
    textCell(row.email),
    textCell(row.country),
    row.currency,
    money(row.original),
    money(row.discount),
    textCell(row.couponCode),
    money(row.total),
    money(row.received),
    money(row.refunded),
    money(row.lost),
    money(row.received - row.refunded - row.lost),
    textCell(row.paymentIntentId),
    textCell(row.subscriptionId),
    textCell(row.sessionId),
    row.termsRequired ? (row.termsAccepted ? 'yes' : 'no') : 'not asked',
    textCell(row.pressedPayAt),
  ];
}
