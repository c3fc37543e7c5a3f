import type { User } from '@supabase/auth-js';

import type { FactorType } from '#domain/account.ts';

import { getSessionState } from './session-state.ts';
import { authClient } from './session.ts';

/** True if the signed-in user still has to pass the second factor. Sends no request. */
export async function isSecondFactorPending(): Promise<boolean> {
  const { data } = await authClient().getSession();
  return getSessionState(data.session).status === 'second-step';
}

/** A second factor that the user has set up. */
export type SecondFactor = { id: string; type: FactorType; name: string };

const DEFAULT_FACTOR_NAMES: Record<FactorType, string> = {
  totp: 'Authenticator app',
  webauthn: 'Security key',
  phone: 'Phone',
};

const isFactorType = (type: string): type is FactorType => type in DEFAULT_FACTOR_NAMES;

/** Lists the verified factors in the order in which they were added. Sends no request. */
export const listSecondFactors = (user: User): SecondFactor[] =>
  (user.factors ?? []).flatMap(({ id, status, factor_type: type, friendly_name: name }) =>
    status === 'verified' && isFactorType(type) ? [{ id, type, name: name || DEFAULT_FACTOR_NAMES[type] }] : [],
  );

/** Verifies a code of an authenticator app. Throws the client's error, as do all functions here. */
export async function verifyTotp(factorId: string, code: string): Promise<void> {
  const { error } = await authClient().mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}

/** Verifies a security key through the browser's prompt. */
export async function verifySecurityKey(factorId: string): Promise<void> {
  const { error } = await authClient().mfa.webauthn.authenticate({ factorId });
  if (error) throw error;
}

/** Sends a code by text message and returns the challenge id. */
export async function requestPhoneCode(factorId: string): Promise<string> {
  const { data, error } = await authClient().mfa.challenge({ factorId, channel: 'sms' });
  if (error) throw error;
  return data.id;
}

export async function verifyPhoneCode(factorId: string, challengeId: string, code: string): Promise<void> {
  const { error } = await authClient().mfa.verify({ factorId, challengeId, code });
  if (error) throw error;
}

export async function verifyRecoveryCode(code: string): Promise<void> {
  const { error } = await authClient().mfa.recoveryCodes.verify({ code });
  if (error) throw error;
}
