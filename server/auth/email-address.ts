import { z } from 'zod';

const MAX_EMAIL_LENGTH = 254;

/** Returns the address in its stored form (trimmed, lower case), or null when it is invalid. */
export function normalizeEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return email.length <= MAX_EMAIL_LENGTH && z.regexes.html5Email.test(email) && domain.includes('.') ? email : null;
}
