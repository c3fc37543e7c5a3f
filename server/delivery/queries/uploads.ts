import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import type { Db } from '#server/db/client.ts';
import { firstRow } from '#server/db/rows.ts';
import { uploads } from '#server/db/schema-delivery.ts';

export type UploadRow = typeof uploads.$inferSelect;

const isOwnUpload = (sellerId: string, id: string) => and(eq(uploads.sellerId, sellerId), eq(uploads.id, id));

/** A seller's upload, also a finished or an expired one. */
export const findUpload = (db: Db, sellerId: string, id: string): Promise<UploadRow | null> =>
  firstRow(db.select().from(uploads).where(isOwnUpload(sellerId, id)));

/** The same, locked until the transaction ends. */
export const lockUpload = (tx: Db, sellerId: string, id: string): Promise<UploadRow | null> =>
  firstRow(tx.select().from(uploads).where(isOwnUpload(sellerId, id)).for('update'));

/** Uploads to a page that are under way, oldest first. `now`: system time. */
export const listUploads = (db: Db, sellerId: string, pageId: string, now: Date): Promise<UploadRow[]> =>
  db
    .select()
    .from(uploads)
    .where(and(eq(uploads.sellerId, sellerId), eq(uploads.pageId, pageId), gt(uploads.expiresAt, now)))
    .orderBy(asc(uploads.createdAt), asc(uploads.id));

export async function insertUpload(db: Db, row: UploadRow): Promise<void> {
  await db.insert(uploads).values(row);
}

export async function updateUpload(db: Db, id: string, change: Partial<UploadRow>): Promise<void> {
  await db.update(uploads).set(change).where(eq(uploads.id, id));
}

/** Deletes an upload that is not finished; null if there is none. */
export const deleteUpload = (db: Db, sellerId: string, id: string): Promise<UploadRow | null> =>
  firstRow(
    db
      .delete(uploads)
      .where(and(isOwnUpload(sellerId, id), isNull(uploads.finishedAt)))
      .returning(),
  );

/** Ids of uploads that expired before a time. */
export async function listExpiredUploads(db: Db, before: Date): Promise<string[]> {
  const rows = await db.select({ id: uploads.id }).from(uploads).where(lt(uploads.expiresAt, before));
  return rows.map(({ id }) => id);
}

export async function deleteExpiredUpload(db: Db, id: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id));
}

/** Sizes of all uploads that are under way, and what was received of them. `sellerId`: only of this seller. */
export async function sumUploads(db: Db, now: Date, sellerId?: string): Promise<{ bytes: number; received: number }> {
  const sum = (column: AnyPgColumn) => sql<string>`coalesce(sum(${column}), 0)`;
  const row = await firstRow(
    db
      .select({ bytes: sum(uploads.bytes), received: sum(uploads.received) })
      .from(uploads)
      .where(and(gt(uploads.expiresAt, now), sellerId === undefined ? undefined : eq(uploads.sellerId, sellerId))),
  );
  return { bytes: Number(row?.bytes ?? 0), received: Number(row?.received ?? 0) };
}
