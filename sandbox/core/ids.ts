import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns random text of about 5.9 bits per character. Bytes above 247 are dropped for a uniform distribution. */
export const randomText = (length: number): string => {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
};

/** Creates an id. `prefix` is Stripe's prefix up to the random part: 'cus_', 'pi_3'. */
export const newId = (prefix: string, length: number): string => `${prefix}${randomText(length)}`;
