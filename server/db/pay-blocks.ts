import { and, gt, inArray, lt, max, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { payBlocks } from './schema-guard.ts';

/** End of the longest block among these subjects; null when none is blocked. System time. */
export async function findPayBlock(db: Db, subjects: readonly string[], now: Date): Promise<Date | null> {
  const [row] = await db
    .select({ until: max(payBlocks.until) })
    .from(payBlocks)
    .where(and(inArray(payBlocks.subject, [...subjects]), gt(payBlocks.until, now)));
  return row?.until ?? null;
}

/** Blocks these subjects until a time; never shortens a block. */
export async function upsertPayBlocks(
  db: Db,
  subjects: readonly string[],
  { until, now }: { until: Date; now: Date },
): Promise<void> {
  if (subjects.length === 0) return;
  // A fixed order prevents deadlocks.
  const rows = [...new Set(subjects)].toSorted().map((subject) => ({ subject, until, createdAt: now }));
  await db
    .insert(payBlocks)
    .values(rows)
    .onConflictDoUpdate({
      target: payBlocks.subject,
      set: { until: sql`greatest(${payBlocks.until}, excluded.until)` },
    });
}

export async function deletePayBlocksBefore(db: Db, before: Date): Promise<void> {
  await db.delete(payBlocks).where(lt(payBlocks.until, before));
}
