/** Normalizes a coupon code for storage and comparison: trimmed, upper case. */
export const normalizeCouponCode = (input: string): string => input.trim().toUpperCase();

const DECIMAL_COMMA = /^\d+,\d{1,2}$/;

/** Normalizes a typed amount for price parsing: removes blanks and turns a decimal comma into a dot. */
export function normalizeAmountInput(text: string): string {
  const digits = text.replace(/\s/g, '');
  return DECIMAL_COMMA.test(digits) ? digits.replace(',', '.') : digits;
}

/** Control characters and direction marks. */
const INVISIBLE_CHARACTERS = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A visible character: neither blank nor ignorable. */
const VISIBLE_CHARACTER = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** Cleans a multi-line text for storage: NFC, no invisible characters, trimmed; empty if nothing is visible. */
export function cleanText(text: string): string {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n');
  const clean = lines.replace(LONE_SURROGATE, '').replace(INVISIBLE_CHARACTERS, '').normalize('NFC').trim();
  return VISIBLE_CHARACTER.test(clean) ? clean : '';
}

/** Cleans a text for storage as one line. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ');

/** A UUID in lower case, as PostgreSQL and `crypto.randomUUID` write it. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Removes NUL and lone surrogates from every string in the value, which PostgreSQL cannot store. */
export const toStorable = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, item: unknown) =>
    typeof item === 'string' ? item.replaceAll('\0', '').replace(LONE_SURROGATE, '') : item,
  ) as T;

/** Length in code points, not UTF-16 units. */
export const countCharacters = (text: string): number => Array.from(text).length;

/** Returns the error message for a text of more than `limit` characters; else null. */
export function validateLength(
  text: string,
  limit: number,
  getMessage: (values: { limit: number; length: number }) => string,
): string | null {
  const length = countCharacters(text);
  return length > limit ? getMessage({ limit, length }) : null;
}

/** Returns a normalized http or https URL; null with credentials, blanks or control characters in it. */
export function parseSafeUrl(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || /[\s\\\p{Cc}]/u.test(text) || !text.isWellFormed()) return null;
  const url = URL.parse(text);
  if (!url || url.username || url.password) return null;
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}

/** Cuts a text of one line between words, with an ellipsis, to at most `maxLength` characters. */
export function shortenText(text: string, maxLength: number): string {
  const characters = Array.from(text);
  if (characters.length <= maxLength) return text;
  const cut = characters.slice(0, maxLength - 1).join('');
  const wholeWords = characters[maxLength - 1] === ' ' ? cut : cut.replace(/\s\S*$/, '');
  return `${wholeWords.replace(/[\s.,:;!?–—-]+$/, '')}…`;
}
