import { and, asc, eq, lt, or, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { factors } from './schema-accounts.ts';

export type FactorRow = typeof factors.$inferSelect;

const halfEnrolled = (userId: string) => and(eq(factors.userId, userId), eq(factors.status, 'unverified'));

/** Oldest first, those half enrolled as well. */
export const listFactors = (db: Db, userId: string): Promise<FactorRow[]> =>
  db
    .select()
    .from(factors)
    .where(eq(factors.userId, userId))
    .orderBy(asc(factors.createdAt), asc(factors.id));

/** Whether the user needs a second step. */
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

/** False when the user has one of this name already. */
export async function insertFactor(db: Db, factor: FactorRow): Promise<boolean> {
  const rows = await db.insert(factors).values(factor).onConflictDoNothing().returning({ id: factors.id });
  return rows.length > 0;
}

/** What a check has found out about a factor, to be kept. */
export type FactorChange = Partial<Pick<FactorRow, 'lastPeriod' | 'webauthn'>>;

/** Marks it verified and used; false when it is gone. */
export async function updateFactorProven(
  db: Db,
  id: string,
  change: FactorChange,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(factors)
    .set({ ...change, status: 'verified', lastUsedAt: now, updatedAt: now })
    .where(eq(factors.id, id))
    .returning({ id: factors.id });
  return rows.length > 0;
}

/** What was removed, or null when it was gone already. */
export async function deleteFactor(db: Db, id: string): Promise<FactorRow | null> {
  const [row] = await db.delete(factors).where(eq(factors.id, id)).returning();
  return row ?? null;
}

/** Forgets what the user began and left: by its age, and by the name that is wanted again. */
export async function deleteHalfEnrolled(
  db: Db,
  userId: string,
  { before, friendlyName }: { before: Date; friendlyName: string },
): Promise<void> {
  const sameName = sql`lower(${factors.friendlyName}) = lower(${friendlyName})`;
  await db.delete(factors).where(and(halfEnrolled(userId), or(lt(factors.createdAt, before), sameName)));
}
