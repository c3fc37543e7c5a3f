import type { User } from '@supabase/auth-js';

import type { Account, FactorType, ReauthStep } from '#domain/account.ts';

import { listSecondFactors, type SecondFactor } from './second-factor.ts';

/** A method of step-up authentication. */
export type ReauthMethod =
  | { id: 'password'; type: 'password' }
  | { id: 'mail'; type: 'mail'; email: string }
  | { id: 'recovery'; type: 'recovery' }
  | SecondFactor;

const FACTOR_LABEL_PREFIXES: Record<FactorType, string> = {
  totp: 'Use a code from',
  phone: 'Send a message to',
  webauthn: 'Use',
};

/** Label of the button that switches to this method. */
export function getReauthMethodLabel(method: ReauthMethod): string {
  if (method.type === 'password') return 'Use your password';
  if (method.type === 'mail') return 'Send me a code by mail';
  if (method.type === 'recovery') return 'Use a recovery code';
  return `${FACTOR_LABEL_PREFIXES[method.type]} ${method.name}`;
}

type AccountFields = Pick<Account, 'email' | 'hasPassword' | 'recoveryCodesLeft'>;

/** Lists the methods that this account has for a step, the most convenient first. */
export function listReauthMethods(step: ReauthStep, account: AccountFields, user: User | null): ReauthMethod[] {
  const { email, hasPassword, recoveryCodesLeft } = account;
  if (step === 'first')
    return [
      ...(hasPassword ? [{ id: 'password', type: 'password' } as const] : []),
      { id: 'mail', type: 'mail', email },
    ];
  return [
    ...(user ? listSecondFactors(user) : []),
    ...(recoveryCodesLeft ? [{ id: 'recovery', type: 'recovery' } as const] : []),
  ];
}
