import { createHash } from 'node:crypto';

import type { Context } from '#server/context.ts';
import { insertAuditEntryOnce } from '#server/db/audit-entries.ts';
import type { SecondStep } from '#server/auth/raise-session.ts';
import { HOUR_MS } from '#server/http/rate-limits.ts';
import { tellOfRequest } from '#server/http/request-told.ts';

import { inRequest } from './audit.ts';

/** What a wrong answer was given to, where it was not a password. */
export type FailedStep = SecondStep | 'passkey';

/**
 * Writes down that somebody could not show who they are: once an hour for each address, user and step, so that a storm of guesses
 * is a few lines. `userId` null: of an address that is nobody's, which takes the same work.
 */
export async function auditFailedSignIn(
  { db, realNow }: Pick<Context, 'db' | 'realNow'>,
  userId: string | null,
  address: string,
  step?: FailedStep,
): Promise<void> {
  tellOfRequest({ ...(userId && { tried: userId }), ...(step && { method: step }) });
  const at = realNow();
  const hour = Math.floor(at.getTime() / HOUR_MS);
  const id = createHash('sha256')
    .update([address, userId ?? '', hour, ...(step ? [step] : [])].join(' '))
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
    facts: { ...(step && { step }), ...inRequest() },
    address,
  });
}
