import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Unguessable: about 5.9 bits a letter. Bytes above 247 are dropped so that no letter is likelier. */
export const randomText = (length: number): string => {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
};

/** `prefix` as Stripe writes it, up to the random part: 'cus_', 'pi_3'. */
export const newId = (prefix: string, length: number): string => `${prefix}${randomText(length)}`;
