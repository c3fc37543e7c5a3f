import { and, eq, lt } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { findRow } from '#server/db/rows.ts';
import { checkoutLinks, orders } from '#server/db/schema-orders.ts';

export type CheckoutLink = typeof checkoutLinks.$inferSelect;

export const insertCheckoutLink = async (db: Db, link: CheckoutLink): Promise<void> =>
  void (await db.insert(checkoutLinks).values(link));

export const findCheckoutLink = (db: Db, mode: Mode, id: string): Promise<CheckoutLink | null> =>
  findRow(db, checkoutLinks, { mode, id });

/** The first order of a link; null while there is none. */
export async function findOrderIdOfLink(db: Db, linkId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.checkoutLinkId, linkId))
    .orderBy(orders.createdAt)
    .limit(1);
  return row?.id ?? null;
}

export const deleteCheckoutLinksBefore = async (db: Db, mode: Mode, expiry: Date): Promise<void> =>
  void (await db.delete(checkoutLinks).where(and(eq(checkoutLinks.mode, mode), lt(checkoutLinks.expiresAt, expiry))));
