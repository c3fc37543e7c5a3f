import { randomUUID, timingSafeEqual } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import {
  findChallenge,
  useChallenge,
  type ChallengeRow,
  findFactor,
  hasVerifiedFactor,
  listFactors,
  markFactorVerified,
  type FactorRow,
  type FactorUpdate,
} from '#server/auth/queries/factors.ts';
import { revokeFirstLevelSessions, type SessionRow } from '#server/auth/queries/sessions.ts';
import { findUser, lockUser } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import type { Db } from '#server/db/client.ts';
import { canSendSms } from '#server/email/sms-transport.ts';

import { AuthError } from '../auth-error.ts';
import { consumeFactorTry, limitChallenges, limitSms } from '../auth-rate-limits.ts';
import { assertStepUp, assertFullSession, requireSession } from '../authenticate.ts';
import { createChallenge, isUsedOrExpired, toExpiresAt } from '../challenges.ts';
import { getClientInfo, type ClientInfo } from '../client-info.ts';
import { generateSixDigitCode, queueSmsCode } from '../one-time-links.ts';
import { parseIdParam, readBody } from '../read-auth-body.ts';
import { recordFailedSignIn, recordSecurityEvent } from '../record-security-event.ts';
import {
  Assertion,
  createAssertionOptions,
  createRegistrationOptions,
  getRpId,
  NewCredential,
  verifyAssertion,
  verifyRegistration,
} from '../relying-party.ts';
import { createSessionResponse } from '../session-response.ts';
import { type FactorMethod, type IssuedSession, elevateSession } from '../sessions.ts';
import { transactionWithMail } from '../transaction-with-mail.ts';
import { matchTotpPeriod } from './totp.ts';

const relyingPartyFields = {
  rpId: z.string().max(255),
  /** Ignored: the configuration determines the origin. */
  rpOrigins: z.array(z.string().max(255)).max(8).optional(),
};

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
  webauthn: z.object(relyingPartyFields).optional(),
});

/** POST factors/{id}/challenge: sends or returns the challenge of a factor. */
export async function challengeFactor(context: Context, call: Call): Promise<Response> {
  const session = await requireSession(context, call);
  const factor = await findOwnFactor(context, call, session);
  // A new factor needs a fully authenticated session. A security key needs a recent one, as it accepts any key.
  if (factor.status === 'unverified' && factor.type === 'webauthn') assertStepUp(context, session);
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
  const code = generateSixDigitCode();
  const expected = context.secrets.hash(smsCodeHashInput(id, code));
  return transactionWithMail(context, async (tx) => {
    await queueSmsCode(context, tx, { id, phone, code });
    return createChallenge(context, tx, session, { id, purpose: 'factor', factorId, expected });
  });
}

/** Input of the hash that a challenge stores for its code. */
const smsCodeHashInput = (challengeId: string, code: string): string => `sms:${challengeId}:${code}`;

const toChallengePayload = (challenge: ChallengeRow, { type }: FactorRow) => ({
  id: challenge.id,
  type,
  expires_at: toExpiresAt(challenge),
});

const FactorProof = z.union([
  z.object({ challenge_id: z.uuid(), code: z.string().max(32) }),
  z.object({
    challenge_id: z.uuid(),
    webauthn: z.discriminatedUnion('type', [
      z.object({ ...relyingPartyFields, type: z.literal('create'), credential_response: NewCredential }),
      z.object({ ...relyingPartyFields, type: z.literal('request'), credential_response: Assertion }),
    ]),
  }),
]);
type FactorProof = z.infer<typeof FactorProof>;

const FACTOR_METHODS: Record<FactorRow['type'], FactorMethod> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
};

type FactorVerification = {
  session: SessionRow;
  factor: FactorRow;
  challenge: ChallengeRow;
  proof: FactorProof;
  client: ClientInfo;
};

/** POST factors/{id}/verify: a correct answer elevates the session to `aal2`; the first one verifies the factor. */
export async function verifyFactor(context: Context, call: Call): Promise<Response> {
  const session = await requireSession(context, call);
  const factor = await findOwnFactor(context, call, session);
  if (factor.status === 'unverified') assertFullSession(session);
  const proof = await readBody(call, FactorProof);
  const challenge = await findChallenge(context.db, proof.challenge_id);
  if (challenge?.factorId !== factor.id || challenge.sessionId !== session.id) {
    throw new AuthError('mfa_factor_not_found');
  }
  if (isUsedOrExpired(challenge, context.realNow())) throw new AuthError('mfa_challenge_expired');
  const client = getClientInfo(call);
  const markCorrect = await consumeFactorTry(context, { userId: session.userId, address: client.address });
  const verification = { session, factor, challenge, proof, client };
  const issued = await transactionWithMail(context, (tx) => applyProof(context, tx, verification));
  if (!issued) {
    // A wrong code during enrollment is no failed sign-in.
    if (factor.status === 'verified')
      await recordFailedSignIn(context, session.userId, client.address, FACTOR_METHODS[factor.type]);
    throw new AuthError('mfa_verification_failed');
  }
  await markCorrect();
  return createSessionResponse(context, call, issued);
}

/**
 * Locks the user's row, so that of two correct answers at once the second sees period, counter and challenge as used.
 * Returns null for a wrong answer, which leaves the challenge open for another try.
 */
async function applyProof(context: Context, tx: Db, verification: FactorVerification): Promise<IssuedSession | null> {
  const { session, challenge, proof, client } = verification;
  const now = context.realNow();
  const user = await lockUser(tx, session.userId);
  const factor = await findFactor(tx, session.userId, verification.factor.id);
  if (!user || !factor) throw new AuthError('mfa_factor_not_found');
  const isFirst = !(await hasVerifiedFactor(tx, user.id));
  if (!isFirst && factor.status === 'unverified' && session.aal === 'aal1') {
    throw new AuthError('insufficient_aal');
  }
  const openChallenge = await findChallenge(tx, challenge.id);
  if (!openChallenge || isUsedOrExpired(openChallenge, now)) throw new AuthError('mfa_challenge_expired');
  const change = await verifyProof(context, tx, { factor, challenge, proof });
  if (!change) return null;
  if (!(await useChallenge(tx, challenge.id, now))) throw new AuthError('mfa_challenge_expired');
  await markFactorVerified(tx, factor.id, change, now);
  if (isFirst) await revokeFirstLevelSessions(tx, user.id, session.id, now);
  if (factor.status === 'unverified') {
    await recordSecurityEvent(context, tx, { user, kind: 'factor_added', client, detail: factor.friendlyName });
  }
  return elevateSession(context, tx, { user, session, method: FACTOR_METHODS[factor.type], client });
}

/** Returns the factor change that a correct answer causes, or null. The caller's transaction locks the user's row. */
async function verifyProof(
  context: Context,
  tx: Db,
  { factor, challenge, proof }: Pick<FactorVerification, 'factor' | 'challenge' | 'proof'>,
): Promise<FactorUpdate | null> {
  if ('webauthn' in proof) {
    const { webauthn } = proof;
    return verifyWebauthnProof(context, tx, { factor, expected: challenge.expected, webauthn });
  }
  const code = proof.code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return null;
  if (factor.type === 'phone') return isSentCode(context, challenge, code) ? {} : null;
  if (factor.sealedSecret === null) return null;
  const secret = context.secrets.unseal(factor.sealedSecret, SEALED_CELLS.factorSecret(factor.id));
  const lastPeriod = matchTotpPeriod(secret, code, factor.lastPeriod, context.realNow());
  return lastPeriod === null ? null : { lastPeriod };
}

function isSentCode({ secrets }: Context, { id, expected }: ChallengeRow, code: string): boolean {
  const expectedHash = Buffer.from(expected ?? '');
  const candidateHashes = secrets.candidateHashes(smsCodeHashInput(id, code)).map((hash) => Buffer.from(hash));
  return candidateHashes.some(
    (candidate) => candidate.length === expectedHash.length && timingSafeEqual(candidate, expectedHash),
  );
}

type WebauthnProof = {
  factor: FactorRow;
  expected: string | null;
  webauthn: Extract<FactorProof, { webauthn: unknown }>['webauthn'];
};

async function verifyWebauthnProof(
  context: Context,
  tx: Db,
  { factor, expected, webauthn }: WebauthnProof,
): Promise<FactorUpdate | null> {
  if (factor.type !== 'webauthn' || expected === null) return null;
  const use = 'second step';
  if (webauthn.type === 'request') {
    if (!factor.webauthn) return null;
    const expectation = { challenge: expected, credential: factor.webauthn };
    const credential = await verifyAssertion(context, webauthn.credential_response, use, expectation);
    return credential && { webauthn: credential };
  }
  // A key is registered once, while unverified. A key that another factor uses is not accepted as a second one.
  if (factor.webauthn) return null;
  const registration = await verifyRegistration(context, webauthn.credential_response, use, expected);
  const existing = await listFactors(tx, factor.userId);
  const isRegistered = existing.some(({ webauthn: registered }) => registered?.id === registration?.credential.id);
  return registration && !isRegistered ? { webauthn: registration.credential } : null;
}
