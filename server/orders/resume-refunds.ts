import { isAppError } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { queueMail } from '#server/email/queries/outbox.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/http/rate-limits.ts';
import { findOrderByAttempt } from '#server/ledger/queries/orders.ts';
import { listUnansweredRefunds } from '#server/orders/queries/refund-requests.ts';
import { findSellerEmail } from '#server/sellers/seller-plans.ts';
import { syncAccount } from '#server/stripe/connect.ts';
import { isAccountDisconnected, toAppError } from '#server/stripe/stripe-errors.ts';

import { executeRefund, syncPayment, failRefund, toPaymentParams, type RefundRequest } from './execute-refund.ts';
import { NEVER_MADE, NOT_CONNECTED } from './refund-errors.ts';

/** The first caller may still be waiting for a response during this time. */
const MIN_AGE_MS = MINUTE_MS;
/** Stripe keeps an idempotency key for at least a day. Requests stop an hour earlier, so that none can be late. */
const IDEMPOTENCY_KEY_TTL_MS = DAY_MS;
const MAX_RETRY_AGE_MS = IDEMPOTENCY_KEY_TTL_MS - HOUR_MS;
const BATCH_SIZE = 100;

/** Completes refunds without a response. Safe to run at any time and in several processes at once. */
export async function resumeRefunds(context: Context): Promise<void> {
  const now = context.now().getTime();
  const before = new Date(now - MIN_AGE_MS);
  const abandonBefore = new Date(now - IDEMPOTENCY_KEY_TTL_MS);
  const query = { before, abandonBefore, limit: BATCH_SIZE };
  for (const refundRequest of await listUnansweredRefunds(context.db, context.mode, query)) {
    try {
      await resumeRefund(context, refundRequest);
    } catch (error) {
      context.log.warn({ err: error, refund: refundRequest.refund.id }, 'refund_resume_failed');
    }
  }
}

async function resumeRefund(context: Context, refundRequest: RefundRequest): Promise<void> {
  const { refund, sale } = refundRequest;
  const age = context.now().getTime() - refund.createdAt.getTime();
  const stripeRefund = await findStripeRefund(context, refundRequest);
  if (stripeRefund === 'not to be seen') {
    if (age >= IDEMPOTENCY_KEY_TTL_MS)
      await failRefund(context, refund, NOT_CONNECTED, notifySeller(context, refundRequest));
    return;
  }
  if (stripeRefund) return syncPayment(context, sale, stripeRefund);
  if (age < MAX_RETRY_AGE_MS) await retryRefund(context, refundRequest);
  // Without a valid idempotency key, a further request could create a second refund.
  else if (age >= IDEMPOTENCY_KEY_TTL_MS)
    await failRefund(context, refund, NEVER_MADE, notifySeller(context, refundRequest));
  context.wake('outbox');
}

/** Finds the refund at Stripe by our id in its metadata. */
async function findStripeRefund(context: Context, { refund, sale }: RefundRequest) {
  const { refunds } = context.sellerStripe(refund.accountId);
  try {
    const stripeRefunds = await refunds
      .list({ ...toPaymentParams(sale), limit: 100 })
      .autoPagingToArray({ limit: 10_000 });
    return stripeRefunds.find(({ metadata }) => metadata?.refund_id === refund.id) ?? null;
  } catch (error) {
    if (isAccountDisconnected(error)) {
      // Recorded as disconnected, so that its refunds do not take the place of others in the next sweep.
      await syncAccount(context, refund.accountId);
      return 'not to be seen';
    }
    throw toAppError(error);
  }
}

/** Requests the refund again. A refusal completes it too and notifies the seller, who is no longer waiting. */
const retryRefund = (context: Context, refundRequest: RefundRequest): Promise<void> =>
  executeRefund(context, refundRequest, notifySeller(context, refundRequest)).catch((error: unknown) => {
    if (!isAppError(error) || error.code === 'provider_unavailable') throw error;
  });

const notifySeller =
  (context: Context, { refund }: RefundRequest) =>
  async (tx: Db, failure: string): Promise<void> => {
    const { id, sellerId, attemptId, mode, amount, currency } = refund;
    const order = await findOrderByAttempt(tx, sellerId, mode, attemptId);
    const to = await findSellerEmail(tx, sellerId);
    if (!order || !to) return;
    await queueMail(tx, {
      key: `refund_failed_notice:${mode}:${id}`,
      to,
      mail: {
        kind: 'refund_failed_notice',
        orderId: order.id,
        number: order.number,
        amount,
        currency,
        reason: failure,
      },
      now: context.now(),
      attemptId,
    });
  };
