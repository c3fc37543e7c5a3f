import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { recoveryCodes } from './schema-accounts.ts';

export type RecoveryCodeRow = typeof recoveryCodes.$inferSelect;

/** The user's codes including used ones; empty when there are none. */
export const listRecoveryCodes = (db: Db, userId: string): Promise<RecoveryCodeRow[]> =>
  db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId));

export async function insertRecoveryCodes(db: Db, codes: RecoveryCodeRow[]): Promise<void> {
  await db.insert(recoveryCodes).values(codes);
}

/** Uses up a code; false when the user has no such unused code. */
export async function useRecoveryCode(
  db: Db,
  userId: string,
  codeHashes: readonly string[],
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(eq(recoveryCodes.userId, userId), inArray(recoveryCodes.codeHash, codeHashes), isNull(recoveryCodes.usedAt)),
    )
    .returning({ id: recoveryCodes.id });
  return rows.length > 0;
}

export async function deleteRecoveryCodes(db: Db, userId: string): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Number of unused codes; null when the user never had any. */
export async function countUnusedRecoveryCodes(db: Db, userId: string): Promise<number | null> {
  const [row] = await db
    .select({
      total: count(),
      unused: sql<number>`(count(*) filter (where ${recoveryCodes.usedAt} is null))::int`,
    })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  return row && row.total > 0 ? row.unused : null;
}
