import { AppError } from '#domain/errors.ts';
import { isRefundable } from '#domain/payment-methods.ts';
import type { Context } from '#server/core/context.ts';
import { insertOrderEvents } from '#server/ledger/queries/order-events.ts';
import { findSellerOrder } from '#server/ledger/queries/orders.ts';

/**
 * Records in an order's timeline, once, that its seller returned the money outside of Stripe. Only for payment methods that
 * Stripe can't refund. No amount changes, because no money moved at Stripe. Throws AppError 'not_found'.
 */
export async function recordOutsideRefund(context: Context, sellerId: string, orderId: string): Promise<void> {
  const { db, mode } = context;
  const order = await findSellerOrder(db, sellerId, mode, orderId);
  if (!order?.paidAt || isRefundable(order.paymentMethod)) throw new AppError('not_found');
  const { attemptId, received: amount, currency } = order;
  await insertOrderEvents(db, [
    {
      attemptId,
      key: 'refunded_elsewhere',
      kind: 'refunded_elsewhere',
      facts: { amount, currency, by: 'seller' },
      at: context.now(),
    },
  ]);
}
