import { API_KEY_ANYWHERE } from '#server/api/api-key-text.ts';

/**
 * Patterns of secrets and their replacements. Input may contain words of any length, so each pattern has a bounded length
 * and does not match again within a word.
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

/** Digits as people write card numbers; not within a longer number or word. */
const CARD_LIKE = /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])/g;

/** Characters that a terminal interprets or a reader cannot see, beyond those that JSON escapes. */
const UNSEEN = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Removes secrets, addresses and card numbers from a JSON log line; the result is still JSON. */
export function redacted(line: string): string {
  let text = line;
  for (const [pattern, sign] of HIDDEN) text = text.replaceAll(pattern, sign);
  return text
    .replaceAll(CARD_LIKE, (digits, at: number) => {
      if (!passesLuhn(digits)) return digits;
      // A bare JSON number is replaced by a number.
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

/** The path with ids replaced, because some paths contain private tokens. */
export const loggedPath = (path: string): string => path.replaceAll(UUID, ':id').slice(0, 300);
