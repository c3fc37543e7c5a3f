import { and, asc, eq } from 'drizzle-orm';

import type { Db } from './client.ts';
import { factors } from './schema-accounts.ts';

export type FactorRow = typeof factors.$inferSelect;

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
