import { parse } from 'csv-parse/sync';

import { ShopError } from '#domain/errors.ts';

/** Cells by lower-case column name; `line` counts from 1 and includes the header line. */
export type CsvRow = { line: number; cells: ReadonlyMap<string, string> };

/** Maximum characters of a cell; the rest is cut off. No field of a page is longer. */
const MAX_CELL = 20_000;
/** Maximum bytes of a row; a longer one makes the file unreadable. */
const MAX_ROW_BYTES = 1_000_000;

/** Removes the apostrophe that programs write before a possible formula to protect spreadsheets. */
const unguarded = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '');

/** Parses a table with a header line and commas, semicolons or tabs. Throws AppError 'import_unreadable'. */
export function csvRows(text: string): CsvRow[] {
  const lines = linesOf(text);
  const [heads, ...rows] = lines;
  if (!heads || rows.length === 0)
    throw new ShopError('import_unreadable', { message: 'This file has no lines under its heads.' });
  const names = heads.map((head) => head.trim().toLowerCase());
  return rows.map((row, at) => ({
    line: at + 2,
    // The first of two columns with the same name wins.
    cells: new Map(
      row
        .map((cell, column) => [names[column] ?? '', unguarded(cell.slice(0, MAX_CELL)).trim()] as const)
        .toReversed(),
    ),
  }));
}

function linesOf(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW_BYTES,
    }) as string[][];
  } catch (error) {
    throw new ShopError('import_unreadable', {
      message: 'This file is not a table that we can read. Export it anew as CSV, and choose that file.',
      cause: error,
    });
  }
}

/** The separator that occurs most often in the header line. */
function delimiterOf(text: string): string {
  const heads = text.slice(0, text.search(/[\r\n]|$/));
  const counts = [',', ';', '\t'].map((sign) => [sign, heads.split(sign).length] as const);
  return counts.toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? ',';
}
