/** Width of a word or character, relative to the font size. */
export type Widths = (text: string) => number;
/** In pixels. `sizes` are tried in order, so the largest comes first. */
export type Room = { width: number; height: number; sizes: readonly number[]; lineHeight: number };
export type FittedText = { size: number; lines: string[] };

/** Maximum font size for broken words, which look too loud when larger. */
const LARGEST_BROKEN = 54;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
export const lettersOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/**
 * Fits a text into a box at the largest possible size, with lines of similar length. A word is broken only if no size fits
 * it whole; a text that never fits is cut with an ellipsis.
 */
export function fitText(text: string, widths: Widths, room: Room): FittedText {
  const words = text.split(' ');
  const whole = firstFitting(words, widths, room);
  if (whole) return whole;
  const piecesAt = (size: number) => words.flatMap((word) => broken(word, widths, room.width / size));
  for (const size of room.sizes.filter((one) => one <= LARGEST_BROKEN)) {
    const fitting = firstFitting(piecesAt(size), widths, { ...room, sizes: [size] });
    if (fitting) return fitting;
  }
  const least = room.sizes.at(-1) ?? 1;
  return cut(piecesAt(least), widths, room, least);
}

function firstFitting(words: string[], widths: Widths, room: Room): FittedText | null {
  const longest = Math.max(...words.map((word) => widthOf(word, widths)));
  for (const size of room.sizes) {
    const width = room.width / size;
    if (longest > width) continue;
    const lines = linesOf(words, widths, width);
    if (lines.length * size * room.lineHeight <= room.height)
      return { size, lines: balanced(words, widths, width, lines) };
  }
  return null;
}

const widthOf = (text: string, widths: Widths): number => {
  const known = widths(text);
  return known > 0 ? known : lettersOf(text).reduce((sum, letter) => sum + widths(letter), 0);
};

/** Fills each line with as many words as fit. */
function linesOf(words: string[], widths: Widths, width: number): string[] {
  const lines: string[] = [];
  let taken = Number.POSITIVE_INFINITY;
  for (const word of words) {
    const more = widthOf(word, widths);
    const joined = taken + widths(' ') + more;
    if (joined <= width) lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
    taken = joined <= width ? joined : more;
  }
  return lines;
}

/** Keeps the number of lines and makes them as even as possible. */
function balanced(words: string[], widths: Widths, width: number, lines: string[]): string[] {
  for (let narrower = 0.5; narrower < 1; narrower += 0.02) {
    const longest = Math.max(...words.map((word) => widthOf(word, widths)));
    const tried = linesOf(words, widths, Math.max(longest, width * narrower));
    if (tried.length <= lines.length) return tried;
  }
  return lines;
}

/** Breaks a word into pieces that fit a line; a word that fits stays whole. */
function broken(word: string, widths: Widths, width: number): string[] {
  if (widthOf(word, widths) <= width) return [word];
  const pieces: string[] = [];
  let taken = Number.POSITIVE_INFINITY;
  for (const letter of lettersOf(word)) {
    taken += widths(letter);
    if (taken <= width) pieces.push(`${pieces.pop()}${letter}`);
    else {
      pieces.push(letter);
      taken = widths(letter);
    }
  }
  return pieces;
}

function cut(words: string[], widths: Widths, room: Room, size: number): FittedText {
  const lines = linesOf(words, widths, room.width / size);
  const most = Math.max(1, Math.floor(room.height / (size * room.lineHeight)));
  const kept = lines.slice(0, most);
  const letters = lettersOf(kept.pop() ?? '');
  while (letters.length > 1 && widthOf(`${letters.join('')}…`, widths) > room.width / size) letters.pop();
  return { size, lines: [...kept, `${letters.join('').trimEnd()}…`] };
}
