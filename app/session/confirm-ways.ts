import type { User } from '@supabase/auth-js';

import type { Account, FactorType } from '#domain/account.ts';

import { secondStepsOf, type SecondStep } from './second-step.ts';

/** How somebody can show once more that it is they. */
export type ConfirmWay =
  | { id: 'password'; type: 'password' }
  | { id: 'mail'; type: 'mail'; email: string }
  | SecondStep;

const STEP_WORDS: Record<FactorType, string> = {
  totp: 'Use a code from',
  phone: 'Send a message to',
  webauthn: 'Use',
};

/** What the key says that leads to this way. */
export function wayWords(way: ConfirmWay): string {
  if (way.type === 'password') return 'Use your password';
  if (way.type === 'mail') return 'Send me a code by mail';
  return `${STEP_WORDS[way.type]} ${way.name}`;
}

/** The ways that this account has, the one at hand first. */
export function confirmWays(
  { email, hasPassword }: Pick<Account, 'email' | 'hasPassword'>,
  user: User | null,
): ConfirmWay[] {
  return [
    ...(hasPassword ? [{ id: 'password', type: 'password' } as const] : []),
    ...(user ? secondStepsOf(user) : []),
    { id: 'mail', type: 'mail', email },
  ];
}
