import { and, eq, gt, isNull, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { insertMany, isOneOf } from './many-rows.ts';
import { pages, sellers, slugs } from './schema-pages.ts';
import { newViews } from './schema-views.ts';

export type NewView = Required<typeof newViews.$inferInsert>;

/** Published pages of these current or former slugs, with the seller's time zone. */
export const listSeenPages = (db: Db, addresses: readonly string[]) =>
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
        isOneOf(slugs.slug, addresses, 'text'),
        isNull(pages.deletedAt),
        isNull(pages.unpublishedAt),
        gt(pages.liveVersion, 0),
      ),
    );
export type SeenPage = Awaited<ReturnType<typeof listSeenPages>>[number];

/** Inserts page views to be counted. */
export async function insertNewViews(db: Db, rows: readonly NewView[]): Promise<void> {
  await insertMany(db, newViews, rows);
}

export async function isAnyViewNew(db: Db): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(newViews)
    .limit(1);
  return rows.length > 0;
}
