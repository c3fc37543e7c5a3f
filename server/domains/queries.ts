import { and, asc, count, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';

import type { Db } from '../db/client.ts';
import { domains } from '../db/schema-domains.ts';
import { drafts, pages, sellers, slugs } from '../db/schema-pages.ts';
import { planSubscriptions } from '../db/schema-plans.ts';

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

export type DomainRow = typeof domains.$inferSelect;

const isOwnDomain = (sellerId: string, domainId: string) =>
  and(eq(domains.sellerId, sellerId), eq(domains.id, domainId));

/** A seller's domains with the page at each root, oldest first; `domainId` selects one. */
export const listDomains = (db: Db, sellerId: string, domainId?: string) =>
  db
    .select({
      domain: domains,
      page: { id: pages.id, name: pages.name, schema: drafts.schema, config: drafts.config },
    })
    .from(domains)
    .leftJoin(pages, eq(pages.id, domains.pageId))
    .leftJoin(drafts, eq(drafts.pageId, pages.id))
    .where(domainId === undefined ? eq(domains.sellerId, sellerId) : isOwnDomain(sellerId, domainId))
    .orderBy(asc(domains.createdAt), asc(domains.id));
export type DomainWithPage = Awaited<ReturnType<typeof listDomains>>[number];

export async function findDomain(db: Db, sellerId: string, domainId: string): Promise<DomainRow | null> {
  const [row] = await db.select().from(domains).where(isOwnDomain(sellerId, domainId));
  return row ?? null;
}

/** Serializes changes of a seller's domains until the transaction ends. */
export async function lockDomainsOf(tx: Db, sellerId: string): Promise<void> {
  await tx.select({ id: sellers.id }).from(sellers).where(eq(sellers.id, sellerId)).for('update');
}

/** State of a host for a claim: the seller's own row, whether another seller verified it, and the seller's domain count. */
export async function findClaimState(tx: Db, sellerId: string, host: string) {
  const rows = await tx
    .select()
    .from(domains)
    .where(and(eq(domains.host, host), or(eq(domains.sellerId, sellerId), isNotNull(domains.verifiedAt))));
  const [total] = await tx.select({ count: count() }).from(domains).where(eq(domains.sellerId, sellerId));
  return {
    own: rows.find((row) => row.sellerId === sellerId) ?? null,
    isVerifiedElsewhere: rows.some((row) => row.sellerId !== sellerId),
    count: total?.count ?? 0,
  };
}

type NewDomain = Pick<
  DomainRow,
  'sellerId' | 'host' | 'verificationToken' | 'pageId' | 'verifiedAt' | 'createdAt' | 'nextCheckAt'
>;

/** Throws a unique violation when another seller verifies the host at the same time. */
export async function insertDomain(tx: Db, row: NewDomain): Promise<DomainRow> {
  const [inserted] = await tx
    .insert(domains)
    .values({ id: crypto.randomUUID(), ...row })
    .returning();
  if (!inserted) throw new Error('The domain was not inserted');
  return inserted;
}

export type DomainChange = Partial<Omit<DomainRow, 'id' | 'sellerId' | 'host'>>;

/** Null when the domain no longer exists. */
export async function updateDomain(db: Db, sellerId: string, domainId: string, change: DomainChange) {
  const [row] = await db.update(domains).set(change).where(isOwnDomain(sellerId, domainId)).returning();
  return row ?? null;
}

/** Applies the result of a check to the row that it started with; null when the row changed or was deleted meanwhile. */
export async function applyDomainCheck(db: Db, before: DomainRow, change: DomainChange): Promise<DomainRow | null> {
  const { verifiedAt, failures } = before;
  const isSameVerification = verifiedAt === null ? isNull(domains.verifiedAt) : eq(domains.verifiedAt, verifiedAt);
  const [row] = await db
    .update(domains)
    .set(change)
    .where(
      and(
        isOwnDomain(before.sellerId, before.id),
        eq(domains.verificationToken, before.verificationToken),
        eq(domains.failures, failures),
        isSameVerification,
      ),
    )
    .returning();
  return row ?? null;
}

/** Whether the page is the root of any domain. */
export async function hasDomain(tx: Db, pageId: string): Promise<boolean> {
  return (await tx.select({ id: domains.id }).from(domains).where(eq(domains.pageId, pageId))).length > 0;
}

/** Deletes a seller's domain and returns its host; null when it does not exist. */
export async function deleteDomain(db: Db, sellerId: string, domainId: string): Promise<string | null> {
  const [deleted] = await db.delete(domains).where(isOwnDomain(sellerId, domainId)).returning({ host: domains.host });
  return deleted?.host ?? null;
}
