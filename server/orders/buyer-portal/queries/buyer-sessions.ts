import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { buyerLinks, buyerSessions } from '#server/db/schema-buyers.ts';

type BuyerLink = typeof buyerLinks.$inferSelect;
export type BuyerSession = typeof buyerSessions.$inferSelect;

export async function insertBuyerLink(db: Db, link: Omit<BuyerLink, 'id' | 'usedAt'>): Promise<void> {
  await db.insert(buyerLinks).values({ ...link, id: crypto.randomUUID() });
}

/** Deletes links that expired before a time, and the sessions that they opened. */
export async function deleteBuyerLinksBefore(db: Db, before: Date): Promise<void> {
  await db.delete(buyerLinks).where(lt(buyerLinks.expiresAt, before));
}

/** Includes used and expired links. */
export async function findBuyerLink(db: Db, mode: Mode, hashes: readonly string[]): Promise<BuyerLink | null> {
  const [row] = await db
    .select()
    .from(buyerLinks)
    .where(and(eq(buyerLinks.mode, mode), inArray(buyerLinks.tokenHash, hashes)));
  return row ?? null;
}

/** Redeems the link; null when it is used, expired or unknown. */
export async function redeemBuyerLink(
  db: Db,
  mode: Mode,
  hashes: readonly string[],
  now: Date,
): Promise<BuyerLink | null> {
  const [row] = await db
    .update(buyerLinks)
    .set({ usedAt: now })
    .where(
      and(
        eq(buyerLinks.mode, mode),
        inArray(buyerLinks.tokenHash, hashes),
        isNull(buyerLinks.usedAt),
        gt(buyerLinks.expiresAt, now),
      ),
    )
    .returning();
  return row ?? null;
}

export async function insertBuyerSession(db: Db, session: Omit<BuyerSession, 'id' | 'endedAt'>): Promise<void> {
  await db.insert(buyerSessions).values({ ...session, id: crypto.randomUUID() });
}

export async function findBuyerSession(
  db: Db,
  mode: Mode,
  hashes: readonly string[],
  now: Date,
): Promise<BuyerSession | null> {
  const [row] = await db
    .select()
    .from(buyerSessions)
    .where(
      and(
        eq(buyerSessions.mode, mode),
        inArray(buyerSessions.tokenHash, hashes),
        isNull(buyerSessions.endedAt),
        gt(buyerSessions.expiresAt, now),
      ),
    );
  return row ?? null;
}

/** Ends all sessions; returns how many were valid. */
export async function endAllBuyerSessions(db: Db, now: Date): Promise<number> {
  const rows = await db
    .update(buyerSessions)
    .set({ endedAt: now })
    .where(and(isNull(buyerSessions.endedAt), gt(buyerSessions.expiresAt, now)))
    .returning({ id: buyerSessions.id });
  return rows.length;
}

export async function markBuyerSessionEnded(db: Db, hashes: readonly string[], now: Date): Promise<void> {
  await db
    .update(buyerSessions)
    .set({ endedAt: now })
    .where(and(inArray(buyerSessions.tokenHash, hashes), isNull(buyerSessions.endedAt)));
}
