import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns random text of about 5.9 bits per character. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** Creates an id. `prefix` is Stripe's prefix up to the random part: 'cus_', 'pi_3'. */
export const newId = (prefix: string, length: number): string => `${prefix}${randomText(length)}`;
