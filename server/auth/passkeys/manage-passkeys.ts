import type { Context as Call } from 'hono';
import { z } from 'zod';

import { MAX_NAME_LENGTH } from '#domain/account.ts';
import { deletePasskey, listPasskeys, updatePasskeyName, type PasskeyRow } from '#server/auth/queries/passkeys.ts';
import { lockUser } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';

import { AuthError } from '../auth-error.ts';
import { getClientInfo } from '../client-info.ts';
import { readBody, assertEmptyBody } from '../read-auth-body.ts';
import { recordSecurityEvent } from '../record-security-event.ts';
import { requireConfirmedSession, requireFullSession } from '../require-session.ts';

const RenameBody = z.object({ friendly_name: z.string().trim().min(1).max(MAX_NAME_LENGTH) });

/** GET passkeys. */
export async function listOwnPasskeys(context: Context, call: Call): Promise<Response> {
  const { userId } = await requireFullSession(context, call);
  return call.json((await listPasskeys(context.db, userId)).map(toPasskeyPayload));
}

/** PATCH passkeys/{id}. */
export async function renamePasskey(context: Context, call: Call): Promise<Response> {
  const { userId } = await requireFullSession(context, call);
  const id = parsePasskeyId(call);
  const { friendly_name } = await readBody(call, RenameBody);
  const passkey = await updatePasskeyName(context.db, userId, id, friendly_name);
  if (!passkey) throw new AuthError('webauthn_credential_not_found');
  return call.json(toPasskeyPayload(passkey));
}

/** DELETE passkeys/{id}. Never removes the last sign-in method: a password reset is always available. */
export async function removePasskey(context: Context, call: Call): Promise<Response> {
  const { userId } = await requireConfirmedSession(context, call);
  const id = parsePasskeyId(call);
  await assertEmptyBody(call);
  const client = getClientInfo(call);
  await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const passkey = await deletePasskey(tx, userId, id);
    if (!user || !passkey) throw new AuthError('webauthn_credential_not_found');
    await recordSecurityEvent(context, tx, {
      user,
      kind: 'passkey_removed',
      client,
      detail: passkey.friendlyName,
    });
  });
  context.wake('outbox');
  return call.json({});
}

export const toPasskeyPayload = ({ id, friendlyName, createdAt, lastUsedAt }: PasskeyRow) => ({
  id,
  friendly_name: friendlyName,
  created_at: createdAt,
  ...(lastUsedAt === null ? {} : { last_used_at: lastUsedAt }),
});

function parsePasskeyId(call: Call): string {
  const id = z.uuid().safeParse(call.req.param('id'));
  if (!id.success) throw new AuthError('webauthn_credential_not_found');
  return id.data;
}
