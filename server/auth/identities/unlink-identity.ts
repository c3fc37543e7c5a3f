import type { Context as Call } from 'hono';

import { IDENTITY_PROVIDER_NAMES, IDENTITY_PROVIDERS } from '#domain/account.ts';

import { AuthError } from '#server/auth/auth-error.ts';
import { requireConfirmedSession } from '#server/auth/current-session.ts';
import { recordSecurityEvent } from '#server/auth/note-event.ts';
import { getClientInfo } from '#server/auth/visitor.ts';
import type { Context } from '#server/context.ts';
import { deleteIdentity, findProviderIdentity, hasAlternativeLogin } from '#server/db/identities.ts';
import { lockUser } from '#server/db/users.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** DELETE user/identities/{id}: refuses to remove the last sign-in method. */
export async function unlinkIdentity(context: Context, call: Call): Promise<Response> {
  const { userId } = await requireConfirmedSession(context, call);
  const id = call.req.param('id') ?? '';
  if (!UUID.test(id)) throw new AuthError('identity_not_found');
  await context.db.transaction(async (tx) => {
    // Locks the user, so that of two sign-in methods removed at once one stays.
    const user = await lockUser(tx, userId);
    const identity = user && (await findProviderIdentity(tx, userId, id));
    if (!identity) throw new AuthError('identity_not_found');
    if (!(await hasAlternativeLogin(tx, userId, id))) throw new AuthError('single_identity_not_deletable');
    await deleteIdentity(tx, id);
    const provider = IDENTITY_PROVIDERS.find((name) => name === identity.provider);
    const detail = provider ? IDENTITY_PROVIDER_NAMES[provider] : identity.provider;
    await recordSecurityEvent(context, tx, {
      user,
      kind: 'identity_unlinked',
      client: getClientInfo(call),
      detail,
    });
  });
  context.wake('outbox');
  return call.json({});
}
