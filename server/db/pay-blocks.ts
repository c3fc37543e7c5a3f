import { and, gt, inArray, lt, max, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { cardTestingBlocks } from './schema-guard.ts';

/** End of the longest block among these subjects; null when none is blocked. System time. */
export async function findCardTestingBlock(db: Db, subjects: readonly string[], now: Date): Promise<Date | null> {
  const [row] = await db
    .select({ until: max(cardTestingBlocks.blockedUntil) })
    .from(cardTestingBlocks)
    .where(and(inArray(cardTestingBlocks.subject, [...subjects]), gt(cardTestingBlocks.blockedUntil, now)));
  return row?.until ?? null;
}

/** Blocks these subjects until a time; never shortens a block. */
export async function upsertCardTestingBlocks(
  db: Db,
  subjects: readonly string[],
  { until, now }: { until: Date; now: Date },
): Promise<void> {
  if (subjects.length === 0) return;
  // A fixed order prevents deadlocks.
  const rows = [...new Set(subjects)].toSorted().map((subject) => ({ subject, blockedUntil: until, createdAt: now }));
  await db
    .insert(cardTestingBlocks)
    .values(rows)
    .onConflictDoUpdate({
      target: cardTestingBlocks.subject,
      set: { blockedUntil: sql`greatest(${cardTestingBlocks.blockedUntil}, excluded.until)` },
    });
}

export async function deleteCardTestingBlocksBefore(db: Db, before: Date): Promise<void> {
  await db.delete(cardTestingBlocks).where(lt(cardTestingBlocks.blockedUntil, before));
}
