import { and, asc, desc, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';

import type { FileScan } from '#domain/deliverable.ts';
import type { Db } from '#server/db/client.ts';
import { firstRow } from '#server/db/rows.ts';
import { deliverables, fileVersions, storedFiles } from '#server/db/schema-delivery.ts';

export type FileVersionRow = typeof fileVersions.$inferSelect & { bytes: number };

/** Whether the virus scan lets a file be sent to buyers. */
export const isSafe = ({ scan }: { scan: FileScan }): boolean => scan === 'clean' || scan === 'unscanned';

const selectVersions = (db: Db) =>
  db
    .select({ version: fileVersions, bytes: storedFiles.bytes })
    .from(fileVersions)
    .innerJoin(storedFiles, eq(storedFiles.sha256, fileVersions.sha256));

const isVersion = (deliverableId: string, number: number) =>
  and(eq(fileVersions.deliverableId, deliverableId), eq(fileVersions.number, number));

/** Versions of a deliverable, newest first. */
export async function listFileVersions(db: Db, deliverableId: string): Promise<FileVersionRow[]> {
  const rows = await selectVersions(db)
    .where(eq(fileVersions.deliverableId, deliverableId))
    .orderBy(desc(fileVersions.number));
  return rows.map(({ version, bytes }) => ({ ...version, bytes }));
}

export async function findFileVersion(db: Db, deliverableId: string, number: number): Promise<FileVersionRow | null> {
  const row = await firstRow(selectVersions(db).where(isVersion(deliverableId, number)));
  return row && { ...row.version, bytes: row.bytes };
}

export async function insertFileVersion(tx: Db, row: typeof fileVersions.$inferInsert): Promise<void> {
  await tx.insert(fileVersions).values(row);
}

/** Records the result of a scan; false if the version does not exist anymore. */
export async function setScanResult(tx: Db, version: FileVersionKey, scan: FileScan): Promise<boolean> {
  const rows = await tx
    .update(fileVersions)
    .set({ scan, scanAt: null })
    .where(isVersion(version.deliverableId, version.number))
    .returning({ number: fileVersions.number });
  return rows.length > 0;
}

export type FileVersionKey = { deliverableId: string; number: number };

export const deleteFileVersion = async (tx: Db, { deliverableId, number }: FileVersionKey): Promise<void> =>
  void (await tx.delete(fileVersions).where(isVersion(deliverableId, number)));

/** The version that buyers get, of a deliverable that stays locked until the transaction ends; null if there is none. */
export async function lockCurrentVersion(tx: Db, deliverableId: string): Promise<FileVersionRow | null> {
  const row = await firstRow(
    tx
      .select({ number: deliverables.currentVersion })
      .from(deliverables)
      .where(eq(deliverables.id, deliverableId))
      .for('update'),
  );
  return row?.number ? findFileVersion(tx, deliverableId, row.number) : null;
}

const isCurrentVersion = sql`${fileVersions.number} = ${deliverables.currentVersion}`;

/** Bytes of a seller's files, of which equal contents count once. `condition`: only of these versions. */
async function sumSellerBytes(db: Db, sellerId: string, condition?: SQL): Promise<number> {
  const contents = db
    .select({ sha256: fileVersions.sha256 })
    .from(fileVersions)
    .innerJoin(deliverables, eq(deliverables.id, fileVersions.deliverableId))
    .where(and(eq(deliverables.sellerId, sellerId), condition));
  const row = await firstRow(
    db
      .select({ bytes: sql<string>`coalesce(sum(${storedFiles.bytes}), 0)` })
      .from(storedFiles)
      .where(inArray(storedFiles.sha256, contents)),
  );
  return Number(row?.bytes ?? 0);
}

/** Bytes of all versions of a seller's files. */
export const sumFileBytes = (db: Db, sellerId: string): Promise<number> => sumSellerBytes(db, sellerId);

/** Bytes of the files that buyers of a seller get, without the one that is about to be replaced. */
export const sumCurrentBytes = (db: Db, sellerId: string, replacedId: string | null): Promise<number> =>
  sumSellerBytes(
    db,
    sellerId,
    and(isCurrentVersion, replacedId === null ? undefined : ne(fileVersions.deliverableId, replacedId)),
  );

/** The oldest version of a seller's files that buyers do not get; null without one. */
export async function findOldestEarlierVersion(db: Db, sellerId: string): Promise<FileVersionKey | null> {
  return firstRow(
    db
      .select({ deliverableId: fileVersions.deliverableId, number: fileVersions.number })
      .from(fileVersions)
      .innerJoin(deliverables, eq(deliverables.id, fileVersions.deliverableId))
      .where(and(eq(deliverables.sellerId, sellerId), sql`not ${isCurrentVersion}`, ne(fileVersions.scan, 'waiting')))
      .orderBy(asc(fileVersions.createdAt), asc(fileVersions.number))
      .limit(1),
  );
}

/** Bytes of the files of all sellers. */
export async function sumStoredBytes(db: Db): Promise<number> {
  const row = await firstRow(
    db.select({ bytes: sql<string>`coalesce(sum(${storedFiles.bytes}), 0)` }).from(storedFiles),
  );
  return Number(row?.bytes ?? 0);
}

/** Registers a content before it is stored, so that a clean-up leaves it alone for a day. Waits while one deletes it. */
export async function upsertStoredFile(db: Db, row: typeof storedFiles.$inferInsert): Promise<void> {
  await db
    .insert(storedFiles)
    .values(row)
    .onConflictDoUpdate({ target: storedFiles.sha256, set: { storedAt: row.storedAt } });
}
