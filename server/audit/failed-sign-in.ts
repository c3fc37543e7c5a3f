import { createHash } from 'node:crypto';

import type { Context } from '#server/context.ts';
import { insertAuditEntryOnce } from '#server/db/audit-entries.ts';
import { HOUR_MS } from '#server/http/rate-limits.ts';

/**
 * Writes down that somebody could not show who they are: once an hour for each address and user, so that a storm of guesses
 * is a few lines. `userId` null: of an address that is nobody's, which takes the same work.
 */
export async function auditFailedSignIn(
  { db, realNow }: Pick<Context, 'db' | 'realNow'>,
  userId: string | null,
  address: string,
): Promise<void> {
  const at = realNow();
  const hour = Math.floor(at.getTime() / HOUR_MS);
  const id = createHash('sha256')
    .update(`${address} ${userId ?? ''} ${hour}`)
    .digest('hex')
    .slice(0, 32);
  await insertAuditEntryOnce(db, {
    id,
    at,
    actor: 'seller',
    actorId: userId,
    sellerId: null,
    act: 'sign_in_failed',
    subject: userId ?? 'nobody',
    facts: {},
    address,
  });
}
