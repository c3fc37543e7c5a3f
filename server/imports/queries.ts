import { and, asc, eq, inArray, isNull } from 'drizzle-orm';

import type { Db } from '../db/client.ts';
import { pages } from '../db/schema-pages.ts';

/** Existing pages that were imported from these sources; the newest of each. */
export async function findImportedPages(
  db: Db,
  sellerId: string,
  sources: readonly string[],
): Promise<Map<string, string>> {
  if (sources.length === 0) return new Map();
  const rows = await db
    .select({ id: pages.id, importedFrom: pages.importedFrom })
    .from(pages)
    .where(and(eq(pages.sellerId, sellerId), inArray(pages.importedFrom, [...sources]), isNull(pages.deletedAt)))
    .orderBy(asc(pages.createdAt));
  return new Map(rows.map(({ id, importedFrom }) => [importedFrom ?? '', id]));
}

export async function updateImportedFrom(
  db: Db,
  sellerId: string,
  pageId: string,
  importedFrom: string,
): Promise<void> {
  await db
    .update(pages)
    .set({ importedFrom })
    .where(and(eq(pages.sellerId, sellerId), eq(pages.id, pageId)));
}
