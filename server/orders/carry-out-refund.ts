import type Stripe from 'stripe';

import { refundableOf } from '#domain/refund.ts';

import type { Context } from '#server/context.ts';
import {
  findSale,
  listRefundsOfSale,
  updateRefundFailed,
  type RefundedSale,
  type RefundRow,
} from '#server/db/asked-refunds.ts';
import { insertOrderEvents } from '#server/db/order-events.ts';
import { updateLedger } from '#server/ledger/update-ledger.ts';
import { tellOfOrder } from '#server/seller-webhooks/tell-of-orders.ts';
import { providerError } from '#server/stripe/provider-errors.ts';
import type { Db } from '#server/db/client.ts';

import { refundRefused, refusalFrom } from './refund-refusal.ts';

export type AskedRefund = { refund: RefundRow; sale: RefundedSale };

/** Names the payment for Stripe, with the same parameters at every try, as the idempotency key requires. */
export const paymentNamed = ({ paymentIntentId, chargeId }: RefundedSale) =>
  paymentIntentId ? { payment_intent: paymentIntentId } : { charge: chargeId ?? '' };

/**
 * Creates a stored refund at Stripe. Safe to repeat, because the idempotency key is the refund's id. Throws AppError;
 * with 'provider_unavailable' Stripe may still have created the refund.
 */
export async function carryOutRefund(
  context: Context,
  { refund, sale }: AskedRefund,
  /** Writes more rows in the transaction that records a failure. */
  onRefused: (tx: Db, failure: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { refunds } = context.sellerStripe(refund.accountId);
  let made: Stripe.Refund;
  try {
    made = await refunds.create(paramsOf(refund, sale), `refund:${refund.id}`);
  } catch (error) {
    const failure = refusalFrom(error);
    if (failure === null) throw providerError(error);
    await giveUpRefund(context, refund, failure, onRefused);
    throw refundRefused(failure, await freshRest(context, sale), error);
  }
  try {
    await catchUp(context, sale, made);
  } catch (error) {
    throw providerError(error);
  }
}

const paramsOf = ({ id, amount, reason }: RefundRow, sale: RefundedSale): Stripe.RefundCreateParams => ({
  ...paymentNamed(sale),
  amount,
  ...(reason ? { reason } : {}),
  metadata: { refund_id: id },
});

/** Marks a refund as failed, unless it received a result meanwhile. */
export async function giveUpRefund(
  context: Context,
  refund: RefundRow,
  failure: string,
  also: (tx: Db, failure: string) => Promise<void>,
): Promise<void> {
  const { id, attemptId, amount, currency } = refund;
  const now = context.now();
  await context.db.transaction(async (tx) => {
    if (!(await updateRefundFailed(tx, id, failure, now))) return;
    const facts = { amount, currency, reason: failure };
    const news = { key: `refund_failed ${id}`, kind: 'refund_failed' as const, facts, at: now };
    await insertOrderEvents(tx, [{ attemptId, ...news }]);
    await tellOfOrder(context, tx, refund, news);
    await also(tx, failure);
  });
  context.ring('deliveries');
}

/** Returns the refundable amount after updating the ledger from Stripe, if Stripe responds. */
async function freshRest(context: Context, sale: RefundedSale): Promise<number> {
  await catchUp(context, sale).catch((error: unknown) =>
    context.log.warn({ err: error, sale: sale.id }, 'a payment whose refund was refused was not looked at'),
  );
  const known = (await findSale(context.db, sale.id)) ?? sale;
  return refundableOf(known, await listRefundsOfSale(context.db, sale.id));
}

/** Updates the ledger to the state of a payment at Stripe. */
export async function catchUp(context: Context, sale: RefundedSale, made?: Stripe.Refund): Promise<void> {
  const named = made?.charge ?? sale.chargeId ?? (await chargeOf(context, sale));
  const id = typeof named === 'string' ? named : named?.id;
  if (id) await updateLedger(context, [{ accountId: sale.accountId, kind: 'charge', id }], { urgent: true });
}

async function chargeOf(context: Context, { accountId, paymentIntentId }: RefundedSale) {
  if (!paymentIntentId) return null;
  const { charges } = context.sellerStripe(accountId);
  const { data } = await charges.list({ payment_intent: paymentIntentId });
  return data.find(({ paid }) => paid) ?? null;
}
