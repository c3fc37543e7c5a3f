import { helpMessages } from '#content/messages/help.ts';

import { cleanLine } from './text.ts';

export const MAX_HELP_QUERY = 200;
/** Up to this many results are shown expanded. */
export const MAX_EXPANDED_RESULTS = 3;

const MIN_HIGHLIGHT_LENGTH = 3;

/** Normalizes a search query from the URL or the input. */
export const parseHelpQuery = (input: string | null): string =>
  Array.from(cleanLine(input ?? ''))
    .slice(0, MAX_HELP_QUERY)
    .join('')
    .trim();

/** Folds case, accents and apostrophes. */
const foldCharacter = (character: string): string =>
  character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[‘’]/g, "'").replace(/\s/g, ' ');

const foldText = (text: string): string => Array.from(text, foldCharacter).join('');

const getQueryWords = (query: string): string[] => [...new Set(foldText(query).split(' '))].filter(Boolean);

/** True if the text contains every word of the query, also inside other words. */
export function matchesQuery(text: string, query: string): boolean {
  const foldedText = foldText(text);
  const words = getQueryWords(query);
  return words.length > 0 && words.every((word) => foldedText.includes(word));
}

/** A part of a text from `start` to `end`, as `slice` takes them. */
type TextRange = { start: number; end: number };

/** Ranges to highlight: the whole query where it occurs, otherwise its words; never part of a character. */
export function findHighlights(text: string, query: string): TextRange[] {
  const characters = foldCharacters(text);
  const foldedText = characters.map(({ character }) => character).join('');
  const phrase = getQueryWords(query).length > 0 ? foldText(query).trim() : '';
  const ranges = findOccurrences(foldedText, phrase);
  const matches =
    ranges.length > 0 ? ranges : getHighlightWords(query).flatMap((word) => findOccurrences(foldedText, word));
  return mergeRanges(matches).map(({ start, end }) => ({
    start: characters[start]?.start ?? 0,
    end: characters[end - 1]?.end ?? text.length,
  }));
}

/** Words to highlight: short words are skipped if there are longer ones, because "a" or "to" would highlight half the page. */
function getHighlightWords(query: string): string[] {
  const words = getQueryWords(query);
  const longWords = words.filter((word) => word.length >= MIN_HIGHLIGHT_LENGTH);
  return longWords.length > 0 ? longWords : words;
}

/** One entry for each UTF-16 unit of the folded text, with the range of its character in the original text. */
function foldCharacters(text: string): (TextRange & { character: string })[] {
  let start = 0;
  return Array.from(text).flatMap((original) => {
    const range = { start, end: start + original.length };
    start = range.end;
    return foldCharacter(original)
      .split('')
      .map((character) => ({ character, ...range }));
  });
}

function findOccurrences(foldedText: string, needle: string): TextRange[] {
  const ranges: TextRange[] = [];
  if (needle === '') return ranges;
  for (let start = foldedText.indexOf(needle); start >= 0; start = foldedText.indexOf(needle, start + needle.length))
    ranges.push({ start, end: start + needle.length });
  return ranges;
}

function mergeRanges(ranges: readonly TextRange[]): TextRange[] {
  const result: TextRange[] = [];
  for (const { start, end } of ranges.toSorted((rangeA, rangeB) => rangeA.start - rangeB.start)) {
    const last = result.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

type TextSegment = { text: string; highlighted: boolean };

/** Splits the text into highlighted and plain segments in order; none is empty. */
export function splitByHighlights(text: string, query: string): TextSegment[] {
  let position = 0;
  const segments = findHighlights(text, query).flatMap(({ start, end }) => {
    const before = { text: text.slice(position, start), highlighted: false };
    position = end;
    return [before, { text: text.slice(start, end), highlighted: true }];
  });
  return [...segments, { text: text.slice(position), highlighted: false }].filter((segment) => segment.text !== '');
}

/** Result summary shown and announced above the results; empty without a query or results. */
export const formatResultSummary = (count: number, query: string): string =>
  query && count > 0 ? helpMessages.results({ count, query }) : '';
