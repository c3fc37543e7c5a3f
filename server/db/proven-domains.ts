import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { domains } from './schema-domains.ts';
import { pages, slugs } from './schema-pages.ts';
import { planSubscriptions } from './schema-plans.ts';

/** Join condition of a page and the domain whose root it is. */
export const isDomainOfPage = and(eq(domains.pageId, pages.id), isNotNull(domains.verifiedAt));

/** Verified domains among these hosts, with page and plan. */
export const listVerifiedDomains = (db: Db, mode: Mode, hosts: readonly string[]) =>
  db
    .select({
      host: domains.host,
      sellerId: domains.sellerId,
      pageId: domains.pageId,
      slug: slugs.slug,
      plan: planSubscriptions.plan,
      accessUntil: planSubscriptions.accessUntil,
    })
    .from(domains)
    .leftJoin(slugs, and(eq(slugs.pageId, domains.pageId), isNull(slugs.releasedAt)))
    .leftJoin(
      planSubscriptions,
      and(eq(planSubscriptions.sellerId, domains.sellerId), eq(planSubscriptions.mode, mode)),
    )
    .where(and(inArray(domains.host, [...hosts]), isNotNull(domains.verifiedAt)));
