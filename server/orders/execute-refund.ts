import type Stripe from 'stripe';

import { getRefundableAmount } from '#domain/refund.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { findRow } from '#server/db/rows.ts';
import { sales } from '#server/db/schema-orders.ts';
import { emitOrderWebhook } from '#server/ledger/emit-order-webhooks.ts';
import { insertOrderEvents } from '#server/ledger/queries/order-events.ts';
import { touchOrder } from '#server/ledger/queries/orders.ts';
import { updateLedger } from '#server/ledger/update-ledger.ts';
import {
  listRefundsOfPayment,
  markRefundFailed,
  type PaymentRow,
  type RefundRow,
} from '#server/orders/queries/refund-requests.ts';
import { toAppError } from '#server/stripe/stripe-errors.ts';

import { toRefundError, toFailureCode } from './refund-errors.ts';

/** A refund that is committed here before Stripe is asked, with the payment that it gives back. */
export type StoredRefund = { refund: RefundRow; sale: PaymentRow };

/** Names the payment for Stripe, with the same parameters at every try, as the idempotency key requires. */
export const toPaymentParams = ({ paymentIntentId, chargeId }: PaymentRow) =>
  paymentIntentId ? { payment_intent: paymentIntentId } : { charge: chargeId ?? '' };

/**
 * Creates a stored refund at Stripe. Safe to repeat, because the idempotency key is the refund's id. Throws AppError;
 * with 'provider_unavailable' Stripe may still have created the refund.
 */
export async function executeRefund(
  context: Context,
  { refund, sale }: StoredRefund,
  /** Writes more rows in the transaction that records a failure. */
  onFailed: (tx: Db, failure: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { refunds } = context.sellerStripe(refund.accountId);
  let stripeRefund: Stripe.Refund;
  try {
    stripeRefund = await refunds.create(toRefundParams(refund, sale), `refund:${refund.id}`);
  } catch (error) {
    const failure = toFailureCode(error);
    if (failure === null) throw toAppError(error);
    await failRefund(context, refund, failure, onFailed);
    throw toRefundError(failure, await fetchRefundableAmount(context, sale), error);
  }
  try {
    await syncPayment(context, sale, stripeRefund);
  } catch (error) {
    throw toAppError(error);
  }
}

const toRefundParams = ({ id, amount, reason }: RefundRow, sale: PaymentRow): Stripe.RefundCreateParams => ({
  ...toPaymentParams(sale),
  amount,
  ...(reason ? { reason } : {}),
  metadata: { refund_id: id },
});

/** Marks a refund as failed, unless it received a result meanwhile. */
export async function failRefund(
  context: Context,
  refund: RefundRow,
  failure: string,
  onFailed: (tx: Db, failure: string) => Promise<void>,
): Promise<void> {
  const { id, attemptId, amount, currency } = refund;
  const now = context.now();
  await context.db.transaction(async (tx) => {
    await touchOrder(tx, { attemptId }, now);
    if (!(await markRefundFailed(tx, id, failure, now))) return;
    const facts = { amount, currency, reason: failure };
    const timelineEvent = { key: `refund_failed ${id}`, kind: 'refund_failed' as const, facts, at: now };
    await insertOrderEvents(tx, [{ attemptId, ...timelineEvent }]);
    await emitOrderWebhook(context, tx, refund, timelineEvent);
    await onFailed(tx, failure);
  });
  context.wake('deliveries');
}

/** Returns the refundable amount after updating the ledger from Stripe, if Stripe responds. */
async function fetchRefundableAmount(context: Context, sale: PaymentRow): Promise<number> {
  await syncPayment(context, sale).catch((error: unknown) =>
    context.log.warn({ err: error, sale: sale.id }, 'refunded_payment_sync_failed'),
  );
  const currentSale = (await findRow(context.db, sales, { id: sale.id })) ?? sale;
  return getRefundableAmount(currentSale, await listRefundsOfPayment(context.db, sale.id));
}

export async function syncPayment(context: Context, sale: PaymentRow, stripeRefund?: Stripe.Refund): Promise<void> {
  const charge = stripeRefund?.charge ?? sale.chargeId ?? (await findCharge(context, sale));
  const id = typeof charge === 'string' ? charge : charge?.id;
  if (id) await updateLedger(context, [{ accountId: sale.accountId, kind: 'charge', id }], { urgent: true });
}

async function findCharge(context: Context, { accountId, paymentIntentId }: PaymentRow) {
  if (!paymentIntentId) return null;
  const { charges } = context.sellerStripe(accountId);
  const { data } = await charges.list({ payment_intent: paymentIntentId });
  return data.find(({ paid }) => paid) ?? null;
}
