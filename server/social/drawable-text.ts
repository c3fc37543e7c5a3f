import { cleanLine } from '#domain/text.ts';

/** Emoji and invisible formatting characters, which our fonts do not contain. */
const UNDRAWABLE = /\p{RGI_Emoji}|\p{Default_Ignorable_Code_Point}/gv;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Separators that remain at the ends when the words beside them cannot be drawn. */
const SEPARATORS_AT_ENDS = /^[\s·•|:;,/–—-]+|[\s·•|:;,/–—-]+$/g;
const MAX_MISSING_RATIO = 0.2;

/** Removes all characters that are never drawn. */
export const withoutEmoji = (text: string): string =>
  cleanLine(cleanLine(text).replace(UNDRAWABLE, ' ')).replace(/\s+([.,:;!?)])/g, '$1');

/** Keeps the characters that the fonts contain; empty when too many are missing for the rest to make sense. */
export function drawableText(text: string, characters: ReadonlySet<string>): string {
  const allCharacters = Array.from(withoutEmoji(text));
  const drawable = allCharacters.filter((character) => character === ' ' || characters.has(character));
  if (drawable.length === allCharacters.length) return allCharacters.join('');
  const count = (characters: string[]) => characters.filter((character) => LETTER_OR_DIGIT.test(character)).length;
  if (count(drawable) < count(allCharacters) * (1 - MAX_MISSING_RATIO)) return '';
  return cleanLine(drawable.join('')).replace(SEPARATORS_AT_ENDS, '');
}
