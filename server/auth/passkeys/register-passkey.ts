import { randomUUID } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import { MAX_PASSKEYS } from '#domain/account.ts';

import type { Context } from '#server/context.ts';
import { updateChallengeUsed } from '#server/db/challenges.ts';
import { insertPasskey, listPasskeys, type PasskeyRow } from '#server/db/passkeys.ts';
import { findUser, lockUser } from '#server/db/users.ts';

import { bodyOf, refuseBody } from '../auth-body.ts';
import { AuthError } from '../auth-error.ts';
import { confirmedSession } from '../current-session.ts';
import { limitChallenges } from '../factors/factor-limits.ts';
import { noteEvent } from '../note-event.ts';
import { checkedCredential, NewCredential, registrationOptions } from '../relying-party.ts';
import { visitorOf, type Visitor } from '../visitor.ts';
import { passkeyAnswer } from './own-passkeys.ts';
import { keepPasskeyChallenge, optionsAnswer, passkeyChallenge } from './passkey-challenge.ts';
import { passkeyName } from './passkey-names.ts';

const Registration = z.object({ challenge_id: z.uuid(), credential: NewCredential });

/** POST passkeys/registration/options. */
export async function passkeyRegistrationOptions(context: Context, call: Call): Promise<Response> {
  const session = await confirmedSession(context, call);
  await refuseBody(call);
  await limitChallenges(context, session.userId);
  const user = await findUser(context.db, session.userId);
  if (!user) throw new AuthError('user_not_found');
  const held = await listPasskeys(context.db, user.id);
  if (held.length >= MAX_PASSKEYS) throw new AuthError('too_many_passkeys');
  const credentials = held.map(({ credential }) => credential);
  const options = await registrationOptions(context, user, 'passkey', credentials);
  const challenge = await keepPasskeyChallenge(context, 'passkey_registration', options.challenge, session);
  return call.json(optionsAnswer(challenge, options));
}

/** POST passkeys/registration/verify: adds a passkey. */
export async function verifyPasskeyRegistration(context: Context, call: Call): Promise<Response> {
  const session = await confirmedSession(context, call);
  const given = await bodyOf(call, Registration);
  const challenge = await passkeyChallenge(context, given.challenge_id, 'passkey_registration', session);
  const checked = await checkedCredential(context, given.credential, 'passkey', challenge.expected);
  if (!checked) throw new AuthError('webauthn_verification_failed');
  const passkey: PasskeyRow = {
    id: randomUUID(),
    userId: session.userId,
    credentialId: checked.credential.id,
    credential: checked.credential,
    friendlyName: '',
    createdAt: context.realNow(),
    lastUsedAt: null,
  };
  const from = visitorOf(call);
  const kept = await keep(context, { passkey, aaguid: checked.aaguid, challengeId: challenge.id, from });
  context.ring('outbox');
  return call.json(passkeyAnswer(kept));
}

type Kept = { passkey: PasskeyRow; aaguid: string; challengeId: string; from: Visitor };

const keep = (context: Context, { passkey, aaguid, challengeId, from }: Kept): Promise<PasskeyRow> =>
  context.db.transaction(async (tx) => {
    const user = await lockUser(tx, passkey.userId);
    if (!user) throw new AuthError('user_not_found');
    if (!(await updateChallengeUsed(tx, challengeId, context.realNow()))) {
      throw new AuthError('webauthn_challenge_expired');
    }
    const held = await listPasskeys(tx, user.id);
    if (held.length >= MAX_PASSKEYS) throw new AuthError('too_many_passkeys');
    const friendlyName = passkeyName(
      aaguid,
      held.map((other) => other.friendlyName),
    );
    const named = { ...passkey, friendlyName };
    if (!(await insertPasskey(tx, named))) throw new AuthError('webauthn_credential_exists');
    await noteEvent(context, tx, { user, kind: 'passkey_added', from, detail: friendlyName });
    return named;
  });
