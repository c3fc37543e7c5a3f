import { randomUUID } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import {
  deleteChallengesBefore,
  insertChallenge,
  type ChallengeRow,
  listFactors,
  type FactorRow,
  findFactor,
} from '#server/auth/queries/factors.ts';
import type { SessionRow } from '#server/auth/queries/sessions.ts';
import { findUser } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import { canSendSms } from '#server/email/sms-transport.ts';

import { AuthError } from '../auth-error.ts';
import { readBody } from '../read-auth-body.ts';
import { createAssertionOptions, createRegistrationOptions, getRpId } from '../relying-party.ts';
import { requireConfirmedSession, requireSession, requireFullSession } from '../require-session.ts';
import { generateSmsCode, queueSmsCode } from '../sms-code.ts';
import { CHALLENGE_MS } from './challenge-lifetime.ts';
import { limitChallenges, limitSms } from './factor-rate-limits.ts';

/** Finds the factor of the path, which must belong to the session's user. Throws AuthError 'mfa_factor_not_found'. */
export async function findOwnFactor(
  context: Context,
  call: Call,
  { userId }: Pick<SessionRow, 'userId'>,
): Promise<FactorRow> {
  const id = z.uuid().safeParse(call.req.param('id'));
  const factor = id.success ? await findFactor(context.db, userId, id.data) : null;
  if (!factor) throw new AuthError('mfa_factor_not_found');
  return factor;
}

const CHALLENGE_RETENTION_MS = 3600_000;

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
  if (factor.status === 'unverified') await requireEnrollmentSession(context, call, factor);
  const { webauthn } = await readBody(call, ChallengeBody);
  await limitChallenges(context, session.userId);
  const challenge = buildChallenge(context, session, factor);
  if (factor.type === 'webauthn') {
    if (webauthn && webauthn.rpId !== getRpId(context)) throw new AuthError('validation_failed');
    return call.json(await createWebauthnChallenge(context, challenge, factor));
  }
  if (factor.phone === null) await saveChallenge(context, challenge);
  else await sendPhoneChallenge(context, challenge, factor.phone);
  return call.json(toChallengePayload(challenge, factor));
}

/** A new factor needs a fully authenticated session. A security key needs a recent one, as it accepts any key. */
async function requireEnrollmentSession(context: Context, call: Call, factor: FactorRow): Promise<void> {
  await (factor.type === 'webauthn' ? requireConfirmedSession(context, call) : requireFullSession(context, call));
}

async function createWebauthnChallenge(context: Context, challenge: ChallengeRow, factor: FactorRow) {
  const [type, publicKey] = factor.webauthn
    ? (['request', await createAssertionOptions(context, 'second step', [factor.webauthn])] as const)
    : (['create', await createCredentialOptions(context, factor)] as const);
  await saveChallenge(context, { ...challenge, expected: publicKey.challenge });
  return { ...toChallengePayload(challenge, factor), webauthn: { type, credential_options: { publicKey } } };
}

async function createCredentialOptions(context: Context, { userId }: FactorRow) {
  const user = await findUser(context.db, userId);
  if (!user) throw new AuthError('user_not_found');
  const factors = await listFactors(context.db, userId);
  const existing = factors.flatMap(({ webauthn }) => webauthn ?? []);
  return createRegistrationOptions(context, user, 'second step', existing);
}

async function sendPhoneChallenge(context: Context, challenge: ChallengeRow, phone: string): Promise<void> {
  if (!canSendSms(context)) throw new AuthError('sms_send_failed');
  await limitSms(context, challenge.userId ?? '', phone);
  const code = generateSmsCode();
  await context.db.transaction(async (tx) => {
    await insertChallenge(tx, {
      ...challenge,
      expected: context.secrets.hash(smsCodeHashInput(challenge.id, code)),
    });
    await queueSmsCode(context, tx, { id: challenge.id, phone, code });
  });
  context.wake('outbox');
}

/** Input of the hash that a challenge stores for its code. */
export const smsCodeHashInput = (challengeId: string, code: string): string => `sms:${challengeId}:${code}`;

async function saveChallenge(context: Context, challenge: ChallengeRow): Promise<void> {
  await deleteChallengesBefore(context.db, new Date(challenge.createdAt.getTime() - CHALLENGE_RETENTION_MS));
  await insertChallenge(context.db, challenge);
}

function buildChallenge(context: Context, session: SessionRow, factor: FactorRow): ChallengeRow {
  const now = context.realNow();
  return {
    id: randomUUID(),
    purpose: 'factor',
    userId: session.userId,
    sessionId: session.id,
    factorId: factor.id,
    expected: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + CHALLENGE_MS),
    usedAt: null,
  };
}

const toChallengePayload = ({ id, expiresAt }: ChallengeRow, { type }: FactorRow) => ({
  id,
  type,
  expires_at: Math.floor(expiresAt.getTime() / 1000),
});
