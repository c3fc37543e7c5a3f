import { z } from 'zod';

const LONGEST_EMAIL = 254;

/** Returns the address in its stored form (trimmed, lower case), or null when it is invalid. */
export function emailFrom(text: string): string | null {
  const email = text.trim().toLowerCase();
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return email.length <= LONGEST_EMAIL && z.regexes.html5Email.test(email) && domain.includes('.')
    ? email
    : null;
}
