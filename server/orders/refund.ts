import { currencyOf } from '#domain/currencies.ts';
import { ShopError } from '#domain/errors.ts';
import { refundableOf, underWay, type RefundReason } from '#domain/refund.ts';

import { actedBy, type Acting } from '#server/audit/acted-by.ts';
import { audit } from '#server/audit/audit.ts';
import type { Context } from '#server/context.ts';
import {
  findRefundByRequest,
  insertRefund,
  isSaleDisputed,
  listRefundsOfSale,
  lockSaleOfOrder,
  type RefundedSale,
  type RefundRow,
} from '#server/db/asked-refunds.ts';
import type { Db } from '#server/db/client.ts';
import { insertOrderEvents } from '#server/db/order-events.ts';
import { findOrderOfSeller } from '#server/db/orders.ts';
import { tellOfOrder } from '#server/seller-webhooks/tell-of-orders.ts';
import { inTime } from '#server/stripe/provider-errors.ts';

import { carryOutRefund } from './carry-out-refund.ts';
import { refundRefused } from './refund-refusal.ts';

/** `request` is the idempotency key. A missing `amount` refunds everything that is left. Amounts are in minor units. */
export type RefundWish = {
  orderId: string;
  paymentId: string;
  amount?: number | undefined;
  reason: RefundReason;
  request: string;
};

type Asked = { refund: RefundRow; sale: RefundedSale };

/**
 * Refunds a payment of a seller's order, fully or in part. The refund is committed before Stripe is called; without a
 * response it stays pending, and `resumeRefunds` completes it. Throws AppError.
 */
export async function refundOrder(context: Context, by: Acting, wish: RefundWish): Promise<void> {
  const asked = await context.db.transaction((tx) => ask(context, tx, by, wish));
  context.ring('deliveries');
  const { id, state, failure } = asked.refund;
  if (state === 'failed') throw refundRefused(failure ?? '', await restOf(context.db, asked.sale));
  if (state !== 'asked') return;
  try {
    await inTime(carryOutRefund(context, asked));
  } catch (error) {
    if (!(error instanceof ShopError && error.code === 'provider_unavailable')) throw error;
    context.log.warn({ err: error, refund: id }, 'a refund has no answer yet: it is asked for again later');
  }
}

/** Finds or writes the refund of this request. Locks the payment, so that concurrent refunds never exceed it. */
async function ask(context: Context, tx: Db, by: Acting, wish: RefundWish): Promise<Asked> {
  const { mode } = context;
  const { sellerId } = by.caller;
  const sale = await lockSaleOfOrder(tx, sellerId, mode, wish.orderId, wish.paymentId);
  if (!sale) throw await nothingToRefund(context, tx, sellerId, wish.orderId);
  const told = await findRefundByRequest(tx, mode, sale.accountId, wish.request);
  if (told) return { refund: told, sale };
  const amount = await judgedAmount(tx, sale, wish.amount);
  const now = context.now();
  const { accountId, attemptId, currency } = sale;
  const refund = await insertRefund(tx, {
    mode,
    sellerId,
    accountId,
    attemptId,
    saleId: sale.id,
    requestKey: wish.request,
    currency,
    amount,
    reason: wish.reason,
    createdAt: now,
    updatedAt: now,
  });
  const facts = { amount, currency, reason: wish.reason, by: 'seller' as const };
  const news = { key: `refund_asked ${refund.id}`, kind: 'refund_asked' as const, facts, at: now };
  await insertOrderEvents(tx, [{ attemptId, ...news }]);
  await tellOfOrder(context, tx, refund, news);
  const said = { order: wish.orderId, amount, currency };
  await audit(context, tx, { ...actedBy(by), act: 'order_refunded', subject: refund.id, facts: said });
  return { refund, sale };
}

async function nothingToRefund(
  { mode }: Context,
  tx: Db,
  sellerId: string,
  orderId: string,
): Promise<ShopError> {
  const order = await findOrderOfSeller(tx, sellerId, mode, orderId);
  return new ShopError(order?.received === 0 ? 'order_not_paid' : 'not_found');
}

async function judgedAmount(tx: Db, sale: RefundedSale, wished: number | undefined): Promise<number> {
  if (await isSaleDisputed(tx, sale.id)) throw new ShopError('payment_disputed');
  const refunds = await listRefundsOfSale(tx, sale.id);
  const rest = refundableOf(sale, refunds);
  const amount = wished ?? rest;
  if (amount === 0 && underWay(refunds) > 0) throw new ShopError('refund_under_way');
  if (amount === 0 || amount > rest) throw new ShopError('refund_above_rest', { facts: { rest } });
  const { step } = currencyOf(sale.currency);
  // The rest may be such an amount if the payment itself was.
  if (amount % step !== 0 && amount !== rest)
    throw new ShopError('invalid_request', {
      facts: { problems: [`amount: must be a multiple of ${step}`] },
    });
  if (!sale.paymentIntentId && !sale.chargeId)
    throw new ShopError('refund_refused', {
      message: 'This payment did not go through Stripe, so it cannot be given back from here.',
    });
  return amount;
}

const restOf = async (db: Db, sale: RefundedSale): Promise<number> =>
  refundableOf(sale, await listRefundsOfSale(db, sale.id));
