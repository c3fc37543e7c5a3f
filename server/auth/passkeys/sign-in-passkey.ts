import type { Context as Call } from 'hono';
import { z } from 'zod';

import { findChallenge, useChallenge, type ChallengeRow } from '#server/auth/queries/factors.ts';
import { findPasskeyByCredential, recordPasskeyUse } from '#server/auth/queries/passkeys.ts';
import type { SessionRow } from '#server/auth/queries/sessions.ts';
import { lockUser } from '#server/auth/queries/users.ts';
import { recordFailedSignIn } from '#server/auth/record-security-event.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

import { AuthError } from '../auth-error.ts';
import { limitPasskeys } from '../auth-rate-limits.ts';
import { checkCaptcha } from '../captcha.ts';
import { createChallenge, isUsedOrExpired, toExpiresAt } from '../challenges.ts';
import { getClientInfo, type ClientInfo } from '../client-info.ts';
import { readBody, Security } from '../read-auth-body.ts';
import { Assertion, createAssertionOptions, verifyAssertion, toUserHandle } from '../relying-party.ts';
import { createSessionResponse } from '../session-response.ts';
import { createSession, type IssuedSession } from '../sessions.ts';
import { transactionWithMail } from '../transaction-with-mail.ts';

const OptionsBody = z.object({ gotrue_meta_security: Security });
const VerifyBody = z.object({ challenge_id: z.uuid(), credential: Assertion });

type PasskeyPurpose = Exclude<ChallengeRow['purpose'], 'factor'>;
type OptionsInput = { purpose: PasskeyPurpose; session: SessionRow | null; options: { challenge: string } };

/** Saves the challenge of the options and returns both. `session`: null for a sign-in. */
export async function createOptionsResponse(
  context: Context,
  call: Call,
  { purpose, session, options }: OptionsInput,
): Promise<Response> {
  const challenge = await createChallenge(context, context.db, session, { purpose, expected: options.challenge });
  return call.json({ challenge_id: challenge.id, options, expires_at: toExpiresAt(challenge) });
}

/** Finds an open challenge; the caller marks it as used. Throws AuthError 'webauthn_challenge_expired'. */
export async function findPasskeyChallenge(
  context: Context,
  id: string,
  purpose: PasskeyPurpose,
  session: SessionRow | null,
): Promise<{ id: string; expected: string }> {
  const challenge = await findChallenge(context.db, id);
  const isMatching = challenge?.purpose === purpose && challenge.sessionId === (session?.id ?? null);
  if (!isMatching || challenge.expected === null) throw new AuthError('webauthn_challenge_expired');
  return { id, expected: challenge.expected };
}

/** POST passkeys/authentication/options: lists no credentials, since passkeys are discoverable. */
export async function createPasskeySignInOptions(context: Context, call: Call): Promise<Response> {
  const body = await readBody(call, OptionsBody);
  await limitPasskeys(context, 'ask', clientAddress(call));
  await checkCaptcha(context, body.gotrue_meta_security, getClientInfo(call));
  const options = await createAssertionOptions(context, 'passkey', []);
  return createOptionsResponse(context, call, { purpose: 'passkey_sign_in', session: null, options });
}

/** POST passkeys/authentication/verify: creates an `aal2` session, since a passkey proves possession and the user. */
export async function verifyPasskeySignIn(context: Context, call: Call): Promise<Response> {
  const { challenge_id, credential } = await readBody(call, VerifyBody);
  await limitPasskeys(context, 'answer', clientAddress(call));
  const challenge = await findPasskeyChallenge(context, challenge_id, 'passkey_sign_in', null);
  const client = getClientInfo(call);
  const input = { challenge, credential, client };
  const result = await transactionWithMail(context, (tx) => signInWithAssertion(context, tx, input));
  if ('wrong' in result) {
    await recordFailedSignIn(context, result.wrong, client.address, 'passkey');
    throw new AuthError('webauthn_verification_failed');
  }
  return createSessionResponse(context, call, result.issued);
}

type AssertionInput = {
  challenge: { id: string; expected: string };
  credential: z.infer<typeof Assertion>;
  client: ClientInfo;
};

/** `wrong`: user id of a failed assertion's passkey, or null if the passkey is unknown. The challenge stays open. */
type PasskeySignInResult = { issued: IssuedSession } | { wrong: string | null };

async function signInWithAssertion(
  context: Context,
  tx: Db,
  { challenge, credential, client }: AssertionInput,
): Promise<PasskeySignInResult> {
  const now = context.realNow();
  const foundPasskey = await findPasskeyByCredential(tx, credential.id);
  const user = foundPasskey && (await lockUser(tx, foundPasskey.userId));
  // Reads the passkey again under the lock, so that no concurrent request changes its counter.
  const passkey = user && (await findPasskeyByCredential(tx, credential.id));
  if (!passkey || !matchesUserHandle(passkey.userId, credential)) return { wrong: passkey?.userId ?? null };
  const openChallenge = await findChallenge(tx, challenge.id);
  if (!openChallenge || isUsedOrExpired(openChallenge, now)) throw new AuthError('webauthn_challenge_expired');
  const expectation = { challenge: challenge.expected, credential: passkey.credential };
  const updatedCredential = await verifyAssertion(context, credential, 'passkey', expectation);
  if (!updatedCredential) return { wrong: passkey.userId };
  if (!(await useChallenge(tx, challenge.id, now))) throw new AuthError('webauthn_challenge_expired');
  await recordPasskeyUse(tx, passkey.id, updatedCredential, now);
  const issued = await createSession(context, tx, passkey.userId, { method: 'passkey', aal: 'aal2', client });
  return { issued };
}

const matchesUserHandle = (userId: string, { response: { userHandle } }: z.infer<typeof Assertion>): boolean =>
  userHandle === null ||
  userHandle === undefined ||
  userHandle === Buffer.from(toUserHandle(userId)).toString('base64url');
