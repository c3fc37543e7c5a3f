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

/** Length as people count it: code points, not UTF-16 units. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** The address when it is an http or https one without a password in it, else null. */
export function safeUrl(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || /[\s\\]/.test(text)) return null;
  const url = URL.parse(text);
  if (!url || url.username || url.password) return null;
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}
