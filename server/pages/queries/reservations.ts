import { and, eq, sql, type SQL } from 'drizzle-orm';

import type { StockUsage } from '#domain/offer.ts';
import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { pages } from '#server/db/schema-pages.ts';

// Stock and coupon reservations, marked by `checkoutAttempts.hasReservation`. Completed attempts are paid, or use a payment
// method that takes days.

const isPaid = sql`${checkoutAttempts.state} = 'completed'`;
const paidCount = sql<number>`(count(*) filter (where ${isPaid}))::int`;
const reserved = sql<number>`(count(*) filter (where not ${isPaid}))::int`;

const isReservationOfPage = (mode: Mode, pageId: string) =>
  and(eq(checkoutAttempts.mode, mode), eq(checkoutAttempts.pageId, pageId), checkoutAttempts.hasReservation);

/** Locks the page's row until the transaction ends, so that requests for the last piece run one after another. */
export async function lockPage(tx: Db, pageId: string): Promise<void> {
  await tx.select({ id: pages.id }).from(pages).where(eq(pages.id, pageId)).for('no key update');
}

export async function countPageStock(db: Db, mode: Mode, pageId: string): Promise<StockUsage> {
  const [row] = await db
    .select({ sold: paidCount, held: reserved })
    .from(checkoutAttempts)
    .where(isReservationOfPage(mode, pageId));
  return row ?? { sold: 0, held: 0 };
}

/** Used and reserved uses of each coupon code of a page. */
export async function listCouponUses(
  db: Db,
  mode: Mode,
  pageId: string,
): Promise<{ code: string; used: number; held: number }[]> {
  const rows = await db
    .select({ code: checkoutAttempts.couponCode, used: paidCount, held: reserved })
    .from(checkoutAttempts)
    .where(isReservationOfPage(mode, pageId))
    .groupBy(checkoutAttempts.couponCode);
  return rows.flatMap(({ code, ...uses }) => (code === null ? [] : [{ ...uses, code }]));
}

type CouponUser = { pageId: string; code: string; buyerKey: string | null };

type CouponUses = { used: number; held: number };

/** Uses of a code in total and by one buyer; `own` is null for an unknown buyer. */
export async function countCouponUses(
  db: Db,
  mode: Mode,
  { pageId, code, buyerKey }: CouponUser,
): Promise<CouponUses & { ownUses: CouponUses | null }> {
  const ofCode = and(isReservationOfPage(mode, pageId), eq(checkoutAttempts.couponCode, code));
  const countWhere = async (condition: SQL | undefined): Promise<CouponUses> => {
    const [row] = await db.select({ used: paidCount, held: reserved }).from(checkoutAttempts).where(condition);
    return row ?? { used: 0, held: 0 };
  };
  const all = await countWhere(ofCode);
  return {
    ...all,
    ownUses: buyerKey ? await countWhere(and(ofCode, eq(checkoutAttempts.buyerKey, buyerKey))) : null,
  };
}
