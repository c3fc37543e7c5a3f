import type { Context as Call } from 'hono';
import { z } from 'zod';

import { auditFailedSignIn } from '#server/audit/failed-sign-in.ts';
import type { Context } from '#server/context.ts';
import { findChallenge, updateChallengeUsed } from '#server/db/challenges.ts';
import type { Db } from '#server/db/client.ts';
import { findPasskeyByCredential, updatePasskeyUsed } from '#server/db/passkeys.ts';
import { lockUser } from '#server/db/users.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

import { bodyOf, Security } from '../auth-body.ts';
import { AuthError } from '../auth-error.ts';
import { checkCaptcha } from '../captcha.ts';
import { isSpent } from '../factors/challenge-life.ts';
import { limitPasskeys } from '../factors/factor-limits.ts';
import { openSession, type OpenSession } from '../open-session.ts';
import { Assertion, assertionOptions, checkedAssertion, handleOf } from '../relying-party.ts';
import { sessionAnswer } from '../session-answer.ts';
import { visitorOf, type Visitor } from '../visitor.ts';
import { keepPasskeyChallenge, optionsAnswer, passkeyChallenge } from './passkey-challenge.ts';

const Asked = z.object({ gotrue_meta_security: Security });
const Answered = z.object({ challenge_id: z.uuid(), credential: Assertion });

/** POST passkeys/authentication/options: lists no credentials, since passkeys are discoverable. */
export async function passkeySignInOptions(context: Context, call: Call): Promise<Response> {
  const asked = await bodyOf(call, Asked);
  await limitPasskeys(context, 'ask', clientAddress(call));
  await checkCaptcha(context, asked.gotrue_meta_security, visitorOf(call));
  const options = await assertionOptions(context, 'passkey', []);
  const challenge = await keepPasskeyChallenge(context, 'passkey_sign_in', options.challenge, null);
  return call.json(optionsAnswer(challenge, options));
}

/** POST passkeys/authentication/verify: creates an `aal2` session, since a passkey proves possession and the user. */
export async function verifyPasskeySignIn(context: Context, call: Call): Promise<Response> {
  const { challenge_id, credential } = await bodyOf(call, Answered);
  await limitPasskeys(context, 'answer', clientAddress(call));
  const challenge = await passkeyChallenge(context, challenge_id, 'passkey_sign_in', null);
  const from = visitorOf(call);
  const answer = { challenge, credential, from };
  const entered = await context.db.transaction((tx) => enter(context, tx, answer));
  if ('wrong' in entered) {
    await auditFailedSignIn(context, entered.wrong, from.address, 'passkey');
    throw new AuthError('webauthn_verification_failed');
  }
  context.ring('outbox');
  return sessionAnswer(context, call, entered.opened);
}

type Answer = {
  challenge: { id: string; expected: string };
  credential: z.infer<typeof Assertion>;
  from: Visitor;
};

/** `wrong`: user id of a failed assertion's passkey, or null if the passkey is unknown. The challenge stays open. */
type Entered = { opened: OpenSession } | { wrong: string | null };

async function enter(context: Context, tx: Db, { challenge, credential, from }: Answer): Promise<Entered> {
  const now = context.realNow();
  const found = await findPasskeyByCredential(tx, credential.id);
  const user = found && (await lockUser(tx, found.userId));
  // Reads the passkey again under the lock, so that no concurrent request changes its counter.
  const passkey = user && (await findPasskeyByCredential(tx, credential.id));
  if (!passkey || !isHandleOf(passkey.userId, credential)) return { wrong: passkey?.userId ?? null };
  const held = await findChallenge(tx, challenge.id);
  if (!held || isSpent(held, now)) throw new AuthError('webauthn_challenge_expired');
  const asked = { challenge: challenge.expected, credential: passkey.credential };
  const counted = await checkedAssertion(context, credential, 'passkey', asked);
  if (!counted) return { wrong: passkey.userId };
  if (!(await updateChallengeUsed(tx, challenge.id, now))) throw new AuthError('webauthn_challenge_expired');
  await updatePasskeyUsed(tx, passkey.id, counted, now);
  const opened = await openSession(context, tx, passkey.userId, { method: 'passkey', aal: 'aal2', from });
  return { opened };
}

const isHandleOf = (userId: string, { response: { userHandle } }: z.infer<typeof Assertion>): boolean =>
  userHandle === null ||
  userHandle === undefined ||
  userHandle === Buffer.from(handleOf(userId)).toString('base64url');
