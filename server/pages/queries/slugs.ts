import { and, eq, isNull, ne } from 'drizzle-orm';

import { SLUG_QUARANTINE_DAYS } from '#domain/slug.ts';
import { DAY_MS } from '#domain/time-units.ts';
import type { Db } from '#server/db/client.ts';
import { slugs } from '#server/db/schema-pages.ts';

type Claim = { slug: string; pageId: string; sellerId: string; now: Date };
type SlugRequest = Omit<Claim, 'pageId'> & { pageId: string | null };

/** The page's current slug; null before its first publication. */
export async function findCurrentSlug(db: Db, pageId: string): Promise<string | null> {
  const [row] = await db
    .select({ slug: slugs.slug })
    .from(slugs)
    .where(and(eq(slugs.pageId, pageId), isNull(slugs.releasedAt)));
  return row?.slug ?? null;
}

/** The page that has or last had this slug. */
export async function findPageIdByAnySlug(db: Db, slug: string): Promise<string | null> {
  const [row] = await db.select({ pageId: slugs.pageId }).from(slugs).where(eq(slugs.slug, slug));
  return row?.pageId ?? null;
}

export async function findPageIdBySlug(db: Db, sellerId: string, slug: string): Promise<string | null> {
  const [row] = await db
    .select({ pageId: slugs.pageId })
    .from(slugs)
    .where(and(eq(slugs.slug, slug), eq(slugs.sellerId, sellerId), isNull(slugs.releasedAt)));
  return row?.pageId ?? null;
}

/**
 * Assigns the slug to a page and releases the previous one, which continues to redirect. False when another seller has the
 * slug or released it within the quarantine. Runs in the publishing transaction.
 */
export async function claimSlug(db: Db, claim: Claim): Promise<boolean> {
  if (!(await reserveSlug(db, claim))) return false;
  const { slug, pageId, sellerId, now } = claim;
  await db
    .update(slugs)
    .set({ releasedAt: now })
    .where(and(eq(slugs.pageId, pageId), isNull(slugs.releasedAt), ne(slugs.slug, slug)));
  const assignment = { pageId, sellerId, releasedAt: null };
  await db
    .update(slugs)
    .set(assignment)
    .where(and(eq(slugs.slug, slug)));
  return true;
}

/** Inserts the slug as released by this page, or locks the existing row and checks whether the page may take it. */
async function reserveSlug(db: Db, { slug, pageId, sellerId, now }: Claim): Promise<boolean> {
  const inserted = await db
    .insert(slugs)
    .values({ slug, pageId, sellerId, createdAt: now, releasedAt: now })
    .onConflictDoNothing()
    .returning({ slug: slugs.slug });
  if (inserted.length > 0) return true;
  const [row] = await db.select().from(slugs).where(eq(slugs.slug, slug)).for('update');
  return row !== undefined && canTakeSlug(row, { pageId, sellerId, now });
}

/** The page's own slug, one released by the same seller, or one released long ago. */
function canTakeSlug(row: typeof slugs.$inferSelect, { pageId, sellerId, now }: Omit<SlugRequest, 'slug'>): boolean {
  if (row.pageId === pageId) return true;
  if (row.releasedAt === null) return false;
  return row.sellerId === sellerId || now.getTime() - row.releasedAt.getTime() > SLUG_QUARANTINE_DAYS * DAY_MS;
}

/** Whether `claimSlug` would succeed now; `pageId` is null for a page that does not exist yet. */
export async function isSlugFree(db: Db, request: SlugRequest): Promise<boolean> {
  const [row] = await db.select().from(slugs).where(eq(slugs.slug, request.slug));
  return row === undefined || canTakeSlug(row, request);
}

/** Releases the slug of a deleted page; it no longer redirects. */
export async function releaseSlug(db: Db, pageId: string, now: Date): Promise<void> {
  await db
    .update(slugs)
    .set({ releasedAt: now })
    .where(and(eq(slugs.pageId, pageId), isNull(slugs.releasedAt)));
}
