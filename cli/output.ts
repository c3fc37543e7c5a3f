import { once } from 'node:events';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]+/g;
const GAP = '  ';
const MIN_WIDTH = 6;

/** Removes control characters, so that foreign text cannot control the terminal or imitate another table row. */
export const sanitizeText = (text: unknown): string =>
  stripVTControlCharacters(String(text)).replace(CONTROLS, ' ').trim();

const hasColor = (stream: NodeJS.WriteStream, env = process.env): boolean =>
  Boolean(stream.isTTY) && !env.NO_COLOR && env.TERM !== 'dumb';

export const bold = (text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  hasColor(stream) ? `\u001b[1m${text}\u001b[22m` : text;
export const red = (text: string, stream: NodeJS.WriteStream = process.stderr): string =>
  hasColor(stream) ? `\u001b[31m${text}\u001b[39m` : text;

/** Waits for a slow reader, so that output neither piles up nor gets cut off. */
export async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

export const writeLine = (text = ''): Promise<void> => write(`${text}\n`);

/** JSON text that is the same on every machine; C1 control characters are escaped, too. */
export const toJsonText = (value: unknown, indent = 2): string =>
  JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A column: its title and its cell of a row. */
export type Column = readonly [title: string, getCell: (row: Row) => unknown];
/** A row of a list, whose fields each command knows. */
export type Row = Readonly<Record<string, unknown>>;

/** Prints a value as indented lines of `name: value`. */
export function toPlainText(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return `${indent}${sanitizeText(value)}`;
  return Object.entries(value)
    .map(([name, item]) => {
      const isNested = typeof item === 'object' && item !== null && Object.keys(item).length > 0;
      if (isNested) return `${indent}${sanitizeText(name)}:\n${toPlainText(item, `${indent}  `)}`;
      return `${indent}${sanitizeText(name)}: ${typeof item === 'object' ? '–' : sanitizeText(item)}`;
    })
    .join('\n');
}

/** Streams rows as one JSON object per line. */
export async function writeJsonLines(rows: AsyncIterable<object>): Promise<void> {
  for await (const row of rows) await writeLine(toJsonText(row, 0));
}

/** Streams rows as one JSON array. */
export async function writeJsonList(rows: AsyncIterable<object>): Promise<void> {
  let count = 0;
  for await (const row of rows) {
    await write(`${count === 0 ? '[\n' : ',\n'}${toJsonText(row)}`);
    count += 1;
  }
  await writeLine(count === 0 ? '[]' : '\n]');
}

/** Prints a table that fits the terminal; when piped, one tab-separated line per row without truncation. */
export async function writeTable(columns: readonly Column[], rows: AsyncIterable<object>): Promise<void> {
  const toCells = (row: object) => columns.map(([, getCell]) => sanitizeText(getCell(row as Row) ?? ''));
  if (!process.stdout.isTTY) {
    for await (const row of rows) await writeLine(toCells(row).join('\t'));
    return;
  }
  const lines: string[][] = [];
  for await (const row of rows) lines.push(toCells(row));
  if (lines.length === 0) return writeLine('Nothing found.');
  const titles = columns.map(([title]) => title);
  const widths = fitWidths([titles, ...lines], process.stdout.columns || 80);
  await writeLine(bold(layOut(titles, widths)));
  for (const cells of lines) await writeLine(layOut(cells, widths));
}

/** Column widths that fit the total width; the widest column shrinks first. */
function fitWidths(lines: readonly string[][], total: number): number[] {
  const widths = (lines[0] ?? []).map((_, place) => Math.max(...lines.map((cells) => getWidth(cells[place] ?? ''))));
  const sumWidths = () => widths.reduce((sum, width) => sum + width, (widths.length - 1) * GAP.length);
  while (sumWidths() > total) {
    const widest = Math.max(...widths);
    if (widest <= MIN_WIDTH) break;
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return widths;
}

// East Asian characters and emoji take two cells.
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const segmenter = new Intl.Segmenter();
const listLetters = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);
const getWidth = (text: string): number =>
  listLetters(text).reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);

const layOut = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .map((text, place) => fitText(text, widths[place] ?? 0))
    .join(GAP)
    .trimEnd();

function fitText(text: string, width: number): string {
  const spare = width - getWidth(text);
  if (spare >= 0) return text + ' '.repeat(spare);
  let shortened = '';
  for (const letter of listLetters(text)) {
    if (getWidth(shortened + letter) > width - 1) break;
    shortened += letter;
  }
  return `${shortened}…${' '.repeat(width - getWidth(shortened) - 1)}`;
}
