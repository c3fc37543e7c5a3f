import { z } from 'zod';

const LONGEST_EMAIL = 254;

/** The address as it is stored, in lower case and trimmed, or null when it cannot be one. */
export function emailFrom(text: string): string | null {
  const email = text.trim().toLowerCase();
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return email.length <= LONGEST_EMAIL && z.regexes.html5Email.test(email) && domain.includes('.')
    ? email
    : null;
}
