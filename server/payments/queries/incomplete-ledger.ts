import { and, eq, gt, inArray, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { hasValues } from '#server/db/rows.ts';
import { buyerSubscriptions, refunds } from '#server/db/schema-ledger.ts';
import { orders, sales } from '#server/db/schema-orders.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';

const isAccountOf = (row: typeof orders | typeof sales) =>
  and(eq(providerAccounts.mode, row.mode), eq(providerAccounts.accountId, row.accountId));

/** Orders whose subscription has no row; a random selection of at most `limit`. */
export const listOrdersWithoutSubscription = (db: Db, mode: Mode, limit: number) =>
  db
    .select({ accountId: orders.accountId, subscriptionId: orders.subscriptionId })
    .from(orders)
    .innerJoin(providerAccounts, isAccountOf(orders))
    .where(
      and(
        eq(orders.mode, mode),
        isNotNull(orders.subscriptionId),
        isNull(providerAccounts.disconnectedAt),
        notExists(
          db
            .select({ id: buyerSubscriptions.id })
            .from(buyerSubscriptions)
            .where(eq(buyerSubscriptions.attemptId, orders.attemptId)),
        ),
      ),
    )
    .orderBy(sql`random()`)
    .limit(limit);

/** Orders that are pending since before this time; a random selection of at most `limit`. */
export const listOverdueOrders = (db: Db, mode: Mode, before: Date, limit: number) =>
  db
    .select({ accountId: orders.accountId, sessionId: orders.sessionId })
    .from(orders)
    .innerJoin(providerAccounts, isAccountOf(orders))
    .where(
      and(
        hasValues(orders, { mode, state: 'pending' }),
        lt(orders.createdAt, before),
        isNull(providerAccounts.disconnectedAt),
      ),
    )
    .orderBy(sql`random()`)
    .limit(limit);

/** Payments whose refunded amount exceeds their refund rows; a random selection. */
export function listSalesWithoutRefunds(db: Db, mode: Mode, limit: number) {
  const refundedSum = db
    .select({ sum: sql<number>`coalesce(sum(${refunds.amount}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.saleId, sales.id), inArray(refunds.state, ['pending', 'needs_buyer', 'succeeded'])));
  const { accountId, chargeId, paymentIntentId } = sales;
  return db
    .select({ accountId, chargeId, paymentIntentId })
    .from(sales)
    .innerJoin(providerAccounts, isAccountOf(sales))
    .where(
      and(
        eq(sales.mode, mode),
        gt(sales.refunded, 0),
        isNull(providerAccounts.disconnectedAt),
        sql`${sales.refunded} > (${refundedSum})`,
      ),
    )
    .orderBy(sql`random()`)
    .limit(limit);
}
