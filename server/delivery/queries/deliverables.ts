import { and, asc, count, eq, gt, isNull, sql } from 'drizzle-orm';

import type { Deliverable, FileVersion } from '#domain/deliverable.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { firstRow, hasRows } from '#server/db/rows.ts';
import { deliverables, fileVersions, licenses, storedFiles, uploads } from '#server/db/schema-delivery.ts';
import { pages, pageVersions } from '#server/db/schema-pages.ts';

type FileVersionRow = Omit<typeof fileVersions.$inferSelect, 'deliverableId'> & { bytes: number };

/** A deliverable with the version of its file that buyers get, and the number of its keys that are not sold yet. */
export type DeliverableRow = typeof deliverables.$inferSelect & { file: FileVersionRow | null; unusedKeys: number };

const selectDeliverables = (db: Db) =>
  db
    .select({
      deliverable: deliverables,
      version: fileVersions,
      bytes: storedFiles.bytes,
      unusedKeys: sql<number>`(
        select count(*)::int from ${licenses}
        where ${licenses.deliverableId} = ${deliverables.id} and ${licenses.entitlementId} is null
      )`,
    })
    .from(deliverables)
    .leftJoin(
      fileVersions,
      and(eq(fileVersions.deliverableId, deliverables.id), eq(fileVersions.number, deliverables.currentVersion)),
    )
    .leftJoin(storedFiles, eq(storedFiles.sha256, fileVersions.sha256));

const toRow = ({
  deliverable,
  version,
  bytes,
  unusedKeys,
}: Awaited<ReturnType<typeof selectDeliverables>>[number]): DeliverableRow => ({
  ...deliverable,
  file: version && { ...version, bytes: bytes ?? 0 },
  unusedKeys,
});

/** The deliverables of a page that were not removed, oldest first. */
export async function listDeliverables(db: Db, sellerId: string, pageId: string): Promise<DeliverableRow[]> {
  const rows = await selectDeliverables(db)
    .where(and(eq(deliverables.sellerId, sellerId), eq(deliverables.pageId, pageId), isNull(deliverables.removedAt)))
    .orderBy(asc(deliverables.createdAt), asc(deliverables.id));
  return rows.map(toRow);
}

/** Deliverables of any seller by their ids, in any order; removed ones as well, because buyers keep them. */
export async function listDeliverablesByIds(db: Db, ids: readonly string[]): Promise<DeliverableRow[]> {
  const rows = await selectDeliverables(db).where(isOneOf(deliverables.id, ids, 'uuid'));
  return rows.map(toRow);
}

/** A seller's deliverable, also a removed one. */
export async function findDeliverable(db: Db, sellerId: string, id: string): Promise<DeliverableRow | null> {
  const row = await firstRow(
    selectDeliverables(db).where(and(eq(deliverables.sellerId, sellerId), eq(deliverables.id, id))),
  );
  return row && toRow(row);
}

/** A version of a file as its seller sees it. */
export const toFileVersion = ({ createdAt, ...version }: FileVersionRow): FileVersion => ({
  number: version.number,
  fileName: version.fileName,
  mediaType: version.mediaType,
  bytes: version.bytes,
  sha256: version.sha256,
  scan: version.scan,
  createdAt: createdAt.toISOString(),
});

/** A deliverable as its seller sees it. */
export const toDeliverable = (row: DeliverableRow): Deliverable => ({
  id: row.id,
  pageId: row.pageId,
  kind: row.kind,
  name: row.name,
  settings: row.settings,
  file: row.file && toFileVersion(row.file),
  unusedKeys: row.settings.kind === 'keys' && row.settings.source === 'list' ? row.unusedKeys : null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

type DeliverableInsert = typeof deliverables.$inferInsert;
export type NewDeliverable = Pick<DeliverableInsert, 'sellerId' | 'pageId' | 'name' | 'settings'> & { now: Date };

/** Inserts deliverables, which are listed in this order; returns their ids. */
export async function insertDeliverables(db: Db, added: readonly NewDeliverable[]): Promise<string[]> {
  const rows = added.map(({ now, ...values }, index) => ({
    ...values,
    id: crypto.randomUUID(),
    kind: values.settings.kind,
    createdAt: new Date(now.getTime() + index),
    updatedAt: now,
  }));
  if (rows.length > 0) await db.insert(deliverables).values(rows);
  return rows.map(({ id }) => id);
}

type DeliverableChange = Partial<Pick<DeliverableInsert, 'name' | 'settings' | 'currentVersion' | 'removedAt'>>;

export async function updateDeliverable(db: Db, id: string, change: DeliverableChange, now: Date): Promise<void> {
  await db
    .update(deliverables)
    .set({ ...change, updatedAt: now })
    .where(eq(deliverables.id, id));
}

/** Marks all deliverables of a page as removed. Buyers who have access keep it. */
export async function removeDeliverablesOfPage(db: Db, pageId: string, now: Date): Promise<void> {
  await db
    .update(deliverables)
    .set({ removedAt: now, updatedAt: now })
    .where(and(eq(deliverables.pageId, pageId), isNull(deliverables.removedAt)));
}

const selectOwnPage = (db: Db, sellerId: string, pageId: string) =>
  db
    .select({ id: pages.id })
    .from(pages)
    .where(and(eq(pages.sellerId, sellerId), eq(pages.id, pageId), isNull(pages.deletedAt)));

export const hasPage = (db: Db, sellerId: string, pageId: string): Promise<boolean> =>
  hasRows(selectOwnPage(db, sellerId, pageId));

/** Locks the seller's page until the transaction ends, so that it is not published meanwhile; false if there is no such page. */
export const lockPage = (db: Db, sellerId: string, pageId: string): Promise<boolean> =>
  hasRows(selectOwnPage(db, sellerId, pageId).for('update'));

/** How many deliverables of a page were not removed. */
export async function countDeliverables(db: Db, pageId: string): Promise<number> {
  const row = await firstRow(
    db
      .select({ count: count() })
      .from(deliverables)
      .where(and(eq(deliverables.pageId, pageId), isNull(deliverables.removedAt))),
  );
  return row?.count ?? 0;
}

/** Whether the version of the page that is on sale delivers it. */
export const isOnSale = (db: Db, { id, pageId }: Pick<DeliverableRow, 'id' | 'pageId'>): Promise<boolean> =>
  hasRows(
    db
      .select({ id: pages.id })
      .from(pages)
      .innerJoin(pageVersions, and(eq(pageVersions.pageId, pages.id), eq(pageVersions.number, pages.liveVersion)))
      .where(
        and(
          eq(pages.id, pageId),
          isNull(pages.unpublishedAt),
          sql`${pageVersions.config} -> 'delivery' -> 'items' @> ${JSON.stringify([{ id }])}::jsonb`,
        ),
      ),
  );

/** Names of the files that are being uploaded to a page. `now`: system time. */
export async function listUploadNames(db: Db, pageId: string, now: Date): Promise<string[]> {
  const rows = await db
    .select({ fileName: uploads.fileName })
    .from(uploads)
    .where(and(eq(uploads.pageId, pageId), gt(uploads.expiresAt, now)))
    .orderBy(asc(uploads.createdAt), asc(uploads.id));
  return rows.map(({ fileName }) => fileName);
}
