import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm';

import { PAGE_CHANGES_CHANNEL } from '#server/db/change-listener.ts';
import type { Db } from '#server/db/client.ts';
import { fontFiles, pageFonts, pages, pageVersions } from '#server/db/schema-pages.ts';

export async function findFontFile(db: Db, name: string): Promise<Uint8Array | null> {
  return (await findFontFiles(db, [name])).get(name) ?? null;
}

export async function findFontFiles(db: Db, names: readonly string[]): Promise<Map<string, Uint8Array>> {
  const rows = await db
    .select({ name: fontFiles.name, bytes: fontFiles.bytes })
    .from(fontFiles)
    .where(inArray(fontFiles.name, [...names]));
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

type NewPageFonts = typeof pageFonts.$inferInsert & {
  sellerId: string;
  /** The stylesheet and all files by name. */
  contents: ReadonlyMap<string, Uint8Array>;
};

/** Stores the fonts of a version, deletes those of former versions, and notifies the page caches. For a transaction. */
export async function storePageFonts(tx: Db, { sellerId, contents, ...fonts }: NewPageFonts): Promise<void> {
  const usedAt = fonts.createdAt;
  await tx
    .insert(fontFiles)
    .values([...contents].map(([name, bytes]) => ({ name, bytes, usedAt })))
    .onConflictDoUpdate({ target: fontFiles.name, set: { usedAt } });
  await tx
    .insert(pageFonts)
    .values(fonts)
    .onConflictDoUpdate({ target: [pageFonts.versionId, pageFonts.format], set: fonts });
  const formerFiles = await deleteFormerPageFonts(tx, fonts.versionId);
  await tx.update(fontFiles).set({ usedAt }).where(inArray(fontFiles.name, formerFiles));
  await tx.execute(sql`select pg_notify(${PAGE_CHANGES_CHANNEL}, ${sellerId})`);
}

/** Returns the names of the deleted fonts' files. */
async function deleteFormerPageFonts(tx: Db, versionId: string): Promise<string[]> {
  const pageId = tx.select({ id: pageVersions.pageId }).from(pageVersions).where(eq(pageVersions.id, versionId));
  const formerVersions = tx
    .select({ id: pageVersions.id })
    .from(pageVersions)
    .innerJoin(pages, eq(pages.id, pageVersions.pageId))
    .where(and(inArray(pageVersions.pageId, pageId), ne(pageVersions.number, pages.liveVersion)));
  const deleted = await tx.delete(pageFonts).where(inArray(pageFonts.versionId, formerVersions)).returning();
  return deleted.flatMap(({ stylesheet, files }) => [stylesheet, ...files]);
}

/**
 * Deletes fonts in other formats and files that no page uses, unless they are newer than `before`: browsers still load the
 * files of a document that they just received.
 */
export async function deleteUnusedFonts(db: Db, format: string, before: Date): Promise<void> {
  await db.delete(pageFonts).where(and(ne(pageFonts.format, format), lt(pageFonts.createdAt, before)));
  const isUnused = [
    sql`${pageFonts.stylesheet} = ${fontFiles.name}`,
    sql`${pageFonts.files} @> to_jsonb(${fontFiles.name})`,
  ].map((uses) => sql`not exists (select 1 from ${pageFonts} where ${uses})`);
  await db.delete(fontFiles).where(and(lt(fontFiles.usedAt, before), ...isUnused));
}
