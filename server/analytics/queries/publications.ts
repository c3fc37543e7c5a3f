import { and, desc, eq, gt, gte, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { pages, pageVersions, sellers } from '#server/db/schema-pages.ts';

import type { AnalyticsTarget } from './page-views.ts';

/** A seller's pages that were ever published, including deleted ones; last updated first. */
export const listPublishedPages = (db: Db, sellerId: string) =>
  db
    .select({
      id: pages.id,
      name: pages.name,
      productName: sql<string>`coalesce(${pageVersions.config}->>'productName', '')`,
      gone: sql<boolean>`${pages.deletedAt} is not null`,
    })
    .from(pages)
    .leftJoin(pageVersions, and(eq(pageVersions.pageId, pages.id), eq(pageVersions.number, pages.liveVersion)))
    .where(and(eq(pages.sellerId, sellerId), gt(pages.liveVersion, 0)))
    .orderBy(sql`${pages.deletedAt} is not null`, desc(pages.updatedAt), desc(pages.id));

const previousVersions = alias(pageVersions, 'before');

/** Newest publications in a time range, each with the previous version. */
export const listPublications = (
  db: Db,
  { sellerId, pageId }: AnalyticsTarget,
  [start, end]: readonly [Date, Date],
  limit: number,
) =>
  db
    .select({
      pageId: pageVersions.pageId,
      number: pageVersions.number,
      createdAt: pageVersions.createdAt,
      schema: pageVersions.schema,
      config: pageVersions.config,
      previousVersions: { schema: previousVersions.schema, config: previousVersions.config },
    })
    .from(pageVersions)
    .innerJoin(pages, eq(pages.id, pageVersions.pageId))
    .leftJoin(
      previousVersions,
      and(
        eq(previousVersions.pageId, pageVersions.pageId),
        eq(previousVersions.number, sql`${pageVersions.number} - 1`),
      ),
    )
    .where(
      and(
        eq(pages.sellerId, sellerId),
        pageId === null ? undefined : eq(pages.id, pageId),
        gte(pageVersions.createdAt, start),
        lt(pageVersions.createdAt, end),
      ),
    )
    .orderBy(desc(pageVersions.createdAt), desc(pageVersions.number))
    .limit(limit);

/** Version numbers of a seller's page versions. */
export const listVersionNumbers = (db: Db, sellerId: string, versionIds: readonly string[]) =>
  db
    .select({ id: pageVersions.id, pageId: pageVersions.pageId, number: pageVersions.number })
    .from(pageVersions)
    .innerJoin(pages, eq(pages.id, pageVersions.pageId))
    .where(and(eq(pages.sellerId, sellerId), isOneOf(pageVersions.id, versionIds, 'uuid')));

export async function findTimeZone(db: Db, sellerId: string): Promise<string | null> {
  const [row] = await db.select({ zone: sellers.timeZone }).from(sellers).where(eq(sellers.id, sellerId));
  return row?.zone ?? null;
}

export async function updateTimeZone(db: Db, sellerId: string, timeZone: string): Promise<void> {
  await db.update(sellers).set({ timeZone }).where(eq(sellers.id, sellerId));
}
