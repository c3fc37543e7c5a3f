import type Stripe from 'stripe';

import { usdRefundOf } from '#domain/exchange-rates.ts';
import { monthOf } from '#domain/usage.ts';
import { watchLimit } from '#server/billing/watch-limit.ts';
import type { Context, WorkerName } from '#server/context.ts';
import { findAttempt } from '#server/db/attempts.ts';
import type { Db } from '#server/db/client.ts';
import { addToMonth } from '#server/db/monthly-sales.ts';
import { updateOrderRefund } from '#server/db/orders.ts';
import { findSale, lockSale, sumAttemptSales, updateSaleRefunded, type Sale } from '#server/db/sales.ts';

import { attemptOf, idOf, invoiceEffect, NOTHING, sessionEffect, type Effect } from './record-order.ts';

/** What a refund means now: nothing of it is believed but which charge it is about. */
export async function refundEffect(context: Context, accountId: string, refundId: string): Promise<Effect> {
  const refund = await context.sellerStripe(accountId).refunds.retrieve(refundId);
  const chargeId = idOf(refund.charge);
  return chargeId ? chargeEffect(context, accountId, chargeId) : NOTHING;
}

/**
 * What has been given back of a charge by now: more than before, or less where a refund has failed. The sale is recorded
 * first where no event has told of it. Charges that are not of our making are nobody's.
 */
export async function chargeEffect(context: Context, accountId: string, chargeId: string): Promise<Effect> {
  const { charges } = context.sellerStripe(accountId);
  let charge = await charges.retrieve(chargeId);
  const payment = idOf(charge.payment_intent);
  if (!payment) return NOTHING;
  const known = await findSale(context.db, context.mode, accountId, payment);
  const record = known ? NOTHING : await missedSale(context, accountId, charge, payment);
  if (!record) return NOTHING;
  // Asked after the row was looked at: whoever writes to it from now on makes this answer too old to be written.
  if (known) charge = await charges.retrieve(chargeId);
  return async (tx) => {
    const woken = (await record(tx)) ?? [];
    const sale = await lockSale(tx, context.mode, accountId, payment);
    if (!sale) throw new Error(`The sale of charge ${chargeId} is not recorded yet`);
    const isFresh = known ? sale.version === known.version : sale.refunded === 0;
    if (!isFresh)
      throw new Error(`The sale of charge ${chargeId} was changed meanwhile: it is asked for again`);
    return [...woken, ...(await recordRefund(context, tx, sale, charge.amount_refunded))];
  };
}

/** What records the sale of a charge that was made for one of our attempts; null where it was not. */
async function missedSale(
  context: Context,
  accountId: string,
  charge: Stripe.Charge,
  payment: string,
): Promise<Effect | null> {
  const attempt = await attemptOf(context, accountId, charge.metadata.attempt_id);
  if (attempt) return attempt.sessionId ? sessionEffect(context, accountId, attempt.sessionId) : NOTHING;
  const { invoicePayments } = context.sellerStripe(accountId);
  const paid = { type: 'payment_intent', payment_intent: payment } as const;
  const [first] = (await invoicePayments.list({ payment: paid, limit: 1 })).data;
  const invoiceId = idOf(first?.invoice ?? null);
  const effect = invoiceId ? await invoiceEffect(context, accountId, invoiceId) : NOTHING;
  return effect === NOTHING ? null : effect;
}

async function recordRefund(
  context: Context,
  tx: Db,
  sale: Sale,
  given: number,
): Promise<readonly WorkerName[]> {
  const { id, sellerId, mode, amount, usdCents } = sale;
  const refunded = Math.min(given, amount);
  const usdRefunded = usdRefundOf(usdCents, amount, refunded);
  await updateSaleRefunded(tx, id, { refunded, usdRefunded });
  await refundOrder(tx, sale);
  const back = sale.usdRefunded - usdRefunded;
  if (back === 0) return [];
  const month = monthOf(sale.paidAt);
  const sum = await addToMonth(tx, sellerId, mode, month, { usdCents: back, transactions: 0 });
  return back > 0 ? watchLimit(context, tx, sellerId, month, sum) : [];
}

async function refundOrder(tx: Db, { sellerId, mode, accountId, attemptId }: Sale): Promise<void> {
  const attempt = await findAttempt(tx, mode, attemptId);
  if (!attempt?.sessionId) return;
  const { amount, refunded } = await sumAttemptSales(tx, sellerId, mode, attemptId);
  const state = refunded === 0 ? 'paid' : refunded < amount ? 'partly_refunded' : 'refunded';
  await updateOrderRefund(tx, mode, accountId, attempt.sessionId, state);
}
