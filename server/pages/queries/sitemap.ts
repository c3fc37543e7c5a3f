import { and, asc, count, eq, exists, gt, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import { hasCustomDomains } from '#domain/plan-features.ts';
import { PLANS } from '#domain/plans.ts';
import type { Db } from '#server/db/client.ts';
import { blogPosts } from '#server/db/schema-blog.ts';
import { domains } from '#server/db/schema-domains.ts';
import { pages, pageVersions, providerAccounts, slugs } from '#server/db/schema-pages.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import { isActivePlanOfPage } from '#server/sellers/seller-plans.ts';

import { isDomainOfPage } from './page-domains.ts';

/** Plans with custom domains: `hasOwnDomains` in SQL. */
const PLANS_WITH_DOMAINS = PLANS.map(({ id }) => id).filter((id) => hasCustomDomains(id, true));

/** Whether the page is the root of its seller's domain, which is then its only address. */
const hasOwnDomain = exists(
  sql`(select 1 from ${domains} where ${isDomainOfPage} and ${inArray(planSubscriptions.plan, PLANS_WITH_DOMAINS)})`,
);

/**
 * Pages that can be bought on this host: published, with a seller who can take payments and has a plan. A sitemap lists
 * addresses of its own host only.
 */
const isOnSale = and(
  isNull(slugs.releasedAt),
  isNull(pages.unpublishedAt),
  isNull(pages.deletedAt),
  isNull(pages.suspendedAt),
  not(hasOwnDomain),
);

const canTakePayments = (mode: Mode) =>
  and(
    eq(providerAccounts.sellerId, pages.sellerId),
    eq(providerAccounts.mode, mode),
    isNull(providerAccounts.disconnectedAt),
    isNotNull(providerAccounts.accountId),
    eq(providerAccounts.detailsSubmitted, true),
    eq(providerAccounts.chargesEnabled, true),
  );

export async function countPagesOnSale(db: Db, mode: Mode, now: Date): Promise<number> {
  const [row] = await db
    .select({ pages: count() })
    .from(slugs)
    .innerJoin(pages, eq(pages.id, slugs.pageId))
    .innerJoin(providerAccounts, canTakePayments(mode))
    .innerJoin(planSubscriptions, isActivePlanOfPage(mode, now))
    .where(isOnSale);
  return row?.pages ?? 0;
}

export type PageOnSale = { slug: string; publishedAt: Date };

/** Current slugs in order, after `after` or from the `offset`th on. */
export const listPagesOnSale = (
  db: Db,
  mode: Mode,
  now: Date,
  { after, offset, limit }: { after: string | null; offset: number; limit: number },
): Promise<PageOnSale[]> =>
  db
    .select({ slug: slugs.slug, publishedAt: pageVersions.createdAt })
    .from(slugs)
    .innerJoin(pages, eq(pages.id, slugs.pageId))
    .innerJoin(pageVersions, and(eq(pageVersions.pageId, pages.id), eq(pageVersions.number, pages.liveVersion)))
    .innerJoin(providerAccounts, canTakePayments(mode))
    .innerJoin(planSubscriptions, isActivePlanOfPage(mode, now))
    .where(and(isOnSale, after === null ? undefined : gt(slugs.slug, after)))
    .orderBy(asc(slugs.slug))
    .offset(after === null ? offset : 0)
    .limit(limit);

export const listPostChanges = (db: Db): Promise<{ slug: string; updatedAt: Date }[]> =>
  db
    .select({ slug: blogPosts.slug, updatedAt: blogPosts.updatedAt })
    .from(blogPosts)
    .where(eq(blogPosts.status, 'published'))
    .orderBy(asc(blogPosts.slug));
