import type { Db } from './client.ts';
import { securityEvents } from './schema-accounts.ts';

export type SecurityEventRow = typeof securityEvents.$inferSelect;

export async function insertSecurityEvent(db: Db, event: SecurityEventRow): Promise<void> {
  await db.insert(securityEvents).values(event);
}
