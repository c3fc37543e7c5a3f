import { cleanLine } from '#domain/text.ts';

/** Emoji and invisible formatting characters, which our fonts do not contain. */
const NEVER_DRAWN = /\p{RGI_Emoji}|\p{Default_Ignorable_Code_Point}/gv;
const LETTER = /[\p{L}\p{N}]/u;
/** Separators that remain at the ends when the words beside them cannot be drawn. */
const LOOSE_ENDS = /^[\s·•|:;,/–—-]+|[\s·•|:;,/–—-]+$/g;
const MOST_MISSING = 0.2;

/** Removes all characters that are never drawn. */
export const withoutEmoji = (text: string): string =>
  cleanLine(cleanLine(text).replace(NEVER_DRAWN, ' ')).replace(/\s+([.,:;!?)])/g, '$1');

/** Keeps the characters that the fonts contain; empty when too many are missing for the rest to make sense. */
export function drawableText(text: string, letters: ReadonlySet<string>): string {
  const all = Array.from(withoutEmoji(text));
  const kept = all.filter((character) => character === ' ' || letters.has(character));
  if (kept.length === all.length) return all.join('');
  const count = (characters: string[]) => characters.filter((one) => LETTER.test(one)).length;
  if (count(kept) < count(all) * (1 - MOST_MISSING)) return '';
  return cleanLine(kept.join('')).replace(LOOSE_ENDS, '');
}
