import { and, asc, eq, inArray } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { trialHashKeys, usedTrials } from '#server/db/schema-plans.ts';

export type TrialHashKeyRow = typeof trialHashKeys.$inferSelect;

/** Records who had a trial. The first seller of a hash stays. */
export async function insertUsedTrials(
  db: Db,
  mode: Mode,
  sellerId: string,
  hashes: readonly string[],
  now: Date,
): Promise<void> {
  const rows = hashes.map((keyHash) => ({ mode, keyHash, sellerId, createdAt: now }));
  await db.insert(usedTrials).values(rows).onConflictDoNothing();
}

/** The sellers who had a trial under one of these hashes. */
export async function listTrialSellers(db: Db, mode: Mode, hashes: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ sellerId: usedTrials.sellerId })
    .from(usedTrials)
    .where(and(eq(usedTrials.mode, mode), inArray(usedTrials.keyHash, [...hashes])));
  return rows.map(({ sellerId }) => sellerId);
}

/** The oldest first. */
export const listTrialHashKeys = (db: Db): Promise<TrialHashKeyRow[]> =>
  db.select().from(trialHashKeys).orderBy(asc(trialHashKeys.createdAt));

/** Stores a key unless another process stored one under the same id. */
export async function insertTrialHashKey(db: Db, key: TrialHashKeyRow): Promise<void> {
  await db.insert(trialHashKeys).values(key).onConflictDoNothing();
}
