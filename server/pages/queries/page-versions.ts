import { and, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { CONFIG_SCHEMA, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { Mode } from '#domain/payment-mode.ts';
import type { Context } from '#server/core/context.ts';
import type { ImageSizes } from '#server/core/services.ts';
import type { Db } from '#server/db/client.ts';
import { prepareOnce } from '#server/db/prepare-once.ts';
import { domains } from '#server/db/schema-domains.ts';
import { pageFonts, pages, pageVersions, providerAccounts, slugs } from '#server/db/schema-pages.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import { imageSizesIn } from '#server/images/queries.ts';
import { isPlanOfPage } from '#server/sellers/seller-plans.ts';

import { isDomainOfPage } from './page-domains.ts';

type NewVersion = { pageId: string; number: number; config: CheckoutPageConfig; now: Date };

export async function insertPageVersion(db: Db, { pageId, number, config, now }: NewVersion): Promise<void> {
  await db
    .insert(pageVersions)
    .values({ id: crypto.randomUUID(), pageId, number, schema: CONFIG_SCHEMA, config, createdAt: now });
}

const currentSlugs = alias(slugs, 'current_slugs');

const fontFilesColumns = { stylesheet: pageFonts.stylesheet, files: pageFonts.files };
const isFontsOfVersion = (format: string) =>
  and(eq(pageFonts.versionId, pageVersions.id), eq(pageFonts.format, format));

type VersionContent = { config: object; imageSizes: ImageSizes };

/** Null for the version that the caller knows already, because a version never changes. */
const content = sql<VersionContent | null>`case when ${pageVersions.id} = ${sql.placeholder('knownVersionId')}::uuid then null
  else jsonb_build_object('config', ${pageVersions.config}, 'imageSizes', ${imageSizesIn(pageVersions.config)}) end`;

const livePageColumns = {
  pageId: pages.id,
  sellerId: pages.sellerId,
  currentSlug: currentSlugs.slug,
  versionId: pageVersions.id,
  version: pageVersions.number,
  schema: pageVersions.schema,
  content,
  unpublishedAt: pages.unpublishedAt,
  pausedUntil: pages.pausedUntil,
  suspendedAt: pages.suspendedAt,
  fontFiles: fontFilesColumns,
  account: providerAccounts,
  plan: planSubscriptions.plan,
  accessUntil: planSubscriptions.accessUntil,
  domain: domains.host,
};

const prepareLivePage = prepareOnce((db: Db, mode: Mode, fontFormat: string) =>
  db
    .select(livePageColumns)
    .from(slugs)
    .innerJoin(pages, and(eq(pages.id, slugs.pageId), isNull(pages.deletedAt)))
    .innerJoin(currentSlugs, and(eq(currentSlugs.pageId, pages.id), isNull(currentSlugs.releasedAt)))
    .innerJoin(pageVersions, and(eq(pageVersions.pageId, pages.id), eq(pageVersions.number, pages.liveVersion)))
    .leftJoin(
      providerAccounts,
      and(
        eq(providerAccounts.sellerId, pages.sellerId),
        eq(providerAccounts.mode, mode),
        isNull(providerAccounts.disconnectedAt),
      ),
    )
    .leftJoin(planSubscriptions, isPlanOfPage(mode))
    .leftJoin(domains, isDomainOfPage)
    .leftJoin(pageFonts, isFontsOfVersion(fontFormat))
    .where(eq(slugs.slug, sql.placeholder('slug')))
    .limit(1)
    .prepare('find_live_page'),
);

/**
 * The published page of a slug, with its seller's Stripe account, plan and the domain whose root it is. `currentSlug`
 * differs from `slug` when the page has moved.
 */
export async function findLivePage(
  { db, mode, fontFormat }: Pick<Context, 'db' | 'mode' | 'fontFormat'>,
  slug: string,
  knownVersionId: string | null,
) {
  const [row] = await prepareLivePage(db, mode, fontFormat).execute({ slug, knownVersionId });
  return row ?? null;
}
export type LivePage = NonNullable<Awaited<ReturnType<typeof findLivePage>>>;

export async function findVersionConfig({ db, fontFormat }: Pick<Context, 'db' | 'fontFormat'>, versionId: string) {
  const [row] = await db
    .select({
      schema: pageVersions.schema,
      config: pageVersions.config,
      imageSizes: imageSizesIn(pageVersions.config),
      fontFiles: fontFilesColumns,
    })
    .from(pageVersions)
    .leftJoin(pageFonts, isFontsOfVersion(fontFormat))
    .where(eq(pageVersions.id, versionId));
  return row ?? null;
}

const isPageOfSeller = (sellerId: string, pageId: string) =>
  and(eq(pages.sellerId, sellerId), eq(pages.id, pageId), isNull(pages.deletedAt));

const selectVersions = (db: Db) =>
  db
    .select({
      id: pageVersions.id,
      number: pageVersions.number,
      schema: pageVersions.schema,
      config: pageVersions.config,
      createdAt: pageVersions.createdAt,
    })
    .from(pageVersions)
    .innerJoin(pages, eq(pages.id, pageVersions.pageId));

/** Versions of a seller's page, newest first, at most `limit`; `before` limits them to lower numbers. */
export const listPageVersions = (
  db: Db,
  sellerId: string,
  pageId: string,
  limit: number,
  before: number | null = null,
) =>
  selectVersions(db)
    .where(and(isPageOfSeller(sellerId, pageId), before === null ? undefined : lt(pageVersions.number, before)))
    .orderBy(desc(pageVersions.number))
    .limit(limit);

export async function findPageVersion(db: Db, sellerId: string, pageId: string, number: number) {
  const [row] = await selectVersions(db).where(and(isPageOfSeller(sellerId, pageId), eq(pageVersions.number, number)));
  return row ?? null;
}

/** The live version of a seller's page at a time; before the first publication, the first version. */
export async function findVersionAt(db: Db, sellerId: string, pageId: string, at: Date) {
  const isBefore = lte(pageVersions.createdAt, at);
  const [row] = await db
    .select({ id: pageVersions.id, schema: pageVersions.schema, config: pageVersions.config })
    .from(pageVersions)
    .innerJoin(pages, and(eq(pages.id, pageVersions.pageId), eq(pages.sellerId, sellerId)))
    .where(eq(pageVersions.pageId, pageId))
    .orderBy(desc(isBefore), sql`case when ${isBefore} then -${pageVersions.number} else ${pageVersions.number} end`)
    .limit(1);
  return row ?? null;
}
