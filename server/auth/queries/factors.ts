import { and, asc, eq, lt, or, sql, gt, isNull, count, inArray } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { factors, challenges, recoveryCodes } from '#server/db/schema-accounts.ts';

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

export type ChallengeRow = typeof challenges.$inferSelect;

export async function insertChallenge(db: Db, challenge: ChallengeRow): Promise<void> {
  await db.insert(challenges).values(challenge);
}

export async function findChallenge(db: Db, id: string): Promise<ChallengeRow | null> {
  const [row] = await db.select().from(challenges).where(eq(challenges.id, id));
  return row ?? null;
}

/** Uses up the challenge; false when it is used or expired. */
export async function useChallenge(db: Db, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(challenges)
    .set({ usedAt: now })
    .where(and(eq(challenges.id, id), isNull(challenges.usedAt), gt(challenges.expiresAt, now)))
    .returning({ id: challenges.id });
  return rows.length > 0;
}

export async function deleteChallengesBefore(db: Db, before: Date): Promise<void> {
  await db.delete(challenges).where(lt(challenges.expiresAt, before));
}

export type FactorRow = typeof factors.$inferSelect;

const isUnverified = (userId: string) => and(eq(factors.userId, userId), eq(factors.status, 'unverified'));

/** Oldest first, including unverified ones. */
export const listFactors = (db: Db, userId: string): Promise<FactorRow[]> =>
  db.select().from(factors).where(eq(factors.userId, userId)).orderBy(asc(factors.createdAt), asc(factors.id));

/** Whether the user has two-factor authentication enabled. */
export async function hasVerifiedFactor(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.status, 'verified')))
    .limit(1);
  return rows.length > 0;
}

export async function findFactor(db: Db, userId: string, id: string): Promise<FactorRow | null> {
  const [row] = await db
    .select()
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.id, id)));
  return row ?? null;
}

/** False when the user already has a factor of this name. */
export async function insertFactor(db: Db, factor: FactorRow): Promise<boolean> {
  const rows = await db.insert(factors).values(factor).onConflictDoNothing().returning({ id: factors.id });
  return rows.length > 0;
}

/** Fields that a verification updates. */
export type FactorUpdate = Partial<Pick<FactorRow, 'lastPeriod' | 'webauthn'>>;

/** Marks the factor as verified and used; false when it was deleted. */
export async function markFactorVerified(db: Db, id: string, update: FactorUpdate, now: Date): Promise<boolean> {
  const rows = await db
    .update(factors)
    .set({ ...update, status: 'verified', lastUsedAt: now, updatedAt: now })
    .where(eq(factors.id, id))
    .returning({ id: factors.id });
  return rows.length > 0;
}

/** Deletes the factor and returns it; null when it did not exist. */
export async function deleteFactor(db: Db, id: string): Promise<FactorRow | null> {
  const [row] = await db.delete(factors).where(eq(factors.id, id)).returning();
  return row ?? null;
}

/** Deletes the user's old unverified factors and those with the requested name. */
export async function deleteUnverifiedFactors(
  db: Db,
  userId: string,
  { before, friendlyName }: { before: Date; friendlyName: string },
): Promise<void> {
  const hasSameName = sql`lower(${factors.friendlyName}) = lower(${friendlyName})`;
  await db.delete(factors).where(and(isUnverified(userId), or(lt(factors.createdAt, before), hasSameName)));
}
