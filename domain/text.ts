/** Control characters and the marks that turn the direction of a line. */
const UNSEEN = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Something that a reader would see: neither a blank nor a filler. */
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** A text of several lines as it is stored: NFC, no unseen characters, trimmed; empty when there is nothing to see. */
export function cleanText(text: string): string {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n');
  const clean = lines.replace(LONE_SURROGATE, '').replace(UNSEEN, '').normalize('NFC').trim();
  return SEEN.test(clean) ? clean : '';
}

/** A text of one line as it is stored. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ');

/** The same value with every text in it as the database can hold it: without NUL and halves of characters. */
export const storableTexts = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '').replace(LONE_SURROGATE, '') : part,
  ) as T;

/** Length as people count it: code points, not UTF-16 units. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** The address when it is an http or https one without a password or an unseen control character in it, else null. */
export function safeUrl(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || /[\s\\\p{Cc}]/u.test(text) || !text.isWellFormed()) return null;
  const url = URL.parse(text);
  if (!url || url.username || url.password) return null;
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}
