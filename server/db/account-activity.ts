import { and, eq, gt, inArray, isNull } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { buyerSubscriptions } from './schema-ledger.ts';
import { attempts, orders, sales } from './schema-money.ts';

/** Whether an account has an unfinished checkout attempt, or payments or orders since a time. */
export async function wasActiveSince(
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
  const pressed = db
    .select({ id: attempts.id })
    .from(attempts)
    .where(
      and(
        inArray(attempts.state, ['new', 'open']),
        eq(attempts.mode, mode),
        eq(attempts.accountId, accountId),
      ),
    )
    .limit(1);
  return (await pressed).length > 0;
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
