import { isShopError } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import { listRefundsAsked } from '#server/db/asked-refunds.ts';
import type { Db } from '#server/db/client.ts';
import { findOrderOfAttempt } from '#server/db/orders.ts';
import { queueMail } from '#server/db/outbox.ts';
import { findSellerEmail } from '#server/db/plan-subscriptions.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/http/rate-limits.ts';
import { syncAccount } from '#server/stripe/connect.ts';
import { isAccountGone, providerError } from '#server/stripe/provider-errors.ts';

import { carryOutRefund, catchUp, giveUpRefund, paymentNamed, type AskedRefund } from './carry-out-refund.ts';
import { NEVER_MADE, NOT_CONNECTED } from './refund-refusal.ts';

/** The first caller may still be waiting for a response during this time. */
const FIRST_LOOK_MS = MINUTE_MS;
/** Stripe keeps an idempotency key for at least a day. Requests stop an hour earlier, so that none can be late. */
const KEY_LIVES_MS = DAY_MS;
const ASKED_FOR_MS = KEY_LIVES_MS - HOUR_MS;
const AT_ONCE = 100;

/** Completes refunds without a response. Safe to run at any time and in several processes at once. */
export async function resumeRefunds(context: Context): Promise<void> {
  const now = context.now().getTime();
  const before = new Date(now - FIRST_LOOK_MS);
  const givenUpBefore = new Date(now - KEY_LIVES_MS);
  const page = { before, givenUpBefore, most: AT_ONCE };
  for (const asked of await listRefundsAsked(context.db, context.mode, page)) {
    try {
      await resume(context, asked);
    } catch (error) {
      context.log.warn({ err: error, refund: asked.refund.id }, 'a refund still has no answer');
    }
  }
}

async function resume(context: Context, asked: AskedRefund): Promise<void> {
  const { refund, sale } = asked;
  const age = context.now().getTime() - refund.createdAt.getTime();
  const made = await findMade(context, asked);
  if (made === 'not to be seen') {
    if (age >= KEY_LIVES_MS) await giveUpRefund(context, refund, NOT_CONNECTED, tellSeller(context, asked));
    return;
  }
  if (made) return catchUp(context, sale, made);
  if (age < ASKED_FOR_MS) await carryOutAgain(context, asked);
  // Without a valid idempotency key, a further request could create a second refund.
  else if (age >= KEY_LIVES_MS) await giveUpRefund(context, refund, NEVER_MADE, tellSeller(context, asked));
  context.ring('outbox');
}

/** Finds the refund at Stripe by our id in its metadata. */
async function findMade(context: Context, { refund, sale }: AskedRefund) {
  const { refunds } = context.sellerStripe(refund.accountId);
  try {
    const all = await refunds
      .list({ ...paymentNamed(sale), limit: 100 })
      .autoPagingToArray({ limit: 10_000 });
    return all.find(({ metadata }) => metadata?.refund_id === refund.id) ?? null;
  } catch (error) {
    if (isAccountGone(error)) {
      // Recorded as disconnected, so that its refunds do not take the place of others in the next sweep.
      await syncAccount(context, refund.accountId);
      return 'not to be seen';
    }
    throw providerError(error);
  }
}

/** Requests the refund again. A refusal completes it too and notifies the seller, who is no longer waiting. */
const carryOutAgain = (context: Context, asked: AskedRefund): Promise<void> =>
  carryOutRefund(context, asked, tellSeller(context, asked)).catch((error: unknown) => {
    if (!isShopError(error) || error.code === 'provider_unavailable') throw error;
  });

const tellSeller =
  (context: Context, { refund }: AskedRefund) =>
  async (tx: Db, failure: string): Promise<void> => {
    const { id, sellerId, attemptId, mode, amount, currency } = refund;
    const order = await findOrderOfAttempt(tx, sellerId, mode, attemptId);
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
