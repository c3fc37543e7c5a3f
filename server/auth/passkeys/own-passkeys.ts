import type { Context as Call } from 'hono';
import { z } from 'zod';

import { MAX_NAME } from '#domain/account.ts';

import type { Context } from '#server/context.ts';
import { deletePasskey, listPasskeys, updatePasskeyName, type PasskeyRow } from '#server/db/passkeys.ts';
import { lockUser } from '#server/db/users.ts';

import { bodyOf, refuseBody } from '../auth-body.ts';
import { AuthError } from '../auth-error.ts';
import { confirmedSession, fullSession } from '../current-session.ts';
import { noteEvent } from '../note-event.ts';
import { visitorOf } from '../visitor.ts';

const Name = z.object({ friendly_name: z.string().trim().min(1).max(MAX_NAME) });

/** GET passkeys. */
export async function listOwnPasskeys(context: Context, call: Call): Promise<Response> {
  const { userId } = await fullSession(context, call);
  return call.json((await listPasskeys(context.db, userId)).map(passkeyAnswer));
}

/** PATCH passkeys/{id}. */
export async function renamePasskey(context: Context, call: Call): Promise<Response> {
  const { userId } = await fullSession(context, call);
  const id = idOf(call);
  const { friendly_name } = await bodyOf(call, Name);
  const passkey = await updatePasskeyName(context.db, userId, id, friendly_name);
  if (!passkey) throw new AuthError('webauthn_credential_not_found');
  return call.json(passkeyAnswer(passkey));
}

/** DELETE passkeys/{id}. Never removes the last sign-in method: a password reset is always available. */
export async function removePasskey(context: Context, call: Call): Promise<Response> {
  const { userId } = await confirmedSession(context, call);
  const id = idOf(call);
  await refuseBody(call);
  const from = visitorOf(call);
  await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const passkey = await deletePasskey(tx, userId, id);
    if (!user || !passkey) throw new AuthError('webauthn_credential_not_found');
    await noteEvent(context, tx, { user, kind: 'passkey_removed', from, detail: passkey.friendlyName });
  });
  context.ring('outbox');
  return call.json({});
}

export const passkeyAnswer = ({ id, friendlyName, createdAt, lastUsedAt }: PasskeyRow) => ({
  id,
  friendly_name: friendlyName,
  created_at: createdAt,
  ...(lastUsedAt === null ? {} : { last_used_at: lastUsedAt }),
});

function idOf(call: Call): string {
  const id = z.uuid().safeParse(call.req.param('id'));
  if (!id.success) throw new AuthError('webauthn_credential_not_found');
  return id.data;
}
