import { and, eq, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';

import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { drafts, pages, pageVersions, slugs } from '#server/db/schema-pages.ts';

const isLiveVersion = and(eq(pageVersions.pageId, pages.id), eq(pageVersions.number, pages.liveVersion));

/** Published pages of a seller that aren't suspended, in the order of their creation. `ids`: only these. */
export const listPublishedPages = (db: Db, sellerId: string, ids?: readonly string[]) =>
  db
    .select({ pageId: pages.id, slug: slugs.slug, schema: pageVersions.schema, config: pageVersions.config })
    .from(pages)
    .innerJoin(pageVersions, isLiveVersion)
    .innerJoin(slugs, and(eq(slugs.pageId, pages.id), isNull(slugs.releasedAt)))
    .where(
      and(
        eq(pages.sellerId, sellerId),
        isNull(pages.deletedAt),
        isNull(pages.unpublishedAt),
        isNull(pages.suspendedAt),
        ids && isOneOf(pages.id, ids, 'uuid'),
      ),
    )
    .orderBy(pages.createdAt, pages.id);

/** Keeps pages of the seller from being deleted until the transaction ends. Reservations of their stock go on. */
export async function lockBundleItems(tx: Db, sellerId: string, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: pages.id })
    .from(pages)
    .where(and(eq(pages.sellerId, sellerId), isOneOf(pages.id, ids, 'uuid')))
    .orderBy(pages.id)
    .for('key share');
}

const contains = (config: AnyPgColumn, pageId: string): SQL =>
  sql`${config}->'bundle'->'items' @> ${JSON.stringify([{ pageId }])}::text::jsonb`;

const liveVersions = alias(pageVersions, 'live_versions');

/** A page of the seller whose published version or draft is a bundle with this page; its name for the seller. */
export async function findBundleWith(db: Db, sellerId: string, pageId: string): Promise<{ name: string } | null> {
  const [row] = await db
    .select({ name: sql<string>`coalesce(${pages.name}, ${drafts.config}->>'productName', '')` })
    .from(pages)
    .innerJoin(drafts, eq(drafts.pageId, pages.id))
    .leftJoin(liveVersions, and(eq(liveVersions.pageId, pages.id), eq(liveVersions.number, pages.liveVersion)))
    .where(
      and(
        eq(pages.sellerId, sellerId),
        ne(pages.id, pageId),
        isNull(pages.deletedAt),
        or(contains(drafts.config, pageId), and(isNull(pages.unpublishedAt), contains(liveVersions.config, pageId))),
      ),
    )
    .limit(1);
  return row ?? null;
}

/** Published bundles of a seller that contain one of these pages. */
export const listBundlesWith = (db: Db, sellerId: string, pageIds: readonly string[]) =>
  db
    .select({ pageId: pages.id, slug: slugs.slug })
    .from(pages)
    .innerJoin(pageVersions, isLiveVersion)
    .innerJoin(slugs, and(eq(slugs.pageId, pages.id), isNull(slugs.releasedAt)))
    .where(
      and(
        eq(pages.sellerId, sellerId),
        isNull(pages.deletedAt),
        isNull(pages.unpublishedAt),
        or(...pageIds.map((pageId) => contains(pageVersions.config, pageId))),
      ),
    )
    .orderBy(pages.createdAt, pages.id);
