import { and, desc, eq, isNull, sql } from 'drizzle-orm';

import { CONFIG_SCHEMA, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { isInTimeRange, type TimeRange } from '#server/db/rows.ts';
import { drafts, pages, pageVersions, slugs } from '#server/db/schema-pages.ts';

/** Revision of a page's draft; 0 without a draft. The caller must have locked the page's row. */
export async function findDraftRevision(db: Db, pageId: string): Promise<number> {
  const [row] = await db.select({ revision: drafts.revision }).from(drafts).where(eq(drafts.pageId, pageId));
  return row?.revision ?? 0;
}

type Draft = { pageId: string; config: CheckoutPageConfig; revision: number; published: boolean; now: Date };

export async function upsertDraft(db: Db, { pageId, config, revision, published, now }: Draft): Promise<void> {
  const values = {
    schema: CONFIG_SCHEMA,
    config,
    revision,
    updatedAt: now,
    ...(published ? { publishedRevision: revision } : {}),
  };
  await db
    .insert(drafts)
    .values({ pageId, ...values })
    .onConflictDoUpdate({ target: drafts.pageId, set: values });
}

export type PageRow = typeof pages.$inferSelect;

/** Maximum pages in a seller's list; archived ones come last. */
const MAX_LISTED_PAGES = 500;

const isOwnPage = (sellerId: string, pageId: string) =>
  and(eq(pages.sellerId, sellerId), eq(pages.id, pageId), isNull(pages.deletedAt));

/** The seller's page, locked until the transaction ends. Null when it is deleted or belongs to another seller. */
export async function findPageForUpdate(db: Db, sellerId: string, pageId: string): Promise<PageRow | null> {
  const [row] = await db.select().from(pages).where(isOwnPage(sellerId, pageId)).for('update');
  return row ?? null;
}

/** A page of any seller; null when it is deleted or does not exist. */
export async function findPageById(db: Db, pageId: string): Promise<PageRow | null> {
  const [row] = await db
    .select()
    .from(pages)
    .where(and(eq(pages.id, pageId), isNull(pages.deletedAt)));
  return row ?? null;
}

export async function insertPage(db: Db, sellerId: string, now: Date, name: string | null = null): Promise<PageRow> {
  const [row] = await db
    .insert(pages)
    .values({ id: crypto.randomUUID(), sellerId, name, createdAt: now, updatedAt: now })
    .returning();
  if (!row) throw new Error('The page was not inserted');
  return row;
}

type PageChange = Partial<Omit<PageRow, 'id' | 'sellerId' | 'createdAt'>>;

/** Updates the seller's page unless it is deleted. */
export async function updatePage(db: Db, sellerId: string, pageId: string, change: PageChange): Promise<void> {
  await db.update(pages).set(change).where(isOwnPage(sellerId, pageId));
}

/** Publishes a version and clears the unpublished and archived states. */
export const publishPageVersion = (db: Db, sellerId: string, pageId: string, liveVersion: number, now: Date) =>
  updatePage(db, sellerId, pageId, { liveVersion, updatedAt: now, unpublishedAt: null, archivedAt: null });

const draftColumns = {
  id: pages.id,
  name: pages.name,
  liveVersion: pages.liveVersion,
  createdAt: pages.createdAt,
  updatedAt: pages.updatedAt,
  unpublishedAt: pages.unpublishedAt,
  archivedAt: pages.archivedAt,
  suspendedAt: pages.suspendedAt,
  suspensionReason: pages.suspensionReason,
  pausedUntil: pages.pausedUntil,
  pauseCause: pages.pauseCause,
  metadata: pages.metadata,
  externalId: pages.externalId,
  schema: drafts.schema,
  config: drafts.config,
  revision: drafts.revision,
  publishedRevision: drafts.publishedRevision,
  slug: slugs.slug,
};

const selectPages = (db: Db) =>
  db
    .select(draftColumns)
    .from(pages)
    .innerJoin(drafts, eq(drafts.pageId, pages.id))
    .leftJoin(slugs, and(eq(slugs.pageId, pages.id), isNull(slugs.releasedAt)));

export type PageWithDraft = Awaited<ReturnType<typeof listPages>>[number];

/** A seller's pages, last updated first; archived ones at the end. */
export const listPages = (db: Db, sellerId: string) =>
  selectPages(db)
    .where(and(eq(pages.sellerId, sellerId), isNull(pages.deletedAt)))
    .orderBy(sql`${pages.archivedAt} is not null`, desc(pages.updatedAt), desc(pages.id))
    .limit(MAX_LISTED_PAGES);

type PageCursor = { createdAt: Date; id: string };

/** A seller's pages after a cursor, newest first. */
export const listPagesAfterCursor = (
  db: Db,
  sellerId: string,
  before: PageCursor | null,
  limit: number,
  { externalId, updated }: { externalId: string | undefined; updated: TimeRange },
) =>
  selectPages(db)
    .where(
      and(
        eq(pages.sellerId, sellerId),
        isNull(pages.deletedAt),
        externalId === undefined ? undefined : eq(pages.externalId, externalId),
        isInTimeRange(pages.updatedAt, updated),
        before
          ? sql`(${pages.createdAt}, ${pages.id}) < (${before.createdAt.toISOString()}::timestamptz, ${before.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(pages.createdAt), desc(pages.id))
    .limit(limit);

/** A seller's pages with these ids, in any order. */
export const listPagesByIds = (db: Db, sellerId: string, ids: readonly string[]) =>
  selectPages(db).where(and(eq(pages.sellerId, sellerId), isNull(pages.deletedAt), isOneOf(pages.id, ids, 'uuid')));

export async function findPageWithDraft(db: Db, sellerId: string, pageId: string): Promise<PageWithDraft | null> {
  const [row] = await selectPages(db).where(isOwnPage(sellerId, pageId));
  return row ?? null;
}

/** A seller's page with its latest published version; `version` is null before the first publication. */
export async function findPageWithVersion(db: Db, sellerId: string, pageId: string) {
  const [row] = await db
    .select({ ...draftColumns, version: { schema: pageVersions.schema, config: pageVersions.config } })
    .from(pages)
    .innerJoin(drafts, eq(drafts.pageId, pages.id))
    .leftJoin(slugs, and(eq(slugs.pageId, pages.id), isNull(slugs.releasedAt)))
    .leftJoin(pageVersions, and(eq(pageVersions.pageId, pages.id), eq(pageVersions.number, pages.liveVersion)))
    .where(isOwnPage(sellerId, pageId));
  return row ?? null;
}
