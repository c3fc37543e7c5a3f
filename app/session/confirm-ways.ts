import type { User } from '@supabase/auth-js';

import type { Account, FactorType, ShownStep } from '#domain/account.ts';

import { secondStepsOf, type SecondStep } from './second-step.ts';

/** A method of step-up authentication. */
export type ConfirmWay =
  | { id: 'password'; type: 'password' }
  | { id: 'mail'; type: 'mail'; email: string }
  | { id: 'recovery'; type: 'recovery' }
  | SecondStep;

const STEP_WORDS: Record<FactorType, string> = {
  totp: 'Use a code from',
  phone: 'Send a message to',
  webauthn: 'Use',
};

/** Label of the button that switches to this method. */
export function wayWords(way: ConfirmWay): string {
  if (way.type === 'password') return 'Use your password';
  if (way.type === 'mail') return 'Send me a code by mail';
  if (way.type === 'recovery') return 'Use a recovery code';
  return `${STEP_WORDS[way.type]} ${way.name}`;
}

type Known = Pick<Account, 'email' | 'hasPassword' | 'recoveryCodesLeft'>;

/** Lists the methods that this account has for a step, the most convenient first. */
export function confirmWays(step: ShownStep, account: Known, user: User | null): ConfirmWay[] {
  const { email, hasPassword, recoveryCodesLeft } = account;
  if (step === 'first')
    return [
      ...(hasPassword ? [{ id: 'password', type: 'password' } as const] : []),
      { id: 'mail', type: 'mail', email },
    ];
  return [
    ...(user ? secondStepsOf(user) : []),
    ...(recoveryCodesLeft ? [{ id: 'recovery', type: 'recovery' } as const] : []),
  ];
}
