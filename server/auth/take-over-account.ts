import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { deleteOtherWaysIn } from '#server/db/other-ways-in.ts';
import { updateSessionsRevoked } from '#server/db/sessions.ts';
import type { UserRow } from '#server/db/users.ts';

import { noteEvent } from './note-event.ts';
import type { Visitor } from './visitor.ts';

/**
 * Who recovers an account whose address nobody had confirmed may be another than who opened it: with the mailbox comes
 * the account, and whatever was laid into it to come back by is taken out. A second step stays: a mailbox alone never
 * passes one. For the caller's transaction, which holds the user's row.
 */
export async function takeOverAccount(context: Context, tx: Db, user: UserRow, from: Visitor): Promise<void> {
  if (user.emailConfirmedAt) return;
  const { passkeys, providers } = await deleteOtherWaysIn(tx, user.id);
  for (const detail of passkeys)
    await noteEvent(context, tx, { user, kind: 'passkey_removed', from, detail });
  for (const detail of providers)
    await noteEvent(context, tx, { user, kind: 'identity_unlinked', from, detail });
  await updateSessionsRevoked(tx, user.id, null, context.realNow());
}
