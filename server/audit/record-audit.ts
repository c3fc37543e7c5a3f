import { and, desc, eq, gte, isNotNull, lt, or } from 'drizzle-orm';

import {
  type AuditAction,
  type AuditActor,
  AUDIT_ADDRESS_RETENTION_DAYS,
  AUDIT_RETENTION_DAYS,
} from '#domain/audit.ts';
import { DAY_MS } from '#domain/time-units.ts';
import type { Caller } from '#server/auth/authenticate.ts';
import type { ClientInfo } from '#server/auth/client-info.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { sellers } from '#server/db/schema-pages.ts';
import { auditEntries } from '#server/db/schema-protection.ts';
import { currentRequest } from '#server/http/request-context.ts';

/** Deletes expired audit entries and the IP addresses of older ones. Uses the system clock. */
export async function deleteExpiredAudit({ db, realNow }: Pick<Context, 'db' | 'realNow'>): Promise<void> {
  const daysAgo = (days: number) => new Date(realNow().getTime() - days * DAY_MS);
  const { address, at } = auditEntries;
  const isAddressExpired = and(lt(at, daysAgo(AUDIT_ADDRESS_RETENTION_DAYS)), isNotNull(address));
  await db.update(auditEntries).set({ address: null }).where(isAddressExpired);
  await db.delete(auditEntries).where(lt(at, daysAgo(AUDIT_RETENTION_DAYS)));
}

export type Actor = ClientInfo & {
  caller: Caller;
  /** Id of the API key, for requests of a program. */
  keyId?: string;
};

/** Actor of an audit entry: a signed-in user, or a program with an API key of theirs. */
export const actorOf = ({
  caller,
  keyId,
  address,
}: Actor): Pick<AuditEntry, 'actor' | 'actorId' | 'sellerId' | 'address'> => ({
  actor: keyId ? 'key' : 'seller',
  actorId: keyId ?? caller.userId,
  sellerId: caller.sellerId,
  address,
});

type AuditEntry = {
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
export async function recordAudit(
  { realNow }: Pick<Context, 'realNow'>,
  db: Db,
  { actor, actorId = null, sellerId = null, action, subject, facts = {}, address = null }: AuditEntry,
): Promise<void> {
  const entry = { actor, actorId, sellerId, action, subject, facts: { ...facts, ...requestFacts() }, address };
  await insertAuditEntry(db, { ...entry, id: crypto.randomUUID(), at: realNow() });
}

/** Id of the current request, which its log lines contain as well. */
export function requestFacts(): { request?: string } {
  const now = currentRequest();
  return now ? { request: now.id } : {};
}

export type AuditRow = typeof auditEntries.$inferSelect;

/** Inserts an entry unless its id exists. */
export const insertAuditEntry = (db: Db, row: AuditRow) => db.insert(auditEntries).values(row).onConflictDoNothing();

export type AuditQuery = {
  sellerId: string | null;
  action: AuditAction | null;
  since: Date | null;
  limit: number;
};

/** Newest first; for a seller also the entries of their user account. */
export async function listAuditEntries(db: Db, { sellerId, action, since, limit }: AuditQuery): Promise<AuditRow[]> {
  const [seller] = sellerId
    ? await db.select({ userId: sellers.userId }).from(sellers).where(eq(sellers.id, sellerId))
    : [];
  return db
    .select()
    .from(auditEntries)
    .where(
      and(
        sellerId
          ? or(eq(auditEntries.sellerId, sellerId), seller ? eq(auditEntries.actorId, seller.userId) : undefined)
          : undefined,
        action ? eq(auditEntries.action, action) : undefined,
        since ? gte(auditEntries.at, since) : undefined,
      ),
    )
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(limit);
}
