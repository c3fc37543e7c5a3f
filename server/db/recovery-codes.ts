import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { recoveryCodes } from './schema-accounts.ts';

export type RecoveryCodeRow = typeof recoveryCodes.$inferSelect;

/** The user's set, used ones as well; empty when there is none. */
export const listRecoveryCodes = (db: Db, userId: string): Promise<RecoveryCodeRow[]> =>
  db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId));

export async function insertRecoveryCodes(db: Db, codes: RecoveryCodeRow[]): Promise<void> {
  await db.insert(recoveryCodes).values(codes);
}

/** Uses a code up; false when the user has none like it that is left. */
export async function updateRecoveryCodeUsed(
  db: Db,
  userId: string,
  codeHashes: readonly string[],
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        inArray(recoveryCodes.codeHash, codeHashes),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id });
  return rows.length > 0;
}

export async function deleteRecoveryCodes(db: Db, userId: string): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** How many of the user's codes can still be used; null where there were never any. */
export async function countRecoveryCodesLeft(db: Db, userId: string): Promise<number | null> {
  const [row] = await db
    .select({
      made: count(),
      left: sql<number>`(count(*) filter (where ${recoveryCodes.usedAt} is null))::int`,
    })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  return row && row.made > 0 ? row.left : null;
}
