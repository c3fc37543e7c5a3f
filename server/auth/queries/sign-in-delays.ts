import { and, eq, gt, lt, sql } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { signInDelays } from '#server/db/schema-accounts.ts';

/** Time of the next allowed try; null: now. */
export async function findNextTryTime(db: Db, key: string, now: Date): Promise<Date | null> {
  const [row] = await db
    .select({ nextAt: signInDelays.nextAt })
    .from(signInDelays)
    .where(and(eq(signInDelays.key, key), gt(signInDelays.nextAt, now), gt(signInDelays.expiresAt, now)));
  return row?.nextAt ?? null;
}

/** Counts a failure and delays the next try by `delayFor(failures)`. Expired counters restart. */
export function recordSignInFailure(
  db: Db,
  { key, now, expiresAt }: { key: string; now: Date; expiresAt: Date },
  delayFor: (failures: number) => number,
): Promise<void> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(signInDelays)
      .values({ key, failures: 1, nextAt: now, expiresAt })
      .onConflictDoUpdate({
        target: signInDelays.key,
        set: {
          failures: sql`case when ${lt(signInDelays.expiresAt, now)} then 1 else ${signInDelays.failures} + 1 end`,
          expiresAt,
        },
      })
      .returning({ failures: signInDelays.failures });
    const nextAt = new Date(now.getTime() + delayFor(row?.failures ?? 1));
    await tx.update(signInDelays).set({ nextAt }).where(eq(signInDelays.key, key));
  });
}

export const deleteSignInDelay = (db: Db, key: string) => db.delete(signInDelays).where(eq(signInDelays.key, key));

export const deleteSignInDelaysBefore = (db: Db, before: Date) =>
  db.delete(signInDelays).where(lt(signInDelays.expiresAt, before));
