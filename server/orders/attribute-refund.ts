import { eq } from 'drizzle-orm';

import { AppError } from '#domain/errors.ts';
import { isCountedRefund } from '#domain/refund.ts';
import type { Context } from '#server/core/context.ts';
import { findRow } from '#server/db/rows.ts';
import { refundLines, refunds } from '#server/db/schema-ledger.ts';
import { lockAttempts } from '#server/ledger/queries/ledger-rows.ts';
import { touchOrder } from '#server/ledger/queries/orders.ts';
import { recomputeEntitlements } from '#server/ledger/recompute-entitlements.ts';
import { lockPaymentOfOrder } from '#server/orders/queries/refund-requests.ts';

import { insertRefundLines, validateRefundLines, type RequestedLine } from './refund-lines.ts';

type AttributeInput = { orderId: string; refundId: string; lines: readonly RequestedLine[] };

/**
 * Records which lines a refund is for, which ends access to what they deliver if nothing is left of them. Refunds that sellers
 * make at Stripe arrive without lines. No amount changes. Throws AppError.
 */
export async function attributeRefund(
  context: Context,
  sellerId: string,
  { orderId, refundId, lines }: AttributeInput,
): Promise<void> {
  const { db, mode } = context;
  const workersToWake = await db.transaction(async (tx) => {
    const refund = await findRow(tx, refunds, { mode, sellerId, id: refundId });
    if (!refund || !isCountedRefund(refund)) throw new AppError('not_found');
    const { attemptId, saleId } = refund;
    const now = context.now();
    // The ledger locks attempts and orders before payments.
    await lockAttempts(tx, mode, [attemptId]);
    await touchOrder(tx, { attemptId }, now);
    const sale = await lockPaymentOfOrder(tx, sellerId, mode, orderId, saleId);
    if (!sale) throw new AppError('not_found');
    const validLines = await validateRefundLines(tx, sale, lines, refundId);
    if (validLines.reduce((sum, { amount }) => sum + amount, 0) > refund.amount)
      throw new AppError('refund_above_rest', { facts: { rest: refund.amount } });
    await tx.delete(refundLines).where(eq(refundLines.refundId, refundId));
    await insertRefundLines(tx, refundId, validLines);
    await tx.update(refunds).set({ updatedAt: now }).where(eq(refunds.id, refundId));
    return recomputeEntitlements(context, tx, [attemptId]);
  });
  for (const worker of workersToWake) context.wake(worker);
}
