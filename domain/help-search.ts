import { cleanLine } from './text.ts';

export const MAX_HELP_QUERY = 200;
/** Up to this many results are shown expanded. */
export const OPENED_AT_MOST = 3;

const SHORTEST_MARKED = 3;

/** Normalizes a search query from the URL or the input. */
export const helpQueryFrom = (typed: string | null): string =>
  Array.from(cleanLine(typed ?? ''))
    .slice(0, MAX_HELP_QUERY)
    .join('')
    .trim();

/** Folds case, accents and apostrophes. */
const foldedLetter = (letter: string): string =>
  letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[‘’]/g, "'").replace(/\s/g, ' ');

const folded = (text: string): string => Array.from(text, foldedLetter).join('');

const wordsOf = (query: string): string[] => [...new Set(folded(query).split(' '))].filter(Boolean);

/** True if the text contains every word of the query, also inside other words. */
export function isFoundIn(text: string, query: string): boolean {
  const where = folded(text);
  const words = wordsOf(query);
  return words.length > 0 && words.every((word) => where.includes(word));
}

/** A part of a text from `start` to `end`, as `slice` takes them. */
export type Range = { start: number; end: number };

/** Ranges to highlight: the whole query where it occurs, otherwise its words; never part of a character. */
export function marksIn(text: string, query: string): Range[] {
  const letters = lettersOf(text);
  const where = letters.map(({ letter }) => letter).join('');
  const phrase = wordsOf(query).length > 0 ? folded(query).trim() : '';
  const places = placesOf(where, phrase);
  const found = places.length > 0 ? places : markedWords(query).flatMap((word) => placesOf(where, word));
  return merged(found).map(({ start, end }) => ({
    start: letters[start]?.start ?? 0,
    end: letters[end - 1]?.end ?? text.length,
  }));
}

/** Words to highlight: short words are skipped if there are longer ones, because "a" or "to" would highlight half the page. */
function markedWords(query: string): string[] {
  const words = wordsOf(query);
  const long = words.filter((word) => word.length >= SHORTEST_MARKED);
  return long.length > 0 ? long : words;
}

/** One entry for each UTF-16 unit of the folded text, with the range of its character in the original text. */
function lettersOf(text: string): (Range & { letter: string })[] {
  let start = 0;
  return Array.from(text).flatMap((original) => {
    const range = { start, end: start + original.length };
    start = range.end;
    return foldedLetter(original)
      .split('')
      .map((letter) => ({ letter, ...range }));
  });
}

function placesOf(where: string, what: string): Range[] {
  const places: Range[] = [];
  if (what === '') return places;
  for (let start = where.indexOf(what); start >= 0; start = where.indexOf(what, start + what.length))
    places.push({ start, end: start + what.length });
  return places;
}

function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

export type Piece = { text: string; marked: boolean };

/** Splits the text into highlighted and plain segments in order; none is empty. */
export function piecesOf(text: string, query: string): Piece[] {
  let drawn = 0;
  const pieces = marksIn(text, query).flatMap(({ start, end }) => {
    const before = { text: text.slice(drawn, start), marked: false };
    drawn = end;
    return [before, { text: text.slice(start, end), marked: true }];
  });
  return [...pieces, { text: text.slice(drawn), marked: false }].filter((piece) => piece.text !== '');
}

export const articlesText = (count: number): string => (count === 1 ? '1 article' : `${count} articles`);

/** Result summary shown and announced above the results; empty without a query or results. */
export const foundText = (count: number, query: string): string =>
  query && count > 0 ? `${articlesText(count)} with “${query}”` : '';
