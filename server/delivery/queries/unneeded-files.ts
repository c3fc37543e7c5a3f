import { and, eq, gte, inArray, lt, ne, notExists, or } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { hasRows } from '#server/db/rows.ts';
import { deliverables, entitlements, fileVersions, storedFiles } from '#server/db/schema-delivery.ts';
import { pages } from '#server/db/schema-pages.ts';

/**
 * Deletes the versions of files that were removed, or whose page was deleted, before a time, unless a buyer has access or had
 * it since then.
 */
export async function deleteUnneededVersions(tx: Db, before: Date): Promise<void> {
  const access = tx
    .select({ id: entitlements.id })
    .from(entitlements)
    .where(
      and(
        eq(entitlements.deliverableId, deliverables.id),
        or(ne(entitlements.state, 'ended'), gte(entitlements.changedAt, before)),
      ),
    );
  const unneeded = tx
    .select({ id: deliverables.id })
    .from(deliverables)
    .innerJoin(pages, eq(pages.id, deliverables.pageId))
    .where(and(or(lt(deliverables.removedAt, before), lt(pages.deletedAt, before)), notExists(access)));
  const deleted = await tx
    .delete(fileVersions)
    .where(inArray(fileVersions.deliverableId, unneeded))
    .returning({ id: fileVersions.deliverableId });
  const ids = [...new Set(deleted.map(({ id }) => id))];
  if (ids.length > 0) await tx.update(deliverables).set({ currentVersion: null }).where(inArray(deliverables.id, ids));
}

const hasNoVersion = (db: Db) =>
  notExists(
    db.select({ sha256: fileVersions.sha256 }).from(fileVersions).where(eq(fileVersions.sha256, storedFiles.sha256)),
  );

const selectContents = (db: Db) => db.select({ sha256: storedFiles.sha256 }).from(storedFiles);

/** Contents that no version has and that were last uploaded before a time. */
export async function listUnnamedFiles(db: Db, storedBefore: Date, limit: number): Promise<string[]> {
  const rows = await selectContents(db)
    .where(and(lt(storedFiles.storedAt, storedBefore), hasNoVersion(db)))
    .limit(limit);
  return rows.map(({ sha256 }) => sha256);
}

/**
 * Locks such a content until the transaction ends, so that no version can get it; false if it is needed again. Versions are
 * looked up by a second statement, because the first one does not see those that were inserted while it waited.
 */
export async function lockUnnamedFile(tx: Db, sha256: string, storedBefore: Date): Promise<boolean> {
  const isContent = eq(storedFiles.sha256, sha256);
  const isLocked = await hasRows(
    selectContents(tx)
      .where(and(isContent, lt(storedFiles.storedAt, storedBefore)))
      .for('update'),
  );
  return isLocked && hasRows(selectContents(tx).where(and(isContent, hasNoVersion(tx))));
}

export async function deleteStoredFile(tx: Db, sha256: string): Promise<void> {
  await tx.delete(storedFiles).where(eq(storedFiles.sha256, sha256));
}
