import { API_KEY_ANYWHERE } from '#server/api/api-key-text.ts';

/**
 * What stands for something that nobody may read. Strangers bring words of any length into a line: none of these begins
 * anew within a word, or looks on for longer than so far.
 */
const HIDDEN: readonly (readonly [RegExp, string])[] = [
  [/(?<![a-z0-9+.-])([a-z0-9+.-]+):\/\/[^\s"\\/@:]{0,300}:[^\s"\\@]{0,300}@/gi, '$1://[secret]@'],
  [/\bBearer\s+[^\s"\\,]+/gi, 'Bearer [secret]'],
  [/\b[srp]k_(?:live|test)_\w+/g, '[key]'],
  [/\bwhsec_[\w+/=-]+/g, '[key]'],
  [API_KEY_ANYWHERE, '[key]'],
  [/\beyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g, '[token]'],
  [/(?<![\w.+%-])[\w.+%-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi, '[address]'],
];

/** So many digits, as people write the number of a card; not within a longer number or a word. */
const CARD_LIKE = /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])/g;

/** What a terminal obeys, or a reader does not see, beyond what JSON escapes by itself. */
const UNSEEN = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** A line of the log, which is JSON, without secrets, addresses and numbers of cards; it is JSON afterwards as well. */
export function redacted(line: string): string {
  let text = line;
  for (const [pattern, sign] of HIDDEN) text = text.replaceAll(pattern, sign);
  return text
    .replaceAll(CARD_LIKE, (digits, at: number) => {
      if (!passesLuhn(digits)) return digits;
      // A bare number stays one.
      return [':', ',', '['].includes(text.charAt(at - 1)) ? '0' : '[card]';
    })
    .replaceAll(UNSEEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function passesLuhn(text: string): boolean {
  const digits = Array.from(text.replaceAll(/\D/g, ''), Number).toReversed();
  const sum = digits.reduce((total, digit, place) => {
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** A path as it may be written down: what only one person should know stands in some of them. */
export const loggedPath = (path: string): string => path.replaceAll(UUID, ':id').slice(0, 300);
