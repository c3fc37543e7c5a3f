import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { findRow, hasValues } from '#server/db/rows.ts';
import { checkoutLinks, orders } from '#server/db/schema-orders.ts';

export type CheckoutLink = typeof checkoutLinks.$inferSelect;

export const insertCheckoutLink = async (db: Db, link: CheckoutLink): Promise<void> =>
  void (await db.insert(checkoutLinks).values(link));

export const findCheckoutLink = (db: Db, mode: Mode, id: string): Promise<CheckoutLink | null> =>
  findRow(db, checkoutLinks, { mode, id });

/** The newest link with which a buyer can still complete a bundle; null if there is none. */
export async function findCompletionLink(
  db: Db,
  mode: Mode,
  { sellerId, pageId, email, now }: Pick<CheckoutLink, 'sellerId' | 'pageId'> & { email: string; now: Date },
): Promise<CheckoutLink | null> {
  const isOfBuyer = sql`${checkoutLinks.values} @> ${JSON.stringify({ email, completesBundle: true })}::text::jsonb`;
  const [row] = await db
    .select({ link: checkoutLinks })
    .from(checkoutLinks)
    .leftJoin(orders, eq(orders.checkoutLinkId, checkoutLinks.id))
    .where(
      and(
        hasValues(checkoutLinks, { mode, sellerId, pageId }),
        gt(checkoutLinks.expiresAt, now),
        isNull(orders.id),
        isOfBuyer,
      ),
    )
    .orderBy(desc(checkoutLinks.createdAt))
    .limit(1);
  return row?.link ?? null;
}

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
