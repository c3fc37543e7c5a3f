import { and, desc, eq, gte, isNotNull, lt, or } from 'drizzle-orm';

import type { AuditAction } from '#domain/audit.ts';
import type { Db } from '#server/db/client.ts';
import { sellers } from '#server/db/schema-pages.ts';
import { auditEntries } from '#server/db/schema-protection.ts';

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

/** Removes client addresses, which are kept for a shorter time than the entries. */
export const clearAuditAddressesBefore = (db: Db, before: Date) =>
  db
    .update(auditEntries)
    .set({ address: null })
    .where(and(lt(auditEntries.at, before), isNotNull(auditEntries.address)));

export const deleteAuditEntriesBefore = (db: Db, before: Date) =>
  db.delete(auditEntries).where(lt(auditEntries.at, before));
