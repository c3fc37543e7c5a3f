import { MAX_KEYS_PER_IMPORT } from './deliverable.ts';
import { LICENSE_KEY_LENGTH } from './license-api.ts';

// A seller's list of license keys as text: one key per line, or the first column of a CSV file.

const HEADER = /^((license|serial|product|activation)[ _-]?)?(keys?|codes?|numbers?|serials?)$/i;
const QUOTED_CELL = /^"((?:[^"]|"")*)"/;

function readFirstCell(line: string): string {
  const quoted = QUOTED_CELL.exec(line.trim());
  const cell = quoted ? (quoted[1] ?? '').replaceAll('""', '"') : (line.split(/[,;\t]/, 1)[0] ?? '');
  return cell.trim();
}

/** The key of each line, so that a line number is an index and one. Lines without a key, and a header, are empty. */
export function parseKeyLines(text: string): string[] {
  const cells = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .map(readFirstCell);
  return cells.map((cell, index) => (index === 0 && HEADER.test(cell) ? '' : cell));
}

export const countKeyLines = (lines: readonly string[]): number => lines.filter((line) => line !== '').length;

/** Whether a text has as many characters as a license key may have, without blanks and hyphens at least. */
export const isKeyLength = (key: string): boolean =>
  key.length <= LICENSE_KEY_LENGTH.max && key.replace(/[\s\p{Pd}]/gu, '').length >= LICENSE_KEY_LENGTH.min;

/** Numbers of the lines that are too short or too long for a key, from 1. */
export const findWrongLines = (lines: readonly string[]): number[] =>
  lines.flatMap((line, index) => (line === '' || isKeyLength(line) ? [] : [index + 1]));

/** Lines of one request. Several requests show progress, and each takes a fraction of a second. */
const LINES_PER_REQUEST = 1000;

export type KeyImportResult = { added: number; duplicates: number[] };

type SendKeys = (keys: string[]) => Promise<KeyImportResult>;

/** Sends at most `MAX_KEYS_PER_IMPORT` keys in several requests. `onProgress` gets the number of keys that were sent. */
export async function sendKeyLines(
  lines: readonly string[],
  send: SendKeys,
  onProgress: (sent: number) => void = () => undefined,
): Promise<KeyImportResult> {
  if (countKeyLines(lines) > MAX_KEYS_PER_IMPORT) throw new RangeError('Too many keys');
  const result: KeyImportResult = { added: 0, duplicates: [] };
  for (let start = 0; start < lines.length; start += LINES_PER_REQUEST) {
    const keys = lines.slice(start, start + LINES_PER_REQUEST);
    if (countKeyLines(keys) > 0) {
      const { added, duplicates } = await send(keys);
      result.added += added;
      result.duplicates.push(...duplicates.map((line) => start + line));
    }
    onProgress(countKeyLines(lines.slice(0, start + LINES_PER_REQUEST)));
  }
  return result;
}
