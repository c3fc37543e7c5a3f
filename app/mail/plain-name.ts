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
 * Sanitizes a typed name for emails: keeps letters, digits and common punctuation, removes everything that an email
 * program could turn into a link, and limits the length.
 */
export function plainName(text: string, most = LONGEST): string {
  const plain = text
    .replaceAll(/[^\p{L}\p{M}\p{N} '’()&+_.,-]/gu, ' ')
    .replaceAll(/\.(?=\S)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return Array.from(plain).slice(0, most).join('');
}

/** Returns an email address unchanged, or an empty string if it is invalid. */
export const plainAddress = (text: string): string => (/^[\w.+-]+@[\w.-]+$/.test(text) ? text : '');

/** Cleans a text to one line without invisible characters, and truncates it with an ellipsis. */
export const shownName = (text: string, most: number): string => cut(cleanLine(text), most);

/** The same with line breaks kept. */
export const shownText = (text: string, most: number): string => cut(cleanText(text), most);

/** Formats the provider's `product_not_received` as `Product not received`. */
export function plainWord(word: string): string {
  const plain = plainName(word.replaceAll(/[_.]/g, ' ')).toLowerCase();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
