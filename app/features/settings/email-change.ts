import type { User } from '@supabase/auth-js';

import type { Account } from '#domain/account.ts';

/**
 * Lists the addresses that must confirm an email change. The current address is skipped if it was never confirmed, or if
 * the user has a second factor.
 */
export function listConfirmationRecipients(
  account: Pick<Account, 'email' | 'emailConfirmed'>,
  user: Pick<User, 'factors'>,
  newEmail: string,
): string[] {
  const hasSecondFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return account.emailConfirmed && !hasSecondFactor ? [newEmail, account.email] : [newEmail];
}

export const describeRecipients = ([first = '', second]: readonly string[]): string =>
  second ? `the mail at ${first} and the one at ${second}` : `the mail at ${first}`;
