import { and, asc, eq, lt, or, sql, gt, isNull, count, inArray } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { findRow, firstRow, hasRows } from '#server/db/rows.ts';
import { factors, challenges, recoveryCodes } from '#server/db/schema-accounts.ts';

export type RecoveryCodeRow = typeof recoveryCodes.$inferSelect;

export const insertRecoveryCodes = (db: Db, codes: RecoveryCodeRow[]) => db.insert(recoveryCodes).values(codes);

/** Uses up a code; false when the user has no such unused code. */
export function useRecoveryCode(db: Db, userId: string, codeHashes: readonly string[], now: Date): Promise<boolean> {
  const { id, codeHash, usedAt } = recoveryCodes;
  const isUnused = and(eq(recoveryCodes.userId, userId), inArray(codeHash, codeHashes), isNull(usedAt));
  return hasRows(db.update(recoveryCodes).set({ usedAt: now }).where(isUnused).returning({ id }));
}

export const deleteRecoveryCodes = (db: Db, userId: string) =>
  db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));

/** Number of codes, and of unused ones; null when the user never had any. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<{ total: number; unused: number } | null> {
  const counts = await firstRow(
    db
      .select({
        total: count(),
        unused: sql<number>`(count(*) filter (where ${recoveryCodes.usedAt} is null))::int`,
      })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, userId)),
  );
  return counts?.total ? counts : null;
}

export type ChallengeRow = typeof challenges.$inferSelect;

/** Inserts a challenge and deletes those that expired before `deleteBefore`. */
export async function insertChallenge(db: Db, challenge: ChallengeRow, deleteBefore: Date): Promise<void> {
  await db.delete(challenges).where(lt(challenges.expiresAt, deleteBefore));
  await db.insert(challenges).values(challenge);
}

export const findChallenge = (db: Db, id: string): Promise<ChallengeRow | null> => findRow(db, challenges, { id });

/** Uses up the challenge; false when it is used or expired. */
export function useChallenge(db: Db, id: string, now: Date): Promise<boolean> {
  const isOpen = and(eq(challenges.id, id), isNull(challenges.usedAt), gt(challenges.expiresAt, now));
  return hasRows(db.update(challenges).set({ usedAt: now }).where(isOpen).returning({ id: challenges.id }));
}

export type FactorRow = typeof factors.$inferSelect;

/** Oldest first, including unverified ones. */
export const listFactors = (db: Db, userId: string): Promise<FactorRow[]> =>
  db.select().from(factors).where(eq(factors.userId, userId)).orderBy(asc(factors.createdAt), asc(factors.id));

/** Whether the user has two-factor authentication enabled. */
export function hasVerifiedFactor(db: Db, userId: string): Promise<boolean> {
  const isVerified = and(eq(factors.userId, userId), eq(factors.status, 'verified'));
  return hasRows(db.select({ id: factors.id }).from(factors).where(isVerified).limit(1));
}

export function findFactor(db: Db, userId: string, id: string): Promise<FactorRow | null> {
  return findRow(db, factors, { userId, id });
}

/** False when the user already has a factor of this name. */
export const insertFactor = (db: Db, factor: FactorRow): Promise<boolean> =>
  hasRows(db.insert(factors).values(factor).onConflictDoNothing().returning({ id: factors.id }));

/** Fields that a verification updates. */
export type FactorUpdate = Partial<Pick<FactorRow, 'lastPeriod' | 'webauthn'>>;

export const markFactorVerified = (db: Db, id: string, update: FactorUpdate, now: Date) =>
  db
    .update(factors)
    .set({ ...update, status: 'verified', lastUsedAt: now, updatedAt: now })
    .where(eq(factors.id, id));

/** Deletes the factor and returns it; null when it did not exist. */
export const deleteFactor = (db: Db, id: string): Promise<FactorRow | null> =>
  firstRow(db.delete(factors).where(eq(factors.id, id)).returning());

/** Deletes the user's old unverified factors and those with the requested name. */
export function deleteUnverifiedFactors(
  db: Db,
  userId: string,
  { before, friendlyName }: { before: Date; friendlyName: string },
) {
  const isUnverified = and(eq(factors.userId, userId), eq(factors.status, 'unverified'));
  const hasSameName = sql`lower(${factors.friendlyName}) = lower(${friendlyName})`;
  return db.delete(factors).where(and(isUnverified, or(lt(factors.createdAt, before), hasSameName)));
}
