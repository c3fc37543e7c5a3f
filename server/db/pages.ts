import { and, desc, eq, isNull } from 'drizzle-orm';

import type { Db } from './client.ts';
import { drafts, pages, slugs } from './schema-pages.ts';

export type PageRow = typeof pages.$inferSelect;

/** The seller's page, locked until the transaction ends. Null when it is not theirs, as when it is not there. */
export async function findPageForUpdate(db: Db, sellerId: string, pageId: string): Promise<PageRow | null> {
  const [row] = await db
    .select()
    .from(pages)
    .where(and(eq(pages.sellerId, sellerId), eq(pages.id, pageId)))
    .for('update');
  return row ?? null;
}

export async function insertPage(db: Db, sellerId: string, now: Date): Promise<PageRow> {
  const [row] = await db
    .insert(pages)
    .values({ id: crypto.randomUUID(), sellerId, createdAt: now, updatedAt: now })
    .returning();
  if (!row) throw new Error('The page was not inserted');
  return row;
}

export async function updatePageLive(
  db: Db,
  sellerId: string,
  pageId: string,
  liveVersion: number,
  now: Date,
): Promise<void> {
  await db
    .update(pages)
    .set({ liveVersion, updatedAt: now })
    .where(and(eq(pages.sellerId, sellerId), eq(pages.id, pageId)));
}

export async function updatePageTouched(db: Db, sellerId: string, pageId: string, now: Date): Promise<void> {
  await db
    .update(pages)
    .set({ updatedAt: now })
    .where(and(eq(pages.sellerId, sellerId), eq(pages.id, pageId)));
}

const withDraft = {
  id: pages.id,
  liveVersion: pages.liveVersion,
  updatedAt: pages.updatedAt,
  schema: drafts.schema,
  config: drafts.config,
  revision: drafts.revision,
  publishedRevision: drafts.publishedRevision,
  slug: slugs.slug,
};

const selectPages = (db: Db) =>
  db
    .select(withDraft)
    .from(pages)
    .innerJoin(drafts, eq(drafts.pageId, pages.id))
    .leftJoin(slugs, and(eq(slugs.pageId, pages.id), isNull(slugs.releasedAt)));

export type PageWithDraft = Awaited<ReturnType<typeof listPages>>[number];

/** A seller's pages, the last touched first. */
export const listPages = (db: Db, sellerId: string) =>
  selectPages(db).where(eq(pages.sellerId, sellerId)).orderBy(desc(pages.updatedAt)).limit(200);

export async function findPageWithDraft(
  db: Db,
  sellerId: string,
  pageId: string,
): Promise<PageWithDraft | null> {
  const [row] = await selectPages(db).where(and(eq(pages.sellerId, sellerId), eq(pages.id, pageId)));
  return row ?? null;
}
