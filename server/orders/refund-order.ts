import { orderErrorMessages } from '#content/messages/order-errors.ts';
import { getCurrency } from '#domain/currencies.ts';
import { AppError } from '#domain/errors.ts';
import { getRefundableAmount, sumRequestedRefunds, type RefundReason } from '#domain/refund.ts';
import { actorOf, type Actor, recordAudit } from '#server/audit/record-audit.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { findRow } from '#server/db/rows.ts';
import { refunds } from '#server/db/schema-ledger.ts';
import { keepAccess } from '#server/delivery/queries/assigned-keys.ts';
import { emitOrderWebhook } from '#server/ledger/emit-order-webhooks.ts';
import { insertOrderEvents } from '#server/ledger/queries/order-events.ts';
import { findSellerOrder, touchOrder } from '#server/ledger/queries/orders.ts';
import {
  insertRefund,
  isPaymentDisputed,
  listRefundsOfPayment,
  lockPaymentOfOrder,
  type PaymentRow,
} from '#server/orders/queries/refund-requests.ts';
import { withTimeout } from '#server/stripe/stripe-errors.ts';

import { executeRefund, type StoredRefund } from './execute-refund.ts';
import { toRefundError } from './refund-errors.ts';
import { insertRefundLines, validateRefundLines, type RequestedLine } from './refund-lines.ts';

/**
 * `request` is the idempotency key. `lines`, instead of `amount`: the refund is for these lines, each with its units, its
 * amount, or all that is left of it. Without both, everything that is left is refunded. Amounts are in minor units.
 */
export type RefundInput = {
  orderId: string;
  paymentId: string;
  amount?: number | undefined;
  lines?: readonly RequestedLine[] | undefined;
  reason: RefundReason;
  request: string;
  /** Buyers keep access to what was delivered for the refunded lines. */
  keepAccess?: boolean | undefined;
};

/**
 * Refunds a payment of a seller's order, fully or in part. The refund is committed before Stripe is called; without a
 * response it stays `asked`, and `resumeRefunds` completes it. Throws AppError.
 */
export async function refundOrder(context: Context, actor: Actor, input: RefundInput): Promise<void> {
  const storedRefund = await context.db.transaction((tx) => findOrCreateRefund(context, tx, actor, input));
  context.wake('deliveries');
  const { id, state, failureReason: failure } = storedRefund.refund;
  if (state === 'failed') throw toRefundError(failure ?? '', await loadRefundableAmount(context.db, storedRefund.sale));
  if (state !== 'asked') return;
  try {
    await withTimeout(executeRefund(context, storedRefund));
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'provider_unavailable')) throw error;
    context.log.warn({ err: error, refund: id }, 'refund_pending');
  }
}

/** Finds or writes the refund of this request. Locks the payment, so that concurrent refunds never exceed it. */
async function findOrCreateRefund(context: Context, tx: Db, actor: Actor, input: RefundInput): Promise<StoredRefund> {
  const { mode } = context;
  const { sellerId } = actor.caller;
  const now = context.now();
  await touchOrder(tx, { id: input.orderId, sellerId }, now);
  const sale = await lockPaymentOfOrder(tx, sellerId, mode, input.orderId, input.paymentId);
  if (!sale) throw await findRefundError(context, tx, sellerId, input.orderId);
  const existing = await findRow(tx, refunds, { mode, accountId: sale.accountId, idempotencyKey: input.request });
  if (existing) return { refund: existing, sale };
  if (input.lines && input.amount !== undefined)
    throw new AppError('invalid_request', {
      facts: { problems: [`lineItems: ${orderErrorMessages.refund.lineItemsOrAmount}`] },
    });
  const lines = input.lines ? await validateRefundLines(tx, sale, input.lines) : [];
  const linesAmount = lines.reduce((sum, line) => sum + line.amount, 0);
  const amount = await validateAmount(tx, sale, input.lines ? linesAmount : input.amount);
  const { accountId, attemptId, currency } = sale;
  const refund = await insertRefund(tx, {
    mode,
    sellerId,
    accountId,
    attemptId,
    saleId: sale.id,
    idempotencyKey: input.request,
    currency,
    amount,
    reason: input.reason,
    createdAt: now,
    updatedAt: now,
  });
  await insertRefundLines(tx, refund.id, lines);
  if (input.keepAccess) await keepAccess(tx, attemptId, input.lines?.map(({ key }) => key) ?? null);
  const facts = { amount, currency, reason: input.reason, by: 'seller' as const };
  const timelineEvent = { key: `refund_asked ${refund.id}`, kind: 'refund_asked' as const, facts, at: now };
  await insertOrderEvents(tx, [{ attemptId, ...timelineEvent }]);
  await emitOrderWebhook(context, tx, refund, timelineEvent);
  const auditFacts = { order: input.orderId, amount, currency };
  await recordAudit(context, tx, {
    ...actorOf(actor),
    action: 'order_refunded',
    subject: refund.id,
    facts: auditFacts,
  });
  return { refund, sale };
}

async function findRefundError({ mode }: Context, tx: Db, sellerId: string, orderId: string): Promise<AppError> {
  const order = await findSellerOrder(tx, sellerId, mode, orderId);
  return new AppError(order?.received === 0 ? 'order_not_paid' : 'not_found');
}

async function validateAmount(tx: Db, sale: PaymentRow, requestedAmount: number | undefined): Promise<number> {
  if (await isPaymentDisputed(tx, sale.id)) throw new AppError('payment_disputed');
  const previousRefunds = await listRefundsOfPayment(tx, sale.id);
  const rest = getRefundableAmount(sale, previousRefunds);
  const amount = requestedAmount ?? rest;
  if (amount === 0 && sumRequestedRefunds(previousRefunds) > 0) throw new AppError('refund_under_way');
  if (amount === 0 || amount > rest) throw new AppError('refund_above_rest', { facts: { rest } });
  const { step } = getCurrency(sale.currency);
  // The rest may be such an amount if the payment itself was.
  if (amount % step !== 0 && amount !== rest)
    throw new AppError('invalid_request', {
      facts: { problems: [`amount: must be a multiple of ${step}`] },
    });
  if (!sale.paymentIntentId && !sale.chargeId)
    throw new AppError('refund_refused', {
      message: orderErrorMessages.notStripe,
    });
  return amount;
}

const loadRefundableAmount = async (db: Db, sale: PaymentRow): Promise<number> =>
  getRefundableAmount(sale, await listRefundsOfPayment(db, sale.id));
