import { parse } from 'csv-parse/sync';

import { AppError } from '#domain/errors.ts';

/** Cells by lower-case column name; `line` counts from 1 and includes the header line. */
export type CsvRow = { line: number; cells: ReadonlyMap<string, string> };

/** Maximum characters of a cell; the rest is cut off. No field of a page is longer. */
const MAX_CELL = 20_000;
/** Maximum bytes of a row; a longer one makes the file unreadable. */
const MAX_ROW_BYTES = 1_000_000;

/** Removes the apostrophe that programs write before a possible formula to protect spreadsheets. */
const withoutFormulaGuard = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '');

/** Parses a table with a header line and commas, semicolons or tabs. Throws AppError 'import_unreadable'. */
export function parseCsvRows(text: string): CsvRow[] {
  const lines = parseTable(text);
  const [headers, ...rows] = lines;
  if (!headers || rows.length === 0)
    throw new AppError('import_unreadable', { message: 'This file has no lines under its heads.' });
  const names = headers.map((headerCell) => headerCell.trim().toLowerCase());
  return rows.map((row, index) => ({
    line: index + 2,
    // The first of two columns with the same name wins.
    cells: new Map(
      row
        .map((cell, column) => [names[column] ?? '', withoutFormulaGuard(cell.slice(0, MAX_CELL)).trim()] as const)
        .toReversed(),
    ),
  }));
}

function parseTable(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW_BYTES,
    }) as string[][];
  } catch (error) {
    throw new AppError('import_unreadable', {
      message: 'This file is not a table that we can read. Export it anew as CSV, and choose that file.',
      cause: error,
    });
  }
}

/** The separator that occurs most often in the header line. */
function delimiterOf(text: string): string {
  const headerLine = text.slice(0, text.search(/[\r\n]|$/));
  const counts = [',', ';', '\t'].map((separator) => [separator, headerLine.split(separator).length] as const);
  return counts.toSorted((first, second) => second[1] - first[1])[0]?.[0] ?? ',';
}
