import { and, eq, gt, lt, or, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { rateBuckets } from './schema-people.ts';

export type RateBucket = { key: string; windowEnd: Date };

/** Adds one to each bucket; the counts by key. No two of the buckets may have the same key. */
export async function upsertRateBuckets(
  db: Db,
  buckets: readonly RateBucket[],
): Promise<Map<string, number>> {
  // Always in one order: two requests that take from the same buckets never wait for each other in a ring.
  const rows = buckets
    .map((bucket) => ({ ...bucket, count: 1 }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const counts = await db
    .insert(rateBuckets)
    .values(rows)
    .onConflictDoUpdate({
      target: [rateBuckets.key, rateBuckets.windowEnd],
      set: { count: sql`${rateBuckets.count} + 1` },
    })
    .returning({ key: rateBuckets.key, count: rateBuckets.count });
  return new Map(counts.map(({ key, count }) => [key, count]));
}

/**
 * Whether nobody has used this before, in any process: one row counts it, and is swept away at its end, which must be
 * the same for every use and not before the thing is good for nothing anyway.
 */
export const isFirstUse = async (db: Db, key: string, end: Date): Promise<boolean> =>
  (await upsertRateBuckets(db, [{ key, windowEnd: end }])).get(key) === 1;

export async function deleteRateBucketsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(rateBuckets).where(lt(rateBuckets.windowEnd, before));
}

/** Takes one back from each bucket that still counts. */
export async function updateRateBucketsGivenBack(db: Db, buckets: readonly RateBucket[]): Promise<void> {
  const these = buckets.map(({ key, windowEnd }) =>
    and(eq(rateBuckets.key, key), eq(rateBuckets.windowEnd, windowEnd)),
  );
  await db
    .update(rateBuckets)
    .set({ count: sql`${rateBuckets.count} - 1` })
    .where(and(or(...these), gt(rateBuckets.count, 0)));
}
