import { and, eq, isNull, ne } from 'drizzle-orm';

import { SLUG_QUARANTINE_DAYS } from '#domain/slug.ts';

import type { Db } from './client.ts';
import { slugs } from './schema-pages.ts';

const DAY_MS = 86_400_000;

type Claim = { slug: string; pageId: string; sellerId: string; now: Date };
type Asked = Omit<Claim, 'pageId'> & { pageId: string | null };

/** The page's address in use; null before its first publication. */
export async function findCurrentSlug(db: Db, pageId: string): Promise<string | null> {
  const [row] = await db
    .select({ slug: slugs.slug })
    .from(slugs)
    .where(and(eq(slugs.pageId, pageId), isNull(slugs.releasedAt)));
  return row?.slug ?? null;
}

/** The page that has an address or had it last. */
export async function findPageIdOfSlug(db: Db, slug: string): Promise<string | null> {
  const [row] = await db.select({ pageId: slugs.pageId }).from(slugs).where(eq(slugs.slug, slug));
  return row?.pageId ?? null;
}

/** The page of a seller that is published under a slug. */
export async function findPageIdBySlug(db: Db, sellerId: string, slug: string): Promise<string | null> {
  const [row] = await db
    .select({ pageId: slugs.pageId })
    .from(slugs)
    .where(and(eq(slugs.slug, slug), eq(slugs.sellerId, sellerId), isNull(slugs.releasedAt)));
  return row?.pageId ?? null;
}

/**
 * Gives a page the slug and releases the one that it had, which goes on leading to it. False when somebody else
 * has the slug, or had it less than the days of quarantine ago. Runs inside the transaction that publishes.
 */
export async function claimSlug(db: Db, claim: Claim): Promise<boolean> {
  if (!(await isFree(db, claim))) return false;
  const { slug, pageId, sellerId, now } = claim;
  await db
    .update(slugs)
    .set({ releasedAt: now })
    .where(and(eq(slugs.pageId, pageId), isNull(slugs.releasedAt), ne(slugs.slug, slug)));
  const taken = { pageId, sellerId, releasedAt: null };
  await db
    .update(slugs)
    .set(taken)
    .where(and(eq(slugs.slug, slug)));
  return true;
}

/** Inserts the slug as a released one of this page, or looks whose the existing one is, and locks it. */
async function isFree(db: Db, { slug, pageId, sellerId, now }: Claim): Promise<boolean> {
  const inserted = await db
    .insert(slugs)
    .values({ slug, pageId, sellerId, createdAt: now, releasedAt: now })
    .onConflictDoNothing()
    .returning({ slug: slugs.slug });
  if (inserted.length > 0) return true;
  const [row] = await db.select().from(slugs).where(eq(slugs.slug, slug)).for('update');
  return row !== undefined && mayTake(row, { pageId, sellerId, now });
}

/** A page's own slug, one that another page of its seller has released, or one that anybody released long ago. */
function mayTake(row: typeof slugs.$inferSelect, { pageId, sellerId, now }: Omit<Asked, 'slug'>): boolean {
  if (row.pageId === pageId) return true;
  if (row.releasedAt === null) return false;
  return (
    row.sellerId === sellerId || now.getTime() - row.releasedAt.getTime() > SLUG_QUARANTINE_DAYS * DAY_MS
  );
}

/** Whether `claimSlug` would succeed now; `pageId` is null for a page that is still to be made. */
export async function isSlugFree(db: Db, asked: Asked): Promise<boolean> {
  const [row] = await db.select().from(slugs).where(eq(slugs.slug, asked.slug));
  return row === undefined || mayTake(row, asked);
}

/** Lets go of the address of a page that is deleted: nothing leads to it any more. */
export async function releaseSlug(db: Db, pageId: string, now: Date): Promise<void> {
  await db
    .update(slugs)
    .set({ releasedAt: now })
    .where(and(eq(slugs.pageId, pageId), isNull(slugs.releasedAt)));
}
