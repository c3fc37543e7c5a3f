import { and, eq, gt, inArray, isNull } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { buyerSubscriptions } from '#server/db/schema-ledger.ts';
import { checkoutAttempts, orders, sales } from '#server/db/schema-orders.ts';

/** Whether an account has an unfinished checkout attempt, or payments or orders since a time. */
export async function hasActivitySince(
  db: Db,
  mode: Mode,
  { sellerId, accountId }: { sellerId: string; accountId: string },
  since: Date,
): Promise<boolean> {
  const paid = db
    .select({ id: sales.id })
    .from(sales)
    .where(and(eq(sales.mode, mode), eq(sales.sellerId, sellerId), gt(sales.paidAt, since)))
    .limit(1);
  if ((await paid).length > 0) return true;
  const ordered = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.mode, mode), eq(orders.sellerId, sellerId), gt(orders.createdAt, since)))
    .limit(1);
  if ((await ordered).length > 0) return true;
  const unfinishedAttempts = db
    .select({ id: checkoutAttempts.id })
    .from(checkoutAttempts)
    .where(
      and(
        inArray(checkoutAttempts.state, ['new', 'open']),
        eq(checkoutAttempts.mode, mode),
        eq(checkoutAttempts.accountId, accountId),
      ),
    )
    .limit(1);
  return (await unfinishedAttempts).length > 0;
}

export async function hasLiveSubscriptions(db: Db, mode: Mode, sellerId: string): Promise<boolean> {
  const { id, endedAt } = buyerSubscriptions;
  const rows = await db
    .select({ id })
    .from(buyerSubscriptions)
    .where(and(eq(buyerSubscriptions.mode, mode), eq(buyerSubscriptions.sellerId, sellerId), isNull(endedAt)))
    .limit(1);
  return rows.length > 0;
}
