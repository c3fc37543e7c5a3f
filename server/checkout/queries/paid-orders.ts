import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { refunds } from '#server/db/schema-ledger.ts';
import { checkoutAttempts, orders } from '#server/db/schema-orders.ts';
import { toOrderLines } from '#server/ledger/order-views.ts';
import { listOrderLines, listRefundLines } from '#server/ledger/queries/ledger-rows.ts';

/**
 * A buyer's orders from a seller that were paid and not wholly refunded, with their lines. Disputed ones are left out unless the
 * seller won. `email`: in lower case.
 */
export async function listPaidOrders(db: Db, mode: Mode, { sellerId, email }: { sellerId: string; email: string }) {
  const rows = await db
    .select({ order: orders, plan: checkoutAttempts.plan })
    .from(orders)
    .innerJoin(checkoutAttempts, eq(checkoutAttempts.id, orders.attemptId))
    .where(
      and(
        eq(orders.mode, mode),
        eq(orders.sellerId, sellerId),
        eq(sql`lower(${orders.email})`, email),
        inArray(orders.state, ['paid', 'partly_refunded']),
        or(isNull(orders.dispute), eq(orders.dispute, 'won')),
      ),
    );
  const attemptIds = rows.map(({ order }) => order.attemptId);
  if (attemptIds.length === 0) return [];
  const lines = await listOrderLines(db, attemptIds);
  const refundLines = await listRefundLines(db, attemptIds);
  const refundRows = await db
    .select()
    .from(refunds)
    .where(isOneOf(refunds.attemptId, attemptIds, 'uuid'));
  const isOf =
    (id: string) =>
    ({ attemptId }: { attemptId: string }): boolean =>
      attemptId === id;
  return rows.map(({ order, plan }) => ({
    order,
    plan,
    lines: toOrderLines(order, {
      lines: lines.filter(isOf(order.attemptId)),
      refunds: refundRows.filter(isOf(order.attemptId)),
      refundLines: refundLines.filter(isOf(order.attemptId)),
    }),
  }));
}
