import { randomUUID } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import { MAX_PASSKEYS } from '#domain/account.ts';

import type { Context } from '#server/context.ts';
import { useChallenge } from '#server/db/challenges.ts';
import { insertPasskey, listPasskeys, type PasskeyRow } from '#server/db/passkeys.ts';
import { findUser, lockUser } from '#server/db/users.ts';

import { readBody, assertEmptyBody } from '../auth-body.ts';
import { AuthError } from '../auth-error.ts';
import { requireConfirmedSession } from '../current-session.ts';
import { limitChallenges } from '../factors/factor-limits.ts';
import { recordSecurityEvent } from '../note-event.ts';
import { verifyRegistration, NewCredential, createRegistrationOptions } from '../relying-party.ts';
import { getClientInfo, type ClientInfo } from '../visitor.ts';
import { toPasskeyPayload } from './own-passkeys.ts';
import { savePasskeyChallenge, toOptionsPayload, findPasskeyChallenge } from './passkey-challenge.ts';
import { suggestPasskeyName } from './passkey-names.ts';

const RegistrationBody = z.object({ challenge_id: z.uuid(), credential: NewCredential });

/** POST passkeys/registration/options. */
export async function createPasskeyRegistrationOptions(context: Context, call: Call): Promise<Response> {
  const session = await requireConfirmedSession(context, call);
  await assertEmptyBody(call);
  await limitChallenges(context, session.userId);
  const user = await findUser(context.db, session.userId);
  if (!user) throw new AuthError('user_not_found');
  const existing = await listPasskeys(context.db, user.id);
  if (existing.length >= MAX_PASSKEYS) throw new AuthError('too_many_passkeys');
  const credentials = existing.map(({ credential }) => credential);
  const options = await createRegistrationOptions(context, user, 'passkey', credentials);
  const challenge = await savePasskeyChallenge(context, 'passkey_registration', options.challenge, session);
  return call.json(toOptionsPayload(challenge, options));
}

/** POST passkeys/registration/verify: adds a passkey. */
export async function verifyPasskeyRegistration(context: Context, call: Call): Promise<Response> {
  const session = await requireConfirmedSession(context, call);
  const body = await readBody(call, RegistrationBody);
  const challenge = await findPasskeyChallenge(context, body.challenge_id, 'passkey_registration', session);
  const registration = await verifyRegistration(context, body.credential, 'passkey', challenge.expected);
  if (!registration) throw new AuthError('webauthn_verification_failed');
  const passkey: PasskeyRow = {
    id: randomUUID(),
    userId: session.userId,
    credentialId: registration.credential.id,
    credential: registration.credential,
    friendlyName: '',
    createdAt: context.realNow(),
    lastUsedAt: null,
  };
  const client = getClientInfo(call);
  const savedPasskey = await savePasskey(context, {
    passkey,
    aaguid: registration.aaguid,
    challengeId: challenge.id,
    client,
  });
  context.wake('outbox');
  return call.json(toPasskeyPayload(savedPasskey));
}

type PasskeyInput = { passkey: PasskeyRow; aaguid: string; challengeId: string; client: ClientInfo };

const savePasskey = (context: Context, { passkey, aaguid, challengeId, client }: PasskeyInput): Promise<PasskeyRow> =>
  context.db.transaction(async (tx) => {
    const user = await lockUser(tx, passkey.userId);
    if (!user) throw new AuthError('user_not_found');
    if (!(await useChallenge(tx, challengeId, context.realNow()))) {
      throw new AuthError('webauthn_challenge_expired');
    }
    const existing = await listPasskeys(tx, user.id);
    if (existing.length >= MAX_PASSKEYS) throw new AuthError('too_many_passkeys');
    const friendlyName = suggestPasskeyName(
      aaguid,
      existing.map((existingPasskey) => existingPasskey.friendlyName),
    );
    const namedPasskey = { ...passkey, friendlyName };
    if (!(await insertPasskey(tx, namedPasskey))) throw new AuthError('webauthn_credential_exists');
    await recordSecurityEvent(context, tx, { user, kind: 'passkey_added', client, detail: friendlyName });
    return namedPasskey;
  });
