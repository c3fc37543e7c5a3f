import { deliveredMessages } from '#content/messages/delivered.ts';
import { AppError, isAppError, type ErrorCode } from '#domain/errors.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import type { Site } from '#server/core/site.ts';
import { createEmailDeliveries } from '#server/delivery/delivery-email.ts';
import { countMails, queueMail } from '#server/email/queries/outbox.ts';
import { findSuppression } from '#server/email/queries/suppressed-addresses.ts';
import { enforceRateLimits } from '#server/http/rate-limits.ts';
import { buildDeliveryEmail } from '#server/ledger/order-emails.ts';
import { findSellerOrder, type Order } from '#server/ledger/queries/orders.ts';

import { findVisibleOrder } from './paid-order.ts';
import { loadOrderBranding } from './resend-receipt.ts';

/** Emails about one order that anyone with the address of its success page can request in all. */
const MAX_REQUESTED_EMAILS = 10;

const keyPrefix = ({ mode, attemptId }: Order, by: 'buyer' | 'seller'): string =>
  `delivery:${mode}:${attemptId}:${by}:`;

/** `token`: of the success URL; `address`: of the client. */
type DeliveryRequest = { token: string; site: Site; address: string };

/** Emails the buyer what an order delivers, because someone asked for it on the success page. Throws AppError. */
export async function sendRequestedDelivery(
  context: Context,
  { token, site, address }: DeliveryRequest,
): Promise<void> {
  await enforceRateLimits(context, [{ key: `delivery-email:ip:${address}`, limit: 20, windowMs: HOUR_MS }]);
  const order = await findVisibleOrder(context, token, site);
  if (!order) throw new AppError('not_found');
  await enforceRateLimits(context, [{ key: `delivery-email:order:${order.id}`, limit: 3, windowMs: HOUR_MS }]);
  const count = await countMails(context.db, order.attemptId, keyPrefix(order, 'buyer'));
  if (count >= MAX_REQUESTED_EMAILS) throw new AppError('rate_limited', { message: deliveredMessages.success.usedUp });
  await queueDeliveryEmail(context, order, 'buyer');
}

/** Emails the buyer of a seller's order what it delivers. Throws AppError. */
export async function sendDeliveryOfSeller(context: Context, sellerId: string, orderId: string): Promise<void> {
  const order = await findSellerOrder(context.db, sellerId, context.mode, orderId);
  if (!order) throw new AppError('not_found');
  if (order.email && (await findSuppression(context.db, order.email))) throw new AppError('receipt_bounced');
  await queueDeliveryEmail(context, order, 'seller');
}

/** Orders that a batch leaves out: they are not the seller's, or their buyer can't be emailed or has no access now. */
const LEFT_OUT: readonly ErrorCode[] = ['not_found', 'receipt_bounced', 'receipt_not_possible', 'nothing_delivered'];

/** The same for several orders, each once. Returns how many emails were queued. */
export async function sendDeliveriesOfSeller(
  context: Context,
  sellerId: string,
  orderIds: readonly string[],
): Promise<number> {
  let count = 0;
  for (const orderId of new Set(orderIds)) {
    try {
      await sendDeliveryOfSeller(context, sellerId, orderId);
      count += 1;
    } catch (error) {
      if (!isAppError(error) || !LEFT_OUT.includes(error.code)) throw error;
    }
  }
  return count;
}

/** Queues the email with a new link. */
async function queueDeliveryEmail(context: Context, order: Order, by: 'buyer' | 'seller'): Promise<void> {
  const { attemptId, email: to } = order;
  if (!to) throw new AppError('receipt_not_possible');
  const branding = await loadOrderBranding(context, order);
  await context.db.transaction(async (tx) => {
    const delivery = (await createEmailDeliveries(context, tx, [attemptId])).get(attemptId);
    if (!delivery) throw new AppError('nothing_delivered');
    await queueMail(tx, {
      key: keyPrefix(order, by) + crypto.randomUUID(),
      to,
      mail: buildDeliveryEmail({ ...branding, order }, delivery),
      seal: context.secrets.seal,
      now: context.now(),
      attemptId,
    });
  });
  context.wake('outbox');
}
