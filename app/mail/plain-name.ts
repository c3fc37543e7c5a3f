import { cleanLine, cleanText } from '#domain/text.ts';

const LONGEST = 60;

const cut = (text: string, most: number): string => {
  const characters = Array.from(text);
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
};

/**
 * A name that somebody has typed, as it may stand in our mail: letters, figures and what joins them. Nothing that a
 * mail program would make a link of, and no more than a name.
 */
export function plainName(text: string, most = LONGEST): string {
  const plain = text
    .replaceAll(/[^\p{L}\p{M}\p{N} '’()&+_.,-]/gu, ' ')
    .replaceAll(/\.(?=\S)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return Array.from(plain).slice(0, most).join('');
}

/** The same of an email address. */
export const plainAddress = (text: string): string => (/^[\w.+-]+@[\w.-]+$/.test(text) ? text : '');

/** What a seller calls a thing, in one line without unseen characters; the end of a long one is left out. */
export const shownName = (text: string, most: number): string => cut(cleanLine(text), most);

/** What somebody has written, with its lines. */
export const shownText = (text: string, most: number): string => cut(cleanText(text), most);

/** `Product not received` of the provider's `product_not_received`. */
export function plainWord(word: string): string {
  const plain = plainName(word.replaceAll(/[_.]/g, ' ')).toLowerCase();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
