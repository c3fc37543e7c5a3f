import { and, count, desc, eq, sql } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { firstRow } from '#server/db/rows.ts';
import { downloads, entitlements } from '#server/db/schema-delivery.ts';

export type DownloadRow = typeof downloads.$inferSelect;

/** Locks an entitlement until the transaction ends, so that concurrent requests are counted one after the other. */
export async function lockEntitlement(tx: Db, entitlementId: string): Promise<void> {
  await tx.select({ id: entitlements.id }).from(entitlements).where(eq(entitlements.id, entitlementId)).for('update');
}

type CountedFile = Pick<DownloadRow, 'entitlementId' | 'versionNumber'>;

const isOfFile = ({ entitlementId, versionNumber }: CountedFile) =>
  and(eq(downloads.entitlementId, entitlementId), eq(downloads.versionNumber, versionNumber));

/** The download of a version that was continued last; null before the first one. */
export const findLastDownload = (db: Db, file: CountedFile): Promise<DownloadRow | null> =>
  firstRow(db.select().from(downloads).where(isOfFile(file)).orderBy(desc(downloads.lastByteAt)).limit(1));

export async function countDownloads(db: Db, file: CountedFile): Promise<number> {
  const row = await firstRow(db.select({ count: count() }).from(downloads).where(isOfFile(file)));
  return row?.count ?? 0;
}

export async function insertDownload(db: Db, row: typeof downloads.$inferInsert): Promise<void> {
  await db.insert(downloads).values(row);
}

/** Records that a download continues at this time. */
export async function updateLastByte(db: Db, id: string, lastByteAt: Date): Promise<void> {
  await db.update(downloads).set({ lastByteAt }).where(eq(downloads.id, id));
}

/** Adds the bytes of a stream that has ended. `isComplete`: it contained the last byte of the file. */
export async function addDownloadedBytes(
  db: Db,
  id: string,
  { bytes, isComplete, now }: { bytes: number; isComplete: boolean; now: Date },
): Promise<void> {
  await db
    .update(downloads)
    .set({
      bytes: sql`${downloads.bytes} + ${bytes}`,
      completed: sql`${downloads.completed} or ${isComplete}`,
      lastByteAt: now,
    })
    .where(eq(downloads.id, id));
}
