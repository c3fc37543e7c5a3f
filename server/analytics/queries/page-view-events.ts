import { and, eq, gt, isNull, sql, lt } from 'drizzle-orm';

import { insertMany, isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { pageViewEvents, visitorSalts } from '#server/db/schema-page-views.ts';
import { pages, sellers, slugs } from '#server/db/schema-pages.ts';

/** Stores the salt of a day unless another process was first, and returns it. */
export async function getOrCreateVisitorSalt(db: Db, day: string, newSalt: Uint8Array): Promise<Uint8Array> {
  await db.insert(visitorSalts).values({ day, salt: newSalt }).onConflictDoNothing();
  const [row] = await db.select({ salt: visitorSalts.salt }).from(visitorSalts).where(eq(visitorSalts.day, day));
  if (!row) throw new Error(`The day ${day} has no salt`);
  return row.salt;
}

export async function deleteVisitorSaltsBefore(db: Db, day: string): Promise<void> {
  await db.delete(visitorSalts).where(lt(visitorSalts.day, day));
}

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
