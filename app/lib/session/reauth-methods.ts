import type { User } from '@supabase/auth-js';

import { authenticationMessages } from '#content/messages/authentication.ts';
import type { Account, ReauthStep } from '#domain/account.ts';

import { listSecondFactors, type SecondFactor } from './second-factor.ts';

/** A method of step-up authentication. */
export type ReauthMethod =
  | { id: 'password'; type: 'password' }
  | { id: 'mail'; type: 'mail'; email: string }
  | { id: 'recovery'; type: 'recovery' }
  | SecondFactor;

const messages = authenticationMessages.reauth.methods;

/** Label of the button that switches to this method. */
export function getReauthMethodLabel(method: ReauthMethod): string {
  if (method.type === 'password') return messages.password;
  if (method.type === 'mail') return messages.email;
  if (method.type === 'recovery') return messages.recovery;
  return messages[method.type]({ name: method.name });
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
