import { createHash } from 'node:crypto';

import { insertAuditEntry } from '#server/audit/audit-entries.ts';
import type { Context } from '#server/core/context.ts';
import { HOUR_MS } from '#server/http/rate-limits.ts';
import { addToRequestLog } from '#server/http/request-context.ts';

import { requestFacts } from '../audit/record-audit.ts';
import type { FactorMethod } from './sessions.ts';

/** The step that failed, if it was not the password. */
type FailedStep = FactorMethod | 'passkey';

/**
 * Records a failed sign-in, once an hour for each address, user and step, so that guessing attacks add few entries.
 * `userId` null: an unknown email address, which takes equally long.
 */
export async function recordFailedSignIn(
  { db, realNow }: Pick<Context, 'db' | 'realNow'>,
  userId: string | null,
  address: string,
  step?: FailedStep,
): Promise<void> {
  addToRequestLog({ ...(userId && { attemptedUserId: userId }), ...(step && { method: step }) });
  const at = realNow();
  const hour = Math.floor(at.getTime() / HOUR_MS);
  const id = createHash('sha256')
    .update([address, userId ?? '', hour, ...(step ? [step] : [])].join(' '))
    .digest('hex')
    .slice(0, 32);
  await insertAuditEntry(db, {
    id,
    at,
    actor: 'seller',
    actorId: userId,
    sellerId: null,
    action: 'sign_in_failed',
    subject: userId ?? 'nobody',
    facts: { ...(step && { step }), ...requestFacts() },
    address,
  });
}
