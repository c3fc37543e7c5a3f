import type { AuditAct, AuditActor } from '#domain/audit.ts';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { insertAuditEntry } from '#server/db/audit-entries.ts';
import { requestNow } from '#server/http/request-told.ts';

export type Audited = {
  actor: AuditActor;
  /** Of the user or the API key. */
  actorId?: string | null;
  sellerId?: string | null;
  act: AuditAct;
  /** An id, a slug, a host; never a secret and never an address of a person. */
  subject: string;
  facts?: Record<string, string | number | boolean | null>;
  /** As the limits count it. */
  address?: string | null;
};

/** Writes down who did what: in the transaction of what was done, where there is one. */
export const audit = (
  { realNow }: Pick<Context, 'realNow'>,
  db: Db,
  { actor, actorId = null, sellerId = null, act, subject, facts = {}, address = null }: Audited,
): Promise<void> =>
  insertAuditEntry(db, {
    id: crypto.randomUUID(),
    at: realNow(),
    actor,
    actorId,
    sellerId,
    act,
    subject,
    facts: { ...facts, ...inRequest() },
    address,
  });

/** The id of the request that something was done in, which the lines of the log about it have as well. */
export function inRequest(): { request?: string } {
  const now = requestNow();
  return now ? { request: now.id } : {};
}
