import { once } from 'node:events';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]+/g;
const GAP = '  ';
const LEAST = 6;

/** Removes control characters, so that foreign text cannot control the terminal or imitate another table row. */
export const harmless = (text) => stripVTControlCharacters(String(text)).replace(CONTROLS, ' ').trim();

const hasColour = (stream, env = process.env) => Boolean(stream.isTTY) && !env.NO_COLOR && env.TERM !== 'dumb';

export const bold = (text, stream = process.stdout) => (hasColour(stream) ? `\u001b[1m${text}\u001b[22m` : text);
export const red = (text, stream = process.stderr) => (hasColour(stream) ? `\u001b[31m${text}\u001b[39m` : text);

/** Waits for a slow reader, so that output neither piles up nor gets cut off. */
export async function write(text, stream = process.stdout) {
  if (!stream.write(text)) await once(stream, 'drain');
}

export const line = (text = '', stream = process.stdout) => write(`${text}\n`, stream);

/** JSON text that is the same on every machine; C1 control characters are escaped, too. */
export const jsonText = (value, indent = 2) =>
  JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Prints what a command returns: `rows` as a table, or the sentence `text` about `value`. With `asJson`, prints JSON. */
export async function print({ rows, columns, empty, value, text }, asJson) {
  if (rows) return asJson ? writeJsonList(rows) : writeTable(columns, rows, { empty });
  return line(asJson ? jsonText(value) : text);
}

/** Streams rows as one JSON array. */
async function writeJsonList(rows) {
  let count = 0;
  for await (const row of rows) {
    await write(`${count === 0 ? '[\n' : ',\n'}${jsonText(row)}`);
    count += 1;
  }
  await line(count === 0 ? '[]' : '\n]');
}

/**
 * Prints columns that fit the terminal; when piped, prints one tab-separated line per row without truncation. A column is
 * its title and a function of the row.
 */
async function writeTable(columns, rows, { empty }) {
  if (!process.stdout.isTTY) {
    for await (const row of rows) await line(columns.map(([, of]) => harmless(of(row) ?? '')).join('\t'));
    return;
  }
  const cells = [];
  for await (const row of rows) cells.push(columns.map(([, of]) => harmless(of(row) ?? '')));
  if (cells.length === 0) return line(empty);
  const titles = columns.map(([title]) => title);
  const widths = fitted([titles, ...cells], process.stdout.columns || 80);
  await line(bold(laidOut(titles, widths)));
  for (const row of cells) await line(laidOut(row, widths));
}

/** Column widths that fit the total width; the widest column shrinks first. */
export function fitted(rows, all) {
  const widths = rows[0].map((_, place) => Math.max(...rows.map((row) => widthOf(row[place]))));
  const spent = () => widths.reduce((sum, width) => sum + width, (widths.length - 1) * GAP.length);
  while (spent() > all) {
    const widest = widths.indexOf(Math.max(...widths));
    if (widths[widest] <= LEAST) break;
    widths[widest] -= 1;
  }
  return widths;
}

// East Asian characters and emoji take two cells.
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const letters = new Intl.Segmenter();
const lettersOf = (text) => Array.from(letters.segment(text), ({ segment }) => segment);
const widthOf = (text) => lettersOf(text).reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);

const laidOut = (row, widths) =>
  row
    .map((text, place) => inWidth(text, widths[place]))
    .join(GAP)
    .trimEnd();

function inWidth(text, width) {
  const spare = width - widthOf(text);
  if (spare >= 0) return text + ' '.repeat(spare);
  let kept = '';
  for (const letter of lettersOf(text)) {
    if (widthOf(kept + letter) > width - 1) break;
    kept += letter;
  }
  return `${kept}…${' '.repeat(width - widthOf(kept) - 1)}`;
}

// Currencies whose minor unit at Stripe is not a hundredth; this can differ from how people write them.
const WHOLE = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
const THOUSANDTHS = 'BHD JOD KWD OMR TND'.split(' ');

const decimalsOf = (currency) => (WHOLE.includes(currency) ? 0 : THOUSANDTHS.includes(currency) ? 3 : 2);

/** Formats minor units for display. */
export function moneyText(amount, currency) {
  const decimals = decimalsOf(currency);
  return `${(amount / 10 ** decimals).toFixed(decimals)} ${currency}`;
}
