import { randomUUID } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import { MAX_NAME_LENGTH, MAX_PASSKEYS } from '#domain/account.ts';
import { useChallenge } from '#server/auth/queries/factors.ts';
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  updatePasskeyName,
  type PasskeyRow,
} from '#server/auth/queries/passkeys.ts';
import { findUser, lockUser } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import type { WebauthnCredential } from '#server/db/schema-accounts.ts';

import { AuthError } from '../auth-error.ts';
import { limitChallenges } from '../auth-rate-limits.ts';
import { requireStepUpSession, requireFullSession } from '../authenticate.ts';
import { getClientInfo, type ClientInfo } from '../client-info.ts';
import { readBody, assertEmptyBody, parseIdParam } from '../read-auth-body.ts';
import { recordSecurityEvent } from '../record-security-event.ts';
import { verifyRegistration, NewCredential, createRegistrationOptions } from '../relying-party.ts';
import { transactionWithMail } from '../transaction-with-mail.ts';
import { createOptionsResponse, findPasskeyChallenge } from './sign-in-passkey.ts';

const RenameBody = z.object({ friendly_name: z.string().trim().min(1).max(MAX_NAME_LENGTH) });

export async function listOwnPasskeys(context: Context, call: Call): Promise<Response> {
  const { userId } = await requireFullSession(context, call);
  return call.json((await listPasskeys(context.db, userId)).map(toPasskeyPayload));
}

export async function renamePasskey(context: Context, call: Call): Promise<Response> {
  const { userId } = await requireFullSession(context, call);
  const id = parseIdParam(call, 'webauthn_credential_not_found');
  const { friendly_name } = await readBody(call, RenameBody);
  const passkey = await updatePasskeyName(context.db, userId, id, friendly_name);
  if (!passkey) throw new AuthError('webauthn_credential_not_found');
  return call.json(toPasskeyPayload(passkey));
}

/** DELETE passkeys/{id}. Never removes the last sign-in method: a password reset is always available. */
export async function removePasskey(context: Context, call: Call): Promise<Response> {
  const { userId } = await requireStepUpSession(context, call);
  const id = parseIdParam(call, 'webauthn_credential_not_found');
  await assertEmptyBody(call);
  const client = getClientInfo(call);
  await transactionWithMail(context, async (tx) => {
    const user = await lockUser(tx, userId);
    const passkey = await deletePasskey(tx, userId, id);
    if (!user || !passkey) throw new AuthError('webauthn_credential_not_found');
    await recordSecurityEvent(context, tx, { user, kind: 'passkey_removed', client, detail: passkey.friendlyName });
  });
  return call.json({});
}

const toPasskeyPayload = ({ id, friendlyName, createdAt, lastUsedAt }: PasskeyRow) => ({
  id,
  friendly_name: friendlyName,
  created_at: createdAt,
  ...(lastUsedAt === null ? {} : { last_used_at: lastUsedAt }),
});

/** Passkey providers by AAGUID (from the FIDO metadata and the vendors' own lists). */
const PASSKEY_PROVIDERS: Record<string, string> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
};

/** Suggests a name that the user does not have yet: 'Bitwarden', then 'Bitwarden 2'. */
function suggestPasskeyName(aaguid: string, existingNames: readonly string[]): string {
  const base = PASSKEY_PROVIDERS[aaguid.toLowerCase()] ?? 'Passkey';
  if (!existingNames.includes(base)) return base;
  let number = 2;
  while (existingNames.includes(`${base} ${number}`)) number += 1;
  return `${base} ${number}`;
}

const RegistrationBody = z.object({ challenge_id: z.uuid(), credential: NewCredential });

export async function createPasskeyRegistrationOptions(context: Context, call: Call): Promise<Response> {
  const session = await requireStepUpSession(context, call);
  await assertEmptyBody(call);
  await limitChallenges(context, session.userId);
  const user = await findUser(context.db, session.userId);
  if (!user) throw new AuthError('user_not_found');
  const existing = await listPasskeys(context.db, user.id);
  if (existing.length >= MAX_PASSKEYS) throw new AuthError('too_many_passkeys');
  const credentials = existing.map(({ credential }) => credential);
  const options = await createRegistrationOptions(context, user, 'passkey', credentials);
  return createOptionsResponse(context, call, { purpose: 'passkey_registration', session, options });
}

/** POST passkeys/registration/verify: adds a passkey. */
export async function verifyPasskeyRegistration(context: Context, call: Call): Promise<Response> {
  const session = await requireStepUpSession(context, call);
  const body = await readBody(call, RegistrationBody);
  const challenge = await findPasskeyChallenge(context, body.challenge_id, 'passkey_registration', session);
  const registration = await verifyRegistration(context, body.credential, 'passkey', challenge.expected);
  if (!registration) throw new AuthError('webauthn_verification_failed');
  const savedPasskey = await savePasskey(context, {
    ...registration,
    userId: session.userId,
    challengeId: challenge.id,
    client: getClientInfo(call),
  });
  return call.json(toPasskeyPayload(savedPasskey));
}

type PasskeyInput = {
  userId: string;
  credential: WebauthnCredential;
  aaguid: string;
  challengeId: string;
  client: ClientInfo;
};

const savePasskey = (
  context: Context,
  { userId, credential, aaguid, challengeId, client }: PasskeyInput,
): Promise<PasskeyRow> =>
  transactionWithMail(context, async (tx) => {
    const now = context.realNow();
    const user = await lockUser(tx, userId);
    if (!user) throw new AuthError('user_not_found');
    if (!(await useChallenge(tx, challengeId, now))) throw new AuthError('webauthn_challenge_expired');
    const existing = await listPasskeys(tx, userId);
    if (existing.length >= MAX_PASSKEYS) throw new AuthError('too_many_passkeys');
    const existingNames = existing.map(({ friendlyName }) => friendlyName);
    const friendlyName = suggestPasskeyName(aaguid, existingNames);
    const passkey: PasskeyRow = {
      id: randomUUID(),
      userId,
      credentialId: credential.id,
      credential,
      friendlyName,
      createdAt: now,
      lastUsedAt: null,
    };
    if (!(await insertPasskey(tx, passkey))) throw new AuthError('webauthn_credential_exists');
    await recordSecurityEvent(context, tx, { user, kind: 'passkey_added', client, detail: friendlyName });
    return passkey;
  });
