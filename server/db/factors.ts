import { and, asc, eq, lt, or, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { factors } from './schema-accounts.ts';

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
