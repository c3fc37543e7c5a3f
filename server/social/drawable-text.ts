import { cleanLine } from '#domain/text.ts';

/** Emoji, and characters that only shape others: no font of ours has them. */
const NEVER_DRAWN = /\p{RGI_Emoji}|\p{Default_Ignorable_Code_Point}/gv;
const LETTER = /[\p{L}\p{N}]/u;
/** What is left at the ends when the words beside it could not be drawn. */
const LOOSE_ENDS = /^[\s·•|:;,/–—-]+|[\s·•|:;,/–—-]+$/g;
const MOST_MISSING = 0.2;

/** A text with nothing in it that is never drawn. */
export const withoutEmoji = (text: string): string =>
  cleanLine(cleanLine(text).replace(NEVER_DRAWN, ' ')).replace(/\s+([.,:;!?)])/g, '$1');

/** What can be written of a text with these letters; empty when so much is missing that the rest says nothing. */
export function drawableText(text: string, letters: ReadonlySet<string>): string {
  const all = Array.from(withoutEmoji(text));
  const kept = all.filter((character) => character === ' ' || letters.has(character));
  if (kept.length === all.length) return all.join('');
  const count = (characters: string[]) => characters.filter((one) => LETTER.test(one)).length;
  if (count(kept) < count(all) * (1 - MOST_MISSING)) return '';
  return cleanLine(kept.join('')).replace(LOOSE_ENDS, '');
}
