import type { Db } from './client.ts';
import { auditEntries } from './schema-guard.ts';

export type AuditRow = typeof auditEntries.$inferSelect;

export async function insertAuditEntry(db: Db, row: AuditRow): Promise<void> {
  await db.insert(auditEntries).values(row);
}
