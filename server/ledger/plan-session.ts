import type Stripe from 'stripe';

import { ORDER_STATES, type OrderState } from '#domain/order.ts';
import { asksExactly } from '#server/checkout/session-params.ts';
import type { Attempt } from '#server/db/attempts.ts';
import type { Order } from '#server/db/orders.ts';

import { ForeignEvent } from './foreign-event.ts';
import { withRow, type Desk, type Leaf } from './leaf.ts';
import { newSale } from './new-sale.ts';
import { originOf } from './origin-of.ts';
import { dateOf, idOf, wholeOf, wordsOf } from './truth.ts';

type Session = Stripe.Checkout.Session;

/** Applies a Checkout Session to the attempt that it was created for. */
export function planSession(leaf: Leaf, session: Session, desk: Desk): Leaf {
  const { attempt } = leaf;
  checkOwn(attempt, session);
  if (session.status === 'expired') {
    if (attempt.state === 'completed') return leaf;
    return { ...leaf, attempt: { ...attempt, state: 'expired', sessionId: session.id } };
  }
  if (session.status !== 'complete') return leaf;
  if (!asksExactly(session, attempt))
    throw new ForeignEvent(`Session ${session.id} is over another amount than attempt ${attempt.id}`);
  const told = stateOf(session);
  const order = orderAfter(leaf, session, told, desk.now);
  const after = {
    ...leaf,
    order,
    attempt: { ...attempt, state: 'completed' as const, sessionId: session.id },
  };
  return told === 'paid' && session.mode === 'payment' ? withSale(after, session, order, desk) : after;
}

/** Rejects sessions that a seller created with our attempt id: only our own session counts. */
function checkOwn(attempt: Attempt, session: Session): void {
  if (attempt.sessionId && attempt.sessionId !== session.id)
    throw new ForeignEvent(`Session ${session.id} is not the one of attempt ${attempt.id}`);
}

type Told = Extract<OrderState, 'pending' | 'failed' | 'paid'>;

/** A delayed payment is pending until its payment intent fails. */
function stateOf({ payment_status: paid, payment_intent: intent }: Session): Told {
  if (paid !== 'unpaid') return 'paid';
  const status = wholeOf(intent)?.status;
  return status === 'requires_payment_method' || status === 'canceled' ? 'failed' : 'pending';
}

/** Returns the time of the charge; for a delayed payment, the time at which we learn of it. */
function paidAtOf(session: Session, before: Order | null, now: Date): Date {
  const charge = wholeOf(wholeOf(session.payment_intent)?.latest_charge);
  if (charge && before?.state !== 'pending') return dateOf(charge.created);
  return session.amount_total === 0 ? dateOf(session.created) : now;
}

function orderAfter(leaf: Leaf, session: Session, told: Told, now: Date): Order {
  const before = leaf.order ?? newOrder(leaf, session);
  const state = isLater(told, before.state) || !leaf.order ? told : before.state;
  const { customer_details: buyer } = session;
  return {
    ...before,
    state,
    paidAt: before.paidAt ?? (told === 'paid' ? paidAtOf(session, leaf.order, now) : null),
    paymentIntentId: idOf(session.payment_intent) ?? before.paymentIntentId,
    subscriptionId: idOf(session.subscription) ?? before.subscriptionId,
    email: before.email ?? wordsOf(buyer?.email) ?? leaf.attempt.email,
    buyerName: before.buyerName ?? wordsOf(buyer?.name),
    country: before.country ?? wordsOf(buyer?.address?.country),
  };
}

/** An order state never moves back. */
export const isLater = (state: OrderState, than: OrderState): boolean =>
  ORDER_STATES.indexOf(state) > ORDER_STATES.indexOf(than);

function newOrder({ attempt, product }: Leaf, session: Session): Order {
  const { mode, sellerId, accountId, pageId, versionId, currency } = attempt;
  const { original, discount, total, couponCode } = attempt;
  return {
    id: crypto.randomUUID(),
    number: 0,
    mode,
    sellerId,
    accountId,
    attemptId: attempt.id,
    pageId,
    versionId,
    sessionId: session.id,
    currency,
    original,
    discount,
    total,
    couponCode,
    ...originOf(attempt),
    state: 'pending' as const,
    productName: product.name,
    billing: product.billing,
    paymentIntentId: null,
    subscriptionId: null,
    email: null,
    buyerName: null,
    country: null,
    received: 0,
    refunded: 0,
    lost: 0,
    dispute: null,
    search: '',
    paidAt: null,
    createdAt: dateOf(session.created),
  };
}

function withSale(leaf: Leaf, session: Session, order: Order, desk: Desk): Leaf {
  const { attempt, sales } = leaf;
  const chargeId = idOf(wholeOf(session.payment_intent)?.latest_charge);
  const paymentIntentId = idOf(session.payment_intent);
  if (attempt.total === 0) return leaf;
  const known = sales.find(({ source }) => source === session.id);
  if (known && (known.chargeId || !chargeId)) return leaf;
  const sale = known
    ? { ...known, chargeId }
    : newSale(attempt, desk, {
        source: session.id,
        paymentIntentId,
        chargeId,
        renewal: false,
        currency: attempt.currency,
        amount: attempt.total,
        paidAt: order.paidAt ?? desk.now,
      });
  return { ...leaf, sales: withRow(sales, sale) };
}
