import { cleanLine } from '#domain/text.ts';

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

/** A cell of user text: one line, quoted, and never a formula. */
export function formatTextCell(text: string | null): string {
  const line = cleanLine(text ?? '').replaceAll(INNER_FORMULA, ";'");
  const escaped = FORMULA.test(line) ? `'${line}` : line;
  return escaped === '' ? '' : `"${escaped.replaceAll('"', '""')}"`;
}
