import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { pages, pageVersions, providerAccounts, socialImages } from '#server/db/schema-pages.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import { isActivePlanOfPage } from '#server/sellers/seller-plans.ts';

const isShown = and(isNull(pages.deletedAt), isNull(pages.suspendedAt));

const liveVersions = alias(pageVersions, 'live_versions');

/** The stored image of a version whose page is neither deleted nor suspended and whose seller has a plan. */
export async function findSocialImage(db: Db, versionId: string, mode: Mode, now: Date): Promise<Uint8Array | null> {
  const [row] = await db
    .select({ bytes: socialImages.bytes })
    .from(socialImages)
    .innerJoin(pageVersions, eq(pageVersions.id, socialImages.versionId))
    .innerJoin(pages, and(eq(pages.id, pageVersions.pageId), isShown))
    .innerJoin(planSubscriptions, isActivePlanOfPage(mode, now))
    .where(eq(socialImages.versionId, versionId));
  return row?.bytes ?? null;
}

/** Data for rendering a version's image, and the live version of its page. */
export async function findVersionToRender(db: Db, versionId: string, mode: Mode, now: Date) {
  const [row] = await db
    .select({
      pageId: pages.id,
      liveVersionId: liveVersions.id,
      schema: pageVersions.schema,
      config: pageVersions.config,
      sellerName: providerAccounts.businessName,
    })
    .from(pageVersions)
    .innerJoin(pages, and(eq(pages.id, pageVersions.pageId), isShown))
    .innerJoin(liveVersions, and(eq(liveVersions.pageId, pages.id), eq(liveVersions.number, pages.liveVersion)))
    .innerJoin(planSubscriptions, isActivePlanOfPage(mode, now))
    .leftJoin(
      providerAccounts,
      and(
        eq(providerAccounts.sellerId, pages.sellerId),
        eq(providerAccounts.mode, mode),
        isNull(providerAccounts.disconnectedAt),
      ),
    )
    .where(eq(pageVersions.id, versionId));
  return row ?? null;
}
export type VersionToRender = NonNullable<Awaited<ReturnType<typeof findVersionToRender>>>;

type NewSocialImage = { versionId: string; pageId: string; bytes: Uint8Array; now: Date };

/** Stores the image of a page's version and deletes those of its other versions. */
export async function insertSocialImage(db: Db, { versionId, pageId, bytes, now }: NewSocialImage): Promise<void> {
  const otherVersions = db
    .select({ id: pageVersions.id })
    .from(pageVersions)
    .where(and(eq(pageVersions.pageId, pageId), ne(pageVersions.id, versionId)));
  await db.delete(socialImages).where(inArray(socialImages.versionId, otherVersions));
  await db.insert(socialImages).values({ versionId, bytes, createdAt: now }).onConflictDoNothing();
}
