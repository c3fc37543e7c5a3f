import type Stripe from 'stripe';

import { ATTRIBUTION_KEYS } from '#domain/attribution.ts';
import { ORDER_STATES, type OrderState } from '#domain/order.ts';
import { getArrival } from '#domain/payment-methods.ts';
import { pick } from '#domain/pick.ts';
import { listBumpIds, type QuoteLine } from '#domain/quote.ts';
import { DAY_MS } from '#domain/time-units.ts';
import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import type { Order } from '#server/ledger/queries/orders.ts';
import { dateOf, idOfReference, expandedObject } from '#server/stripe/stripe-values.ts';

import { createSaleRow } from './create-sale-row.ts';
import {
  ForeignObjectError,
  withRow,
  type ApplyContext,
  type OrderAggregate,
  type OrderLineRow,
} from './order-aggregate.ts';
import { readPaymentMethod } from './read-payment-method.ts';
import { toStorableText, type StripeSnapshotOf } from './stripe-snapshot.ts';

type Session = Stripe.Checkout.Session;
type SessionSnapshot = Omit<StripeSnapshotOf<'session'>, 'kind'>;

/** Applies a Checkout Session to the attempt that it was created for. */
export function applySession(
  aggregate: OrderAggregate,
  { session, charge }: SessionSnapshot,
  applyContext: ApplyContext,
): OrderAggregate {
  const { attempt } = aggregate;
  assertOwnSession(attempt, session);
  if (session.status === 'expired') {
    if (attempt.state === 'completed') return aggregate;
    return { ...aggregate, attempt: { ...attempt, state: 'expired', sessionId: session.id } };
  }
  if (session.status !== 'complete') return aggregate;
  if (!matchesAttempt(session, attempt))
    throw new ForeignObjectError(`Session ${session.id} is over another amount than attempt ${attempt.id}`);
  const outcome = sessionOutcome({ session, charge }, applyContext.now);
  const order = orderAfter(aggregate, { session, charge }, outcome, applyContext.now);
  const completed = {
    ...aggregate,
    order,
    lines: aggregate.lines.length > 0 ? aggregate.lines : createOrderLines(attempt, session),
    attempt: { ...attempt, state: 'completed' as const, sessionId: session.id },
  };
  return outcome === 'paid' && session.mode === 'payment'
    ? withSessionSale(completed, { session, charge }, order, applyContext)
    : completed;
}

/** Rejects sessions that a seller created with our attempt id: only our own session counts. */
function assertOwnSession(attempt: CheckoutAttempt, session: Session): void {
  if (attempt.sessionId && attempt.sessionId !== session.id)
    throw new ForeignObjectError(`Session ${session.id} is not the one of attempt ${attempt.id}`);
}

type SessionOutcome = Extract<OrderState, 'pending' | 'failed' | 'paid'>;

/** A payment that is pending for this long is given up. If its money arrives later, the order becomes paid. */
export const MAX_PENDING_MS = 30 * DAY_MS;

/** A delayed payment is pending until its payment intent fails; a subscription's session has none, but a charge. */
function sessionOutcome({ session, charge }: SessionSnapshot, now: Date): SessionOutcome {
  if (session.payment_status !== 'unpaid') return 'paid';
  const status = expandedObject(session.payment_intent)?.status;
  const isCanceled = status === 'requires_payment_method' || status === 'canceled';
  const isOverdue = now.getTime() - dateOf(session.created).getTime() >= MAX_PENDING_MS;
  return isCanceled || isOverdue || charge?.status === 'failed' ? 'failed' : 'pending';
}

/** Returns the time of the charge; for a delayed payment, the time at which we learn that its money arrived. */
function paidAtOf({ session, charge }: SessionSnapshot, before: Order | null, now: Date): Date {
  const isDelayed = before?.state === 'pending' || getArrival(charge?.payment_method_details?.type ?? '') === 'debit';
  if (charge && !isDelayed) return dateOf(charge.created);
  return session.amount_total === 0 ? dateOf(session.created) : now;
}

function orderAfter(
  aggregate: OrderAggregate,
  { session, charge }: SessionSnapshot,
  outcome: SessionOutcome,
  now: Date,
): Order {
  const before = aggregate.order ?? newOrder(aggregate, session);
  const state = isLaterState(outcome, before.state) || !aggregate.order ? outcome : before.state;
  const { customer_details: buyer } = session;
  const payment = readPaymentMethod(session, charge);
  return {
    ...before,
    state,
    paymentMethod: before.paymentMethod ?? payment.paymentMethod,
    paidAt: before.paidAt ?? (outcome === 'paid' ? paidAtOf({ session, charge }, aggregate.order, now) : null),
    paymentIntentId: idOfReference(session.payment_intent) ?? before.paymentIntentId,
    subscriptionId: idOfReference(session.subscription) ?? before.subscriptionId,
    ...(before.anonymizedAt
      ? null
      : {
          email: before.email ?? toStorableText(buyer?.email) ?? aggregate.attempt.email,
          buyerName: before.buyerName ?? toStorableText(buyer?.name),
          paymentMethodDetails: before.paymentMethodDetails ?? payment.paymentMethodDetails,
          pendingPayment: before.pendingPayment ?? payment.pendingPayment,
        }),
    country: before.country ?? toStorableText(buyer?.address?.country),
  };
}

/** A checkout session never moves an order's state back; only a failed refund does (`recomputeOrder`). */
export const isLaterState = (state: OrderState, reference: OrderState): boolean =>
  ORDER_STATES.indexOf(state) > ORDER_STATES.indexOf(reference);

function newOrder({ attempt, product }: OrderAggregate, session: Session): Order {
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
    ...pick(attempt, [...ATTRIBUTION_KEYS, 'checkoutLinkId', 'metadata', 'externalId']),
    state: 'pending' as const,
    productName: product.name,
    bumps: listBumpIds(attempt.lines ?? []),
    billing: product.billing,
    paymentIntentId: null,
    subscriptionId: null,
    email: null,
    buyerName: null,
    country: null,
    paymentMethod: null,
    paymentMethodDetails: null,
    pendingPayment: null,
    received: 0,
    refunded: 0,
    lost: 0,
    dispute: null,
    search: '',
    paidAt: null,
    anonymizedAt: null,
    createdAt: dateOf(session.created),
    updatedAt: dateOf(session.created),
  };
}

function withSessionSale(
  aggregate: OrderAggregate,
  { session, charge }: SessionSnapshot,
  order: Order,
  applyContext: ApplyContext,
): OrderAggregate {
  const { attempt, sales } = aggregate;
  const chargeId = charge?.id ?? null;
  const paymentIntentId = idOfReference(session.payment_intent);
  if (attempt.total === 0) return aggregate;
  const existing = sales.find(({ source }) => source === session.id);
  if (existing && (existing.chargeId || !chargeId)) return aggregate;
  const sale = existing
    ? { ...existing, chargeId }
    : createSaleRow(attempt, applyContext, {
        source: session.id,
        paymentMethod: order.paymentMethod,
        paymentIntentId,
        chargeId,
        renewal: false,
        currency: attempt.currency,
        amount: attempt.total,
        paidAt: order.paidAt ?? applyContext.now,
      });
  return { ...aggregate, sales: withRow(sales, sale) };
}

/** Returns true if the session's amounts and currency, and its line items, equal those of its attempt. */
export const matchesAttempt = (session: Stripe.Checkout.Session, attempt: CheckoutAttempt): boolean =>
  session.amount_subtotal === attempt.original &&
  session.amount_total === attempt.total &&
  session.currency?.toUpperCase() === attempt.currency &&
  (attempt.lines === null || matchesLines(session, attempt.lines));

function matchesLines(session: Session, lines: readonly QuoteLine[]): boolean {
  const items = session.line_items?.data ?? [];
  return (
    items.length === lines.length &&
    lines.every((line) => {
      const item = findLineItem(session, line);
      if (item?.quantity !== line.quantity) return false;
      // Until a free trial ends, nothing is due for the line, so its price is compared.
      return line.afterTrial ? item.price?.unit_amount === line.unit : item.amount_subtotal === line.subtotal;
    })
  );
}

/** Our line items name their line in the metadata. */
const findLineItem = (session: Session, { key }: QuoteLine): Stripe.LineItem | undefined =>
  session.line_items?.data.find(({ metadata }) => metadata?.line === key);

/** Returns the quoted lines with the discounts as Stripe has shared them, which can differ from ours by a minor unit. */
function createOrderLines({ id: attemptId, lines }: CheckoutAttempt, session: Session): OrderLineRow[] {
  return (lines ?? []).flatMap((line, position) => {
    const item = findLineItem(session, line);
    if (!item) return [];
    const { id: itemId, price } = item;
    const productId = idOfReference(price?.product) ?? '';
    const { afterTrial = false } = line;
    const charged = afterTrial ? {} : { discount: item.amount_discount, total: item.amount_total };
    const { pageId = null, optionId = null, alreadyPaid = null } = line.item ?? {};
    const fromBundle = { itemPageId: pageId, itemOptionId: optionId, alreadyPaid };
    const ids = { id: crypto.randomUUID(), attemptId, itemId, productId };
    return [{ ...line, ...charged, ...fromBundle, ...ids, afterTrial, position }];
  });
}
