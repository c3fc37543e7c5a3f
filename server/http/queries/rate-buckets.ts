import { and, eq, gt, lt, max, or, sql } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { prepareOnce } from '#server/db/prepare-once.ts';
import { rateBuckets } from '#server/db/schema-users.ts';

type RateBucket = { key: string; windowEnd: Date };

/** `asynchronous` does not wait for the disk: after a power outage, the uses of its last second do not count. */
type Commit = 'durable' | 'asynchronous';

const prepareUpsert = prepareOnce((db: Db, bucketCount: number, commit: Commit) =>
  db
    .insert(rateBuckets)
    .values(
      Array.from({ length: bucketCount }, (_, index) => ({
        key: sql.placeholder(`key${index}`),
        windowEnd: sql.placeholder(`windowEnd${index}`),
        count: 1,
      })),
    )
    .onConflictDoUpdate({
      target: [rateBuckets.key, rateBuckets.windowEnd],
      set: { count: sql`${rateBuckets.count} + 1` },
    })
    .returning({
      key: rateBuckets.key,
      count: rateBuckets.count,
      setting: commit === 'durable' ? sql`null` : sql`set_config('synchronous_commit', 'off', true)`,
    })
    .prepare(`upsert_rate_buckets_${bucketCount}_${commit}`),
);

/** Increments each bucket and returns the counts by key. The keys must be unique. */
export async function upsertRateBuckets(
  db: Db,
  buckets: readonly RateBucket[],
  commit: Commit = 'asynchronous',
): Promise<Map<string, number>> {
  // A fixed order prevents deadlocks between requests that use the same buckets.
  const rows = buckets.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const values = rows.flatMap(({ key, windowEnd }, index) => [
    [`key${index}`, key],
    [`windowEnd${index}`, windowEnd],
  ]);
  const counts = await prepareUpsert(db, rows.length, commit).execute(Object.fromEntries(values));
  return new Map(counts.map(({ key, count }) => [key, count]));
}

/**
 * Whether this is the first use of a key in any process. A bucket row counts the uses until `end`, which must be the same
 * for every use and not before the key becomes invalid.
 */
export const isFirstUse = async (db: Db, key: string, end: Date): Promise<boolean> =>
  (await upsertRateBuckets(db, [{ key, windowEnd: end }], 'durable')).get(key) === 1;

/** When the last window of a key ends; null if none is running. */
export async function findLastWindowEnd(db: Db, key: string, now: Date): Promise<Date | null> {
  const [row] = await db
    .select({ end: max(rateBuckets.windowEnd) })
    .from(rateBuckets)
    .where(and(eq(rateBuckets.key, key), gt(rateBuckets.windowEnd, now)));
  return row?.end ?? null;
}

export async function deleteRateBucketsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(rateBuckets).where(lt(rateBuckets.windowEnd, before));
}

/** Decrements each bucket that still exists. */
export async function decrementRateBuckets(db: Db, buckets: readonly RateBucket[]): Promise<void> {
  const conditions = buckets.map(({ key, windowEnd }) =>
    and(eq(rateBuckets.key, key), eq(rateBuckets.windowEnd, windowEnd)),
  );
  await db
    .update(rateBuckets)
    .set({ count: sql`${rateBuckets.count} - 1` })
    .where(and(or(...conditions), gt(rateBuckets.count, 0)));
}
