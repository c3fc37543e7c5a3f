import { randomUUID } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import type { Context } from '#server/context.ts';
import { deleteChallengesBefore, insertChallenge, type ChallengeRow } from '#server/db/challenges.ts';
import { listFactors, type FactorRow } from '#server/db/factors.ts';
import type { SessionRow } from '#server/db/sessions.ts';
import { findUser } from '#server/db/users.ts';
import { canSendSms } from '#server/mail/sms-transport.ts';

import { bodyOf } from '../auth-body.ts';
import { AuthError } from '../auth-error.ts';
import { confirmedSession, currentSession, fullSession } from '../current-session.ts';
import { assertionOptions, registrationOptions, rpIdOf } from '../relying-party.ts';
import { newSmsCode, sendSmsCode } from '../sms-code.ts';
import { CHALLENGE_MS } from './challenge-life.ts';
import { limitChallenges, limitMessages } from './factor-limits.ts';
import { ownFactor } from './own-factor.ts';

const FORGOTTEN_AFTER_MS = 3600_000;

const Challenge = z.object({
  factorId: z.string().max(64).optional(),
  channel: z.enum(['sms', 'whatsapp']).optional(),
  webauthn: z
    .object({ rpId: z.string().max(255), rpOrigins: z.array(z.string().max(255)).max(8).optional() })
    .optional(),
});

/** POST factors/{id}/challenge: sends or returns the challenge of a factor. */
export async function challengeFactor(context: Context, call: Call): Promise<Response> {
  const session = await currentSession(context, call);
  const factor = await ownFactor(context, call, session);
  if (factor.status === 'unverified') await refuseStranger(context, call, factor);
  const { webauthn } = await bodyOf(call, Challenge);
  await limitChallenges(context, session.userId);
  const challenge = newChallenge(context, session, factor);
  if (factor.type === 'webauthn') {
    if (webauthn && webauthn.rpId !== rpIdOf(context)) throw new AuthError('validation_failed');
    return call.json(await askAuthenticator(context, challenge, factor));
  }
  if (factor.phone === null) await keep(context, challenge);
  else await askPhone(context, challenge, factor.phone);
  return call.json(answerOf(challenge, factor));
}

/** A new factor needs a fully authenticated session. A security key needs a recent one, as it accepts any key. */
async function refuseStranger(context: Context, call: Call, factor: FactorRow): Promise<void> {
  await (factor.type === 'webauthn' ? confirmedSession(context, call) : fullSession(context, call));
}

async function askAuthenticator(context: Context, challenge: ChallengeRow, factor: FactorRow) {
  const [type, publicKey] = factor.webauthn
    ? (['request', await assertionOptions(context, 'second step', [factor.webauthn])] as const)
    : (['create', await newKeyOptions(context, factor)] as const);
  await keep(context, { ...challenge, expected: publicKey.challenge });
  return { ...answerOf(challenge, factor), webauthn: { type, credential_options: { publicKey } } };
}

async function newKeyOptions(context: Context, { userId }: FactorRow) {
  const user = await findUser(context.db, userId);
  if (!user) throw new AuthError('user_not_found');
  const factors = await listFactors(context.db, userId);
  const held = factors.flatMap(({ webauthn }) => webauthn ?? []);
  return registrationOptions(context, user, 'second step', held);
}

async function askPhone(context: Context, challenge: ChallengeRow, phone: string): Promise<void> {
  if (!canSendSms(context)) throw new AuthError('sms_send_failed');
  await limitMessages(context, challenge.userId ?? '', phone);
  const code = newSmsCode();
  await context.db.transaction(async (tx) => {
    await insertChallenge(tx, { ...challenge, expected: context.secrets.hash(codeText(challenge.id, code)) });
    await sendSmsCode(context, tx, { id: challenge.id, phone, code });
  });
  context.ring('outbox');
}

/** Input of the hash that a challenge stores for its code. */
export const codeText = (challengeId: string, code: string): string => `sms:${challengeId}:${code}`;

async function keep(context: Context, challenge: ChallengeRow): Promise<void> {
  await deleteChallengesBefore(context.db, new Date(challenge.createdAt.getTime() - FORGOTTEN_AFTER_MS));
  await insertChallenge(context.db, challenge);
}

function newChallenge(context: Context, session: SessionRow, factor: FactorRow): ChallengeRow {
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

const answerOf = ({ id, expiresAt }: ChallengeRow, { type }: FactorRow) => ({
  id,
  type,
  expires_at: Math.floor(expiresAt.getTime() / 1000),
});
