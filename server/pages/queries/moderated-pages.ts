import { and, asc, count, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import type { Db } from '#server/db/client.ts';
import { hasRow } from '#server/db/rows.ts';
import { drafts, pages, pageVersions, sellers, slugs } from '#server/db/schema-pages.ts';
import { pageReports } from '#server/db/schema-protection.ts';
import { users } from '#server/db/schema-users.ts';

/** Whether any page of a seller is suspended, including pages deleted since. */
export const hasSuspendedPage = (db: Db, sellerId: string): Promise<boolean> =>
  hasRow(db, pages, and(eq(pages.sellerId, sellerId), isNotNull(pages.suspendedAt)));

const requestedSlugs = alias(slugs, 'requested_slugs');

const selectModerated = (db: Db) =>
  db
    .select({
      id: pages.id,
      sellerId: pages.sellerId,
      slug: slugs.slug,
      name: pages.name,
      liveVersion: pages.liveVersion,
      unpublishedAt: pages.unpublishedAt,
      deletedAt: pages.deletedAt,
      suspendedAt: pages.suspendedAt,
      suspensionReason: pages.suspensionReason,
      schema: sql<number>`coalesce(${pageVersions.schema}, ${drafts.schema})`,
      config: sql<unknown>`coalesce(${pageVersions.config}, ${drafts.config})`,
      sellerEmail: users.email,
    })
    .from(pages)
    .innerJoin(sellers, eq(sellers.id, pages.sellerId))
    .innerJoin(users, eq(users.id, sellers.userId))
    .leftJoin(drafts, eq(drafts.pageId, pages.id))
    .leftJoin(slugs, and(eq(slugs.pageId, pages.id), isNull(slugs.releasedAt)))
    .leftJoin(pageVersions, and(eq(pageVersions.pageId, pages.id), eq(pageVersions.number, pages.liveVersion)));

export type ModeratedPage = Awaited<ReturnType<typeof listSuspendedPages>>[number];

/** The page that has or last had this slug, deleted or not. */
export async function findModeratedPage(db: Db, slug: string): Promise<ModeratedPage | null> {
  const [row] = await selectModerated(db)
    .innerJoin(requestedSlugs, eq(requestedSlugs.pageId, pages.id))
    .where(eq(requestedSlugs.slug, slug));
  return row ?? null;
}

/** Newest first. */
export const listSuspendedPages = (db: Db) =>
  selectModerated(db).where(isNotNull(pages.suspendedAt)).orderBy(desc(pages.suspendedAt));

/** All pages of a seller that are not deleted, by seller id or email address. */
export const listPagesOfSeller = (db: Db, seller: string): Promise<ModeratedPage[]> =>
  selectModerated(db)
    .where(and(isNull(pages.deletedAt), seller.includes('@') ? eq(users.email, seller) : eq(sellers.id, seller)))
    .orderBy(asc(pages.createdAt));

/** Suspends a page or lifts its suspension; false when that was already done. */
export async function setPageSuspension(
  db: Db,
  pageId: string,
  suspension: { at: Date; reason: string } | null,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(pages)
    .set({ suspendedAt: suspension?.at ?? null, suspensionReason: suspension?.reason ?? null, updatedAt: now })
    .where(and(eq(pages.id, pageId), suspension ? isNull(pages.suspendedAt) : isNotNull(pages.suspendedAt)))
    .returning({ id: pages.id });
  return rows.length > 0;
}

export async function countOpenReports(db: Db, pageIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ pageId: pageReports.pageId, reports: count() })
    .from(pageReports)
    .where(and(inArray(pageReports.pageId, [...pageIds]), isNull(pageReports.closedAt)))
    .groupBy(pageReports.pageId);
  return new Map(rows.map(({ pageId, reports }) => [pageId, reports]));
}
