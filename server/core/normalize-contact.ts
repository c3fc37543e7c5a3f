import { z } from 'zod';

/** Returns a phone number in E.164 form, such as '+4915112345678', or null when it is invalid. */
export function normalizePhone(text: string): string | null {
  const compact = text.replaceAll(/[\s().\u2010-\u2015/-]/g, '').replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(compact) ? compact : null;
}

const MAX_EMAIL_LENGTH = 254;

/** Returns the address in its stored form (trimmed, lower case), or null when it is invalid. */
export function normalizeEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return email.length <= MAX_EMAIL_LENGTH && z.regexes.html5Email.test(email) && domain.includes('.') ? email : null;
}
