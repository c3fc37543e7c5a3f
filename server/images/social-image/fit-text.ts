/** Width of a word or character, relative to the font size. */
export type MeasureWidth = (text: string) => number;
/** In pixels. `sizes` are tried in order, so the largest comes first. */
export type TextBox = { width: number; height: number; sizes: readonly number[]; lineHeight: number };
export type FittedText = { size: number; lines: string[] };

/** Maximum font size for broken words, which look too loud when larger. */
const MAX_BROKEN_SIZE = 54;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
export const graphemesOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

/**
 * Fits a text into a box at the largest possible size, with lines of similar length. A word is broken only if no size fits
 * it whole; a text that never fits is cut with an ellipsis.
 */
export function fitText(text: string, measure: MeasureWidth, box: TextBox): FittedText {
  const words = text.split(' ');
  const unbroken = fitWords(words, measure, box);
  if (unbroken) return unbroken;
  const piecesAtSize = (size: number) => words.flatMap((word) => breakWord(word, measure, box.width / size));
  for (const size of box.sizes.filter((one) => one <= MAX_BROKEN_SIZE)) {
    const fitted = fitWords(piecesAtSize(size), measure, { ...box, sizes: [size] });
    if (fitted) return fitted;
  }
  const minSize = box.sizes.at(-1) ?? 1;
  return cutText(piecesAtSize(minSize), measure, box, minSize);
}

function fitWords(words: string[], measure: MeasureWidth, box: TextBox): FittedText | null {
  const longest = Math.max(...words.map((word) => widthOf(word, measure)));
  for (const size of box.sizes) {
    const width = box.width / size;
    if (longest > width) continue;
    const lines = wrapLines(words, measure, width);
    if (lines.length * size * box.lineHeight <= box.height)
      return { size, lines: balanceLines(words, measure, width, lines) };
  }
  return null;
}

const widthOf = (text: string, measure: MeasureWidth): number => {
  const measured = measure(text);
  return measured > 0 ? measured : graphemesOf(text).reduce((sum, grapheme) => sum + measure(grapheme), 0);
};

/** Fills each line with as many words as fit. */
function wrapLines(words: string[], measure: MeasureWidth, width: number): string[] {
  const lines: string[] = [];
  let lineWidth = Number.POSITIVE_INFINITY;
  for (const word of words) {
    const wordWidth = widthOf(word, measure);
    const joinedWidth = lineWidth + measure(' ') + wordWidth;
    if (joinedWidth <= width) lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
    lineWidth = joinedWidth <= width ? joinedWidth : wordWidth;
  }
  return lines;
}

/** Keeps the number of lines and makes them as even as possible. */
function balanceLines(words: string[], measure: MeasureWidth, width: number, lines: string[]): string[] {
  for (let ratio = 0.5; ratio < 1; ratio += 0.02) {
    const longest = Math.max(...words.map((word) => widthOf(word, measure)));
    const candidate = wrapLines(words, measure, Math.max(longest, width * ratio));
    if (candidate.length <= lines.length) return candidate;
  }
  return lines;
}

/** Breaks a word into pieces that fit a line; a word that fits stays whole. */
function breakWord(word: string, measure: MeasureWidth, width: number): string[] {
  if (widthOf(word, measure) <= width) return [word];
  const pieces: string[] = [];
  let lineWidth = Number.POSITIVE_INFINITY;
  for (const grapheme of graphemesOf(word)) {
    lineWidth += measure(grapheme);
    if (lineWidth <= width) pieces.push(`${pieces.pop()}${grapheme}`);
    else {
      pieces.push(grapheme);
      lineWidth = measure(grapheme);
    }
  }
  return pieces;
}

function cutText(words: string[], measure: MeasureWidth, box: TextBox, size: number): FittedText {
  const lines = wrapLines(words, measure, box.width / size);
  const maxLines = Math.max(1, Math.floor(box.height / (size * box.lineHeight)));
  const visibleLines = lines.slice(0, maxLines);
  const lastLine = graphemesOf(visibleLines.pop() ?? '');
  while (lastLine.length > 1 && widthOf(`${lastLine.join('')}…`, measure) > box.width / size) lastLine.pop();
  return { size, lines: [...visibleLines, `${lastLine.join('').trimEnd()}…`] };
}
