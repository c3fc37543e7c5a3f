import type { User } from '@supabase/auth-js';

import type { FactorType } from '#domain/account.ts';

import { authClient } from './session.ts';

/** One of the second steps that somebody has set up. */
export type SecondStep = { id: string; type: FactorType; name: string };

const UNNAMED: Record<FactorType, string> = {
  totp: 'Authenticator app',
  webauthn: 'Security key',
  phone: 'Phone',
};

const isFactorType = (type: string): type is FactorType => type in UNNAMED;

/** Those that can be asked for, in the order in which they were added. No request. */
export const secondStepsOf = (user: User): SecondStep[] =>
  (user.factors ?? []).flatMap(({ id, status, factor_type: type, friendly_name: name }) =>
    status === 'verified' && isFactorType(type) ? [{ id, type, name: name || UNNAMED[type] }] : [],
  );

/** A code of the app. Throws the client's error, as everything here does. */
export async function passByApp(factorId: string, code: string): Promise<void> {
  const { error } = await authClient().mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}

/** The browser asks for the key. */
export async function passByKey(factorId: string): Promise<void> {
  const { error } = await authClient().mfa.webauthn.authenticate({ factorId });
  if (error) throw error;
}

/** Sends the message with the code; gives what the answer must name. */
export async function sendPhoneCode(factorId: string): Promise<string> {
  const { data, error } = await authClient().mfa.challenge({ factorId, channel: 'sms' });
  if (error) throw error;
  return data.id;
}

export async function passByPhone(factorId: string, challengeId: string, code: string): Promise<void> {
  const { error } = await authClient().mfa.verify({ factorId, challengeId, code });
  if (error) throw error;
}

export async function passByRecoveryCode(code: string): Promise<void> {
  const { error } = await authClient().mfa.recoveryCodes.verify({ code });
  if (error) throw error;
}
