import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { domains } from '#server/db/schema-domains.ts';
import { pages } from '#server/db/schema-pages.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import { isPlanOfPage } from '#server/sellers/seller-plans.ts';

/** Join condition of a page and the domain whose root it is. */
export const isDomainOfPage = and(eq(domains.pageId, pages.id), isNotNull(domains.verifiedAt));

/** The verified domain whose root is this page, with the seller's plan. */
export async function findDomainOfPage(db: Db, mode: Mode, pageId: string) {
  const [row] = await db
    .select({ host: domains.host, plan: planSubscriptions.plan, accessUntil: planSubscriptions.accessUntil })
    .from(domains)
    .innerJoin(pages, eq(pages.id, domains.pageId))
    .leftJoin(planSubscriptions, isPlanOfPage(mode))
    .where(and(eq(domains.pageId, pageId), isNotNull(domains.verifiedAt)));
  return row ?? null;
}

/** Hosts of all of a seller's pages by page id, independent of the plan. */
export async function listHostsOfPages(db: Db, sellerId: string): Promise<Map<string, string>> {
  const rows = await db
    .select({ pageId: domains.pageId, host: domains.host })
    .from(domains)
    .where(and(eq(domains.sellerId, sellerId), isNotNull(domains.pageId), isNotNull(domains.verifiedAt)));
  return new Map(rows.flatMap(({ pageId, host }) => (pageId === null ? [] : [[pageId, host] as const])));
}

/** Removes a page from the roots of the seller's other domains. `unverifiedOnly`: only from unverified ones. */
export async function removePageFromOtherDomains(
  tx: Db,
  sellerId: string,
  pageId: string,
  exclusion: { domainId?: string; unverifiedOnly?: true },
): Promise<void> {
  await tx
    .update(domains)
    .set({ pageId: null })
    .where(
      and(
        eq(domains.sellerId, sellerId),
        eq(domains.pageId, pageId),
        exclusion.domainId === undefined ? undefined : ne(domains.id, exclusion.domainId),
        exclusion.unverifiedOnly ? isNull(domains.verifiedAt) : undefined,
      ),
    );
}
