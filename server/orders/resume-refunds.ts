import { isAppError } from '#domain/errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { findRow } from '#server/db/rows.ts';
import { orders } from '#server/db/schema-orders.ts';
import { listUnansweredRefunds } from '#server/orders/queries/refund-requests.ts';
import { queueSellerMail } from '#server/sellers/seller-plans.ts';
import { syncAccount } from '#server/stripe/connect.ts';
import { isAccountDisconnected, toAppError } from '#server/stripe/stripe-errors.ts';

import { executeRefund, syncPayment, failRefund, toPaymentParams, type StoredRefund } from './execute-refund.ts';
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
  for (const storedRefund of await listUnansweredRefunds(context.db, context.mode, query)) {
    try {
      await resumeRefund(context, storedRefund);
    } catch (error) {
      context.log.warn({ err: error, refund: storedRefund.refund.id }, 'refund_resume_failed');
    }
  }
}

async function resumeRefund(context: Context, storedRefund: StoredRefund): Promise<void> {
  const { refund, sale } = storedRefund;
  const age = context.now().getTime() - refund.createdAt.getTime();
  const stripeRefund = await findStripeRefund(context, storedRefund);
  if (stripeRefund === 'account_disconnected') {
    if (age >= IDEMPOTENCY_KEY_TTL_MS)
      await failRefund(context, refund, NOT_CONNECTED, notifySeller(context, storedRefund));
    return;
  }
  if (stripeRefund) return syncPayment(context, sale, stripeRefund);
  if (age < MAX_RETRY_AGE_MS) await retryRefund(context, storedRefund);
  // Without a valid idempotency key, a further request could create a second refund.
  else if (age >= IDEMPOTENCY_KEY_TTL_MS)
    await failRefund(context, refund, NEVER_MADE, notifySeller(context, storedRefund));
  context.wake('outbox');
}

/** Finds the refund at Stripe by our id in its metadata. */
async function findStripeRefund(context: Context, { refund, sale }: StoredRefund) {
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
      return 'account_disconnected';
    }
    throw toAppError(error);
  }
}

/** Requests the refund again. A refusal completes it too and notifies the seller, who is no longer waiting. */
const retryRefund = (context: Context, storedRefund: StoredRefund): Promise<void> =>
  executeRefund(context, storedRefund, notifySeller(context, storedRefund)).catch((error: unknown) => {
    if (!isAppError(error) || error.code === 'provider_unavailable') throw error;
  });

const notifySeller =
  (context: Context, { refund }: StoredRefund) =>
  async (tx: Db, failure: string): Promise<void> => {
    const { id, sellerId, attemptId, mode, amount, currency } = refund;
    const order = await findRow(tx, orders, { mode, sellerId, attemptId });
    if (!order) return;
    const { id: orderId, number } = order;
    await queueSellerMail(tx, sellerId, {
      key: `refund_failed_notice:${mode}:${id}`,
      mail: { kind: 'refund_failed_notice', orderId, number, amount, currency, reason: failure },
      now: context.now(),
      attemptId,
    });
  };
