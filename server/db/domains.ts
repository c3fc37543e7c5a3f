import { and, asc, count, eq, inArray, isNotNull, isNull, lte, ne, or } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { planOfPage } from './plan-access.ts';
import { domains } from './schema-domains.ts';
import { drafts, pages, sellers, slugs } from './schema-pages.ts';
import { planSubscriptions } from './schema-plans.ts';

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

const mine = (sellerId: string, domainId: string) =>
  and(eq(domains.sellerId, sellerId), eq(domains.id, domainId));

/** A seller's domains with the page at the root of each, the oldest first; `domainId`: this one alone. */
export const listDomains = (db: Db, sellerId: string, domainId?: string) =>
  db
    .select({
      domain: domains,
      page: { id: pages.id, name: pages.name, schema: drafts.schema, config: drafts.config },
    })
    .from(domains)
    .leftJoin(pages, eq(pages.id, domains.pageId))
    .leftJoin(drafts, eq(drafts.pageId, pages.id))
    .where(domainId === undefined ? eq(domains.sellerId, sellerId) : mine(sellerId, domainId))
    .orderBy(asc(domains.createdAt), asc(domains.id));
export type DomainWithPage = Awaited<ReturnType<typeof listDomains>>[number];

export async function findDomain(db: Db, sellerId: string, domainId: string): Promise<DomainRow | null> {
  const [row] = await db.select().from(domains).where(mine(sellerId, domainId));
  return row ?? null;
}

/** Lets one change at a time be made to a seller's domains, until the transaction ends. */
export async function lockDomainsOf(tx: Db, sellerId: string): Promise<void> {
  await tx.select({ id: sellers.id }).from(sellers).where(eq(sellers.id, sellerId)).for('update');
}

/** What a seller's claim of a host meets: their own row of it, whether somebody else has proven it, and all they have. */
export async function findStanding(tx: Db, sellerId: string, host: string) {
  const rows = await tx
    .select()
    .from(domains)
    .where(and(eq(domains.host, host), or(eq(domains.sellerId, sellerId), isNotNull(domains.provenAt))));
  const [all] = await tx.select({ count: count() }).from(domains).where(eq(domains.sellerId, sellerId));
  return {
    own: rows.find((row) => row.sellerId === sellerId) ?? null,
    isTaken: rows.some((row) => row.sellerId !== sellerId),
    count: all?.count ?? 0,
  };
}

type NewDomain = Pick<
  DomainRow,
  'sellerId' | 'host' | 'proof' | 'pageId' | 'provenAt' | 'createdAt' | 'nextCheckAt'
>;

/** Throws a unique violation where another seller proves it at the same time. */
export async function insertDomain(tx: Db, row: NewDomain): Promise<DomainRow> {
  const [inserted] = await tx
    .insert(domains)
    .values({ id: crypto.randomUUID(), ...row })
    .returning();
  if (!inserted) throw new Error('The domain was not inserted');
  return inserted;
}

type DomainChange = Partial<Omit<DomainRow, 'id' | 'sellerId' | 'host'>>;

/** Null when it is not there any more. */
export async function updateDomain(db: Db, sellerId: string, domainId: string, change: DomainChange) {
  const [row] = await db.update(domains).set(change).where(mine(sellerId, domainId)).returning();
  return row ?? null;
}

/** Writes what a look means for the row that it began with; null when that has changed meanwhile, or is gone. */
export async function updateDomainAfterLook(
  db: Db,
  before: DomainRow,
  change: DomainChange,
): Promise<DomainRow | null> {
  const { provenAt, failures } = before;
  const same = provenAt === null ? isNull(domains.provenAt) : eq(domains.provenAt, provenAt);
  const [row] = await db
    .update(domains)
    .set(change)
    .where(
      and(
        mine(before.sellerId, before.id),
        eq(domains.proof, before.proof),
        eq(domains.failures, failures),
        same,
      ),
    )
    .returning();
  return row ?? null;
}

/** Takes a page from the roots of other domains of its seller. `unproven`: only from those that are not proven. */
export async function updatePageElsewhere(
  tx: Db,
  sellerId: string,
  pageId: string,
  except: { domainId?: string; unproven?: true },
): Promise<void> {
  await tx
    .update(domains)
    .set({ pageId: null })
    .where(
      and(
        eq(domains.sellerId, sellerId),
        eq(domains.pageId, pageId),
        except.domainId === undefined ? undefined : ne(domains.id, except.domainId),
        except.unproven ? isNull(domains.provenAt) : undefined,
      ),
    );
}

/** Whether a page stands at the root of any domain. */
export async function hasDomain(tx: Db, pageId: string): Promise<boolean> {
  return (await tx.select({ id: domains.id }).from(domains).where(eq(domains.pageId, pageId))).length > 0;
}

/** False when it is not the seller's, or not there. */
/** Gives its host; null when it is not there. */
export async function deleteDomain(db: Db, sellerId: string, domainId: string): Promise<string | null> {
  const [gone] = await db.delete(domains).where(mine(sellerId, domainId)).returning({ host: domains.host });
  return gone?.host ?? null;
}

/** Real time. */
export async function isAnyDomainDue(db: Db, now: Date): Promise<boolean> {
  const due = await db.select({ id: domains.id }).from(domains).where(lte(domains.nextCheckAt, now)).limit(1);
  return due.length > 0;
}

/** Takes domains that are due until the lease ends; each goes to one of the processes that ask at once. Real time. */
export async function claimDueDomains(
  db: Db,
  now: Date,
  leaseUntil: Date,
  most: number,
): Promise<DomainRow[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: domains.id })
      .from(domains)
      .where(lte(domains.nextCheckAt, now))
      .orderBy(asc(domains.nextCheckAt), asc(domains.id))
      .limit(most)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    const ids = due.map(({ id }) => id);
    return tx.update(domains).set({ nextCheckAt: leaseUntil }).where(inArray(domains.id, ids)).returning();
  });
}
