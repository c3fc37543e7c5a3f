import type { User } from '@supabase/auth-js';

import { authenticationMessages } from '#content/messages/authentication.ts';
import type { FactorType } from '#domain/account.ts';

import { getSessionState } from './session-state.ts';
import { callAuth, loadAuthClient } from './session.ts';

/** True if the signed-in user still has to pass the second factor. Sends no request. */
export async function isSecondFactorPending(): Promise<boolean> {
  const { data } = await (await loadAuthClient()).getSession();
  return getSessionState(data.session).status === 'second-step';
}

/** A second factor that the user has set up. */
export type SecondFactor = { id: string; type: FactorType; name: string };

const DEFAULT_FACTOR_NAMES: Record<FactorType, string> = authenticationMessages.factorNames;

const isFactorType = (type: string): type is FactorType => type in DEFAULT_FACTOR_NAMES;

/** Lists the verified factors in the order in which they were added. Sends no request. */
export const listSecondFactors = (user: User): SecondFactor[] =>
  (user.factors ?? []).flatMap(({ id, status, factor_type: type, friendly_name: name }) =>
    status === 'verified' && isFactorType(type) ? [{ id, type, name: name || DEFAULT_FACTOR_NAMES[type] }] : [],
  );

/** Verifies a code of an authenticator app. Throws the client's error, as do all functions here. */
export const verifyTotp = (factorId: string, code: string): Promise<unknown> =>
  callAuth((auth) => auth.mfa.challengeAndVerify({ factorId, code }));

/** Verifies a security key through the browser's prompt. */
export const verifySecurityKey = (factorId: string): Promise<unknown> =>
  callAuth((auth) => auth.mfa.webauthn.authenticate({ factorId }));

/** Sends a code by text message and returns the challenge id. */
export const requestPhoneCode = async (factorId: string): Promise<string> =>
  (await callAuth((auth) => auth.mfa.challenge({ factorId, channel: 'sms' }))).id;

export const verifyPhoneCode = (factorId: string, challengeId: string, code: string): Promise<unknown> =>
  callAuth((auth) => auth.mfa.verify({ factorId, challengeId, code }));

export const verifyRecoveryCode = (code: string): Promise<unknown> =>
  callAuth((auth) => auth.mfa.recoveryCodes.verify({ code }));
