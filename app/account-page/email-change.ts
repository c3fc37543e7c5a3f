import type { User } from '@supabase/auth-js';

import type { Account } from '#domain/account.ts';

/**
 * The mailboxes that must agree to a change. The present one is asked where it was confirmed; a second step that was
 * taken stands for it.
 */
export function askedMailboxes(
  account: Pick<Account, 'email' | 'emailConfirmed'>,
  user: Pick<User, 'factors'>,
  newEmail: string,
): string[] {
  const secondStep = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return account.emailConfirmed && !secondStep ? [newEmail, account.email] : [newEmail];
}

export const askedWords = ([first = '', second]: readonly string[]): string =>
  second ? `the mail at ${first} and the one at ${second}` : `the mail at ${first}`;
