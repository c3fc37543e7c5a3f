import { randomUUID } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import { type ChallengeRow, listFactors, type FactorRow, findFactor } from '#server/auth/queries/factors.ts';
import type { SessionRow } from '#server/auth/queries/sessions.ts';
import { findUser } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import { canSendSms } from '#server/email/sms-transport.ts';

import { AuthError } from '../auth-error.ts';
import { limitChallenges, limitSms } from '../auth-rate-limits.ts';
import { createChallenge, toExpiresAt } from '../challenges.ts';
import { changeAccount } from '../change-account.ts';
import { generateCode, queueSmsCode } from '../one-time-links.ts';
import { parseIdParam, readBody } from '../read-auth-body.ts';
import { createAssertionOptions, createRegistrationOptions, getRpId } from '../relying-party.ts';
import { assertConfirmedSession, assertFullSession, requireSession } from '../require-session.ts';

/** Finds the factor of the path, which must belong to the session's user. Throws AuthError 'mfa_factor_not_found'. */
export async function findOwnFactor(
  context: Context,
  call: Call,
  { userId }: Pick<SessionRow, 'userId'>,
): Promise<FactorRow> {
  const id = parseIdParam(call, 'mfa_factor_not_found');
  const factor = await findFactor(context.db, userId, id);
  if (!factor) throw new AuthError('mfa_factor_not_found');
  return factor;
}

const ChallengeBody = z.object({
  factorId: z.string().max(64).optional(),
  channel: z.enum(['sms', 'whatsapp']).optional(),
  webauthn: z
    .object({ rpId: z.string().max(255), rpOrigins: z.array(z.string().max(255)).max(8).optional() })
    .optional(),
});

/** POST factors/{id}/challenge: sends or returns the challenge of a factor. */
export async function challengeFactor(context: Context, call: Call): Promise<Response> {
  const session = await requireSession(context, call);
  const factor = await findOwnFactor(context, call, session);
  // A new factor needs a fully authenticated session. A security key needs a recent one, as it accepts any key.
  if (factor.status === 'unverified' && factor.type === 'webauthn') assertConfirmedSession(context, session);
  else if (factor.status === 'unverified') assertFullSession(session);
  const { webauthn } = await readBody(call, ChallengeBody);
  await limitChallenges(context, session.userId);
  if (factor.type === 'webauthn') {
    if (webauthn && webauthn.rpId !== getRpId(context)) throw new AuthError('validation_failed');
    return call.json(await createWebauthnChallenge(context, session, factor));
  }
  const challenge =
    factor.phone === null
      ? await createChallenge(context, context.db, session, { purpose: 'factor', factorId: factor.id })
      : await sendPhoneChallenge(context, session, { factorId: factor.id, phone: factor.phone });
  return call.json(toChallengePayload(challenge, factor));
}

async function createWebauthnChallenge(context: Context, session: SessionRow, factor: FactorRow) {
  const [type, publicKey] = factor.webauthn
    ? (['request', await createAssertionOptions(context, 'second step', [factor.webauthn])] as const)
    : (['create', await createCredentialOptions(context, factor)] as const);
  const expectation = { purpose: 'factor', factorId: factor.id, expected: publicKey.challenge } as const;
  const challenge = await createChallenge(context, context.db, session, expectation);
  return { ...toChallengePayload(challenge, factor), webauthn: { type, credential_options: { publicKey } } };
}

async function createCredentialOptions(context: Context, { userId }: FactorRow) {
  const user = await findUser(context.db, userId);
  if (!user) throw new AuthError('user_not_found');
  const factors = await listFactors(context.db, userId);
  const existing = factors.flatMap(({ webauthn }) => webauthn ?? []);
  return createRegistrationOptions(context, user, 'second step', existing);
}

async function sendPhoneChallenge(
  context: Context,
  session: SessionRow,
  { factorId, phone }: { factorId: string; phone: string },
): Promise<ChallengeRow> {
  if (!canSendSms(context)) throw new AuthError('sms_send_failed');
  await limitSms(context, session.userId, phone);
  const id = randomUUID();
  const code = generateCode();
  const expected = context.secrets.hash(smsCodeHashInput(id, code));
  return changeAccount(context, async (tx) => {
    await queueSmsCode(context, tx, { id, phone, code });
    return createChallenge(context, tx, session, { id, purpose: 'factor', factorId, expected });
  });
}

/** Input of the hash that a challenge stores for its code. */
export const smsCodeHashInput = (challengeId: string, code: string): string => `sms:${challengeId}:${code}`;

const toChallengePayload = (challenge: ChallengeRow, { type }: FactorRow) => ({
  id: challenge.id,
  type,
  expires_at: toExpiresAt(challenge),
});
