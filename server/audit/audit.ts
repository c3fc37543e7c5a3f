import type { AuditAction, AuditActor } from '#domain/audit.ts';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { insertAuditEntry } from '#server/db/audit-entries.ts';
import { currentRequest } from '#server/http/request-told.ts';

export type AuditEntry = {
  actor: AuditActor;
  /** Id of the user or API key. */
  actorId?: string | null;
  sellerId?: string | null;
  action: AuditAction;
  /** An id, slug or host; never a secret or an email address. */
  subject: string;
  facts?: Record<string, string | number | boolean | null>;
  /** IP address, as rate limits count it. */
  address?: string | null;
};

/** Writes an audit entry, in the transaction of the action where there is one. */
export const recordAudit = (
  { realNow }: Pick<Context, 'realNow'>,
  db: Db,
  { actor, actorId = null, sellerId = null, action, subject, facts = {}, address = null }: AuditEntry,
): Promise<void> =>
  insertAuditEntry(db, {
    id: crypto.randomUUID(),
    at: realNow(),
    actor,
    actorId,
    sellerId,
    action,
    subject,
    facts: { ...facts, ...requestFacts() },
    address,
  });

/** Id of the current request, which its log lines contain as well. */
export function requestFacts(): { request?: string } {
  const now = currentRequest();
  return now ? { request: now.id } : {};
}
