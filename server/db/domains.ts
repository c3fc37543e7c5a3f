import { and, asc, count, eq, inArray, isNotNull, isNull, lte, ne } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { planOfPage } from './plan-access.ts';
import { domains } from './schema-domains.ts';
import { drafts, pages, pageVersions, sellers, slugs } from './schema-pages.ts';
import { planSubscriptions } from './schema-plans.ts';
import { users } from './schema-people.ts';

export type DomainRow = typeof domains.$inferSelect;

const planOfDomain = (mode: Mode) =>
  and(eq(planSubscriptions.sellerId, domains.sellerId), eq(planSubscriptions.mode, mode));

/**
 * Whose a host is, with the address of the page at its root and what says whether the seller's plan has domains:
 * `hasOwnDomains(plan, hasAccess({ accessUntil }, now))`. Null when nobody has proven it. `slug` is null where no page
 * stands there, or none that was ever published.
 */
export async function findProvenDomain(db: Db, mode: Mode, host: string) {
  const [row] = await db
    .select({
      id: domains.id,
      host: domains.host,
      sellerId: domains.sellerId,
      pageId: domains.pageId,
      slug: slugs.slug,
      plan: planSubscriptions.plan,
      accessUntil: planSubscriptions.accessUntil,
    })
    .from(domains)
    .leftJoin(slugs, and(eq(slugs.pageId, domains.pageId), isNull(slugs.releasedAt)))
    .leftJoin(planSubscriptions, planOfDomain(mode))
    .where(and(eq(domains.host, host), isNotNull(domains.provenAt)));
  return row ?? null;
}
export type ProvenDomain = NonNullable<Awaited<ReturnType<typeof findProvenDomain>>>;

/** The proven domain at whose root a page stands, with what says whether its seller's plan has domains. */
export async function findDomainOfPage(db: Db, mode: Mode, pageId: string) {
  const [row] = await db
    .select({ host: domains.host, plan: planSubscriptions.plan, accessUntil: planSubscriptions.accessUntil })
    .from(domains)
    .innerJoin(pages, eq(pages.id, domains.pageId))
    .leftJoin(planSubscriptions, planOfPage(mode))
    .where(and(eq(domains.pageId, pageId), isNotNull(domains.provenAt)));
  return row ?? null;
}

/** The same of all of a seller's pages: hosts by page, whatever the plan says. */
export async function listHostsOfPages(db: Db, sellerId: string): Promise<Map<string, string>> {
  const rows = await db
    .select({ pageId: domains.pageId, host: domains.host })
    .from(domains)
    .where(and(eq(domains.sellerId, sellerId), isNotNull(domains.pageId), isNotNull(domains.provenAt)));
  return new Map(rows.flatMap(({ pageId, host }) => (pageId === null ? [] : [[pageId, host] as const])));
}
