/** A line of a list of license keys, counted from 1. */
type KeyLine = { line: number; key: string };

/** Lists the keys of a text, one per line. Blank lines are left out. */
export const listKeyLines = (text: string): KeyLine[] =>
  text.split(/\r\n|\r|\n/).flatMap((content, index) => {
    const key = content.trim();
    return key === '' ? [] : [{ line: index + 1, key }];
  });

const QUOTED_CELL = /^"((?:[^"]|"")*)"/;
const CELL_END = /[,;\t]/;

function readFirstCell(line: string): string {
  const [, quoted] = QUOTED_CELL.exec(line) ?? [];
  return (quoted === undefined ? (line.split(CELL_END)[0] ?? '') : quoted.replaceAll('""', '"')).trim();
}

const HEADER = /^(?:license|serial|product|activation)?[\s_-]*(?:key|code|number|serial)s?$/i;

/** Returns the first column of a CSV file, one cell per line, without a heading. */
export function readFirstColumn(csv: string): string {
  const cells = csv
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map(readFirstCell);
  return (HEADER.test(cells[0] ?? '') ? cells.slice(1) : cells).join('\n').trim();
}
