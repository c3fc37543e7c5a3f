import type Stripe from 'stripe';

import type { OrderState } from '#domain/order.ts';
import { asksExactly } from '#server/checkout/session-params.ts';
import type { Context, WorkerName } from '#server/context.ts';
import { findAttempt, updateAttemptState, type Attempt } from '#server/db/attempts.ts';
import type { Db } from '#server/db/client.ts';
import { recordOrder, type NewOrder } from '#server/db/orders.ts';
import { ForeignEvent } from '#server/ledger/foreign-event.ts';

import { recordSale } from './record-sale.ts';

/** Writes of an event, to be run in one transaction with its mark as done. Gives the workers that they have work for. */
export type Effect = (tx: Db) => Promise<readonly WorkerName[] | void>;

export const NOTHING: Effect = () => Promise.resolve();

/** Carries out an effect, with `mark` in the same transaction. */
export async function applyEffect(
  context: Context,
  effect: Effect,
  mark: (tx: Db) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const workers = await context.db.transaction(async (tx) => {
    const woken = await effect(tx);
    await mark(tx);
    return woken ?? [];
  });
  for (const worker of workers) context.ring(worker);
}

/**
 * What a session of the provider means now: asks for the session itself and gives the writes that record it.
 * May be called many times and at once for one session; the order's key makes it one order.
 */
export async function sessionEffect(context: Context, accountId: string, sessionId: string): Promise<Effect> {
  const session = await context.sellerStripe(accountId).sessions.retrieve(sessionId);
  const attempt = await attemptOf(context, accountId, session.metadata?.attempt_id);
  if (!attempt) return NOTHING;
  if (session.status === 'expired') {
    return async (tx) => {
      if (attempt.state !== 'completed') await updateAttemptState(tx, attempt.id, 'expired', session.id);
    };
  }
  if (session.status !== 'complete') return NOTHING;
  checkSession(attempt, session);
  return (tx) => recordSession(context, tx, attempt, session);
}

/** The attempt that an object of this account was made for. Null for objects that are not of our making. */
export async function attemptOf(
  context: Context,
  accountId: string,
  attemptId: string | undefined,
): Promise<Attempt | null> {
  if (!attemptId || !/^[0-9a-f-]{36}$/.test(attemptId)) return null;
  const attempt = await findAttempt(context.db, context.mode, attemptId);
  if (attempt && attempt.accountId !== accountId) {
    throw new ForeignEvent(
      `Account ${accountId} names attempt ${attemptId}, which belongs to another account`,
    );
  }
  return attempt;
}

/** A seller can make sessions of their own that name our attempt; only the one that we made counts. */
function checkSession(attempt: Attempt, session: Stripe.Checkout.Session): void {
  if (attempt.sessionId && attempt.sessionId !== session.id)
    throw new ForeignEvent(`Session ${session.id} is not the one of attempt ${attempt.id}`);
  if (!asksExactly(session, attempt))
    throw new ForeignEvent(`Session ${session.id} is over another amount than attempt ${attempt.id}`);
}

async function recordSession(
  context: Context,
  tx: Db,
  attempt: Attempt,
  session: Stripe.Checkout.Session,
): Promise<readonly WorkerName[]> {
  const order = orderFrom(attempt, session, context.now());
  await recordOrder(tx, order);
  await updateAttemptState(tx, attempt.id, 'completed', session.id);
  if (!order.paidAt || session.mode !== 'payment' || attempt.total === 0) return [];
  return recordSale(context, tx, attempt, {
    source: session.id,
    paymentIntentId: idOf(session.payment_intent),
    currency: attempt.currency,
    amount: attempt.total,
    paidAt: order.paidAt,
  });
}

function orderFrom(attempt: Attempt, session: Stripe.Checkout.Session, now: Date): NewOrder {
  const state: OrderState = session.payment_status === 'unpaid' ? 'pending' : 'paid';
  const { mode, sellerId, accountId, pageId, versionId, currency, original, discount, total, couponCode } =
    attempt;
  return {
    mode,
    sellerId,
    accountId,
    attemptId: attempt.id,
    pageId,
    versionId,
    sessionId: session.id,
    paymentIntentId: idOf(session.payment_intent),
    subscriptionId: idOf(session.subscription),
    state,
    email: session.customer_details?.email ?? attempt.email,
    currency,
    original,
    discount,
    total,
    couponCode,
    createdAt: new Date(session.created * 1000),
    paidAt: state === 'paid' ? now : null,
  };
}

export const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** What a paid invoice of a buyer's subscription means: one sale, whatever else is told about it. */
export async function invoiceEffect(context: Context, accountId: string, invoiceId: string): Promise<Effect> {
  const invoice = await context.sellerStripe(accountId).invoices.retrieve(invoiceId);
  const details = invoice.parent?.subscription_details;
  const attempt = await attemptOf(context, accountId, details?.metadata?.attempt_id);
  if (!attempt || invoice.status !== 'paid' || invoice.amount_paid === 0) return NOTHING;
  const paidAt = new Date((invoice.status_transitions.paid_at ?? invoice.created) * 1000);
  const payment = invoice.payments?.data.find(({ status }) => status === 'paid')?.payment;
  return (tx) =>
    recordSale(context, tx, attempt, {
      source: invoiceId,
      paymentIntentId: idOf(payment?.payment_intent ?? null),
      currency: invoice.currency.toUpperCase(),
      amount: invoice.amount_paid,
      paidAt,
    });
}
