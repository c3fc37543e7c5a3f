import { and, eq, gt, isNull, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { insertMany, isOneOf } from './many-rows.ts';
import { pages, sellers, slugs } from './schema-pages.ts';
import { pageViewEvents } from './schema-views.ts';

export type NewPageView = Required<typeof pageViewEvents.$inferInsert>;

/** Published pages of these current or former slugs, with the seller's time zone. */
export const listViewedPages = (db: Db, viewedSlugs: readonly string[]) =>
  db
    .select({
      slug: slugs.slug,
      pageId: pages.id,
      sellerId: pages.sellerId,
      version: pages.liveVersion,
      timeZone: sellers.timeZone,
    })
    .from(slugs)
    .innerJoin(pages, eq(pages.id, slugs.pageId))
    .innerJoin(sellers, eq(sellers.id, pages.sellerId))
    .where(
      and(
        isOneOf(slugs.slug, viewedSlugs, 'text'),
        isNull(pages.deletedAt),
        isNull(pages.unpublishedAt),
        gt(pages.liveVersion, 0),
      ),
    );
export type ViewedPage = Awaited<ReturnType<typeof listViewedPages>>[number];

/** Inserts page views to be counted. */
export async function insertPageViewEvents(db: Db, rows: readonly NewPageView[]): Promise<void> {
  await insertMany(db, pageViewEvents, rows);
}

export async function hasUncountedViews(db: Db): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(pageViewEvents)
    .limit(1);
  return rows.length > 0;
}
