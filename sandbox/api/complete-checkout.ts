import { createDraftInvoice, type BilledLine } from '../billing/bill-subscription.ts';
import { redeemCoupon } from '../billing/discounts.ts';
import { finalizeInvoice, markInvoicePaid } from '../billing/invoice-states.ts';
import { insertSubscription, toTrialLine } from '../billing/subscription-object.ts';
import type { CallContext } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import type { Buyer, Objects } from '../core/objects.ts';
import { startDebit, insertBankAccount, type TestBank } from '../payments/bank-debits.ts';
import {
  AUTHENTICATION_FAILED,
  captureIntent,
  failIntent,
  REDIRECT_FAILED,
  requireAuthentication,
} from '../payments/charges.ts';
import { buildAddress, insertCustomer } from '../payments/customer-object.ts';
import { insertPaymentIntent } from '../payments/payment-intents.ts';
import { attachPaymentMethod, insertPaymentMethod } from '../payments/payment-methods.ts';
import { findCardByTag, findSetUpDecline, type Card } from '../payments/test-cards.ts';
import { itemsOf } from './checkout-line-items.ts';
import { countRedemption } from './coupons.ts';

type Session = Objects['checkout.session'];
type PaymentMethod = Objects['payment_method'];
type Customer = Objects['customer'];
/** The next step for the buyer after a payment attempt. */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'authenticate' }
  | { kind: 'redirect' }
  | { kind: 'voucher'; intent: string }
  | { kind: 'declined'; message: string };

/** Returns the session's one intent. The first try to pay creates it; tries after a decline use it again. */
export const getOrCreateIntent = (call: CallContext, session: Session): Objects['payment_intent'] => {
  const { payment, paymentIntent } = session.hidden;
  if (paymentIntent !== null) return call.repository.get('payment_intent', paymentIntent);
  const intent = insertPaymentIntent(call, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    ...(session.mode === 'payment' ? payment : { description: 'Subscription creation', metadata: {} }),
  });
  call.repository.updateHidden('checkout.session', session.id, { paymentIntent: intent.id });
  return intent;
};

const getOrCreateCustomer = (call: CallContext, session: Session, buyer: Buyer): Customer | null => {
  if (session.customer !== null) return call.repository.get('customer', session.customer);
  if (session.mode === 'payment' && session.customer_creation !== 'always') return null;
  return insertCustomer(call, {
    email: buyer.email,
    name: buyer.name || null,
    address: buildAddress(buyer.country, buyer.postcode),
  });
};

type CompletedPayment = {
  session: Session;
  customer: Customer;
  method: PaymentMethod | null;
  intent: string | null;
};

const DAY_S = 24 * 3600;

/** Converts a session's item into a line of the first invoice; a one-time item is billed without a period. */
const toBilledLines = (
  call: CallContext,
  subscription: Objects['subscription'],
  item: Objects['item'],
): BilledLine[] => {
  const { price, quantity } = item;
  if (!price) return [];
  const subscriptionItem = subscription.items.data.find((candidate) => candidate.price.id === price.id);
  const line = {
    amount: item.amount_subtotal,
    description: `${item.quantity} × ${item.description}`,
    price,
    quantity: quantity ?? 1,
    period: { start: call.now, end: subscriptionItem?.current_period_end ?? call.now },
    proration: false,
    subscriptionItem: subscriptionItem?.id ?? '',
  };
  return [subscriptionItem && subscription.status === 'trialing' ? toTrialLine(line) : line];
};

/** Creates the subscription and its paid first invoice, which contains only the one-time items of a trial. */
const createSubscription = (
  call: CallContext,
  { session, customer, method, intent }: CompletedPayment,
): { subscription: string; invoice: string } => {
  const items = itemsOf(call, session.id);
  const id = newId('sub_1', 23);
  const origin = { session: session.id, customer: customer.id, subscription: id };
  const { trialDays } = session.hidden;
  const trialEnd = trialDays === undefined ? null : call.now + trialDays * DAY_S;
  const discounts = redeemCoupon(call, session.hidden.coupon, origin, trialEnd !== null);
  const subscription = insertSubscription(call, {
    id,
    customer: customer.id,
    lines: items.flatMap(({ price, quantity }) => (price?.recurring ? [{ price, quantity: quantity ?? 1 }] : [])),
    currency: session.currency ?? 'usd',
    ...session.hidden.subscription,
    default_payment_method: method?.id ?? null,
    discounts: discounts.lasting,
    status: trialEnd === null ? 'active' : 'trialing',
    trialEnd,
  });
  const draft = createDraftInvoice(call, subscription, {
    reason: 'subscription_create',
    lines: items.flatMap((item) => toBilledLines(call, subscription, item)),
    discount: discounts.first,
  });
  const openInvoice = finalizeInvoice(call, draft.id, intent ?? undefined);
  if (openInvoice.status === 'open') markInvoicePaid(call, openInvoice, method?.id ?? null);
  return { subscription: id, invoice: draft.id };
};

const toCustomerDetails = (buyer: Buyer): Session['customer_details'] => ({
  address: buildAddress(buyer.country, buyer.postcode),
  business_name: null,
  email: buyer.email,
  individual_name: null,
  name: buyer.name || null,
  phone: null,
  tax_exempt: 'none',
  tax_ids: [],
});

type CollectPayment = typeof captureIntent;

/** Completes a checkout: creates all objects that follow, with their events. `collectPayment` charges now or later. */
export const completeCheckout = (
  call: CallContext,
  session: Session,
  buyer: Buyer,
  method: PaymentMethod | null,
  collectPayment: CollectPayment = captureIntent,
): Outcome => {
  const amountDue = session.amount_total ?? 0;
  const customer = getOrCreateCustomer(call, session, buyer);
  if (customer && method && session.mode === 'subscription') attachPaymentMethod(call, method.id, customer.id);
  let intent: string | null = null;
  if (amountDue > 0 && method) {
    const customerIntent = call.repository.update('payment_intent', getOrCreateIntent(call, session).id, {
      customer: customer?.id ?? null,
    });
    intent = collectPayment(call, customerIntent, method).id;
  }
  if (session.hidden.coupon !== null) countRedemption(call, session.hidden.coupon);
  const subscriptionFields =
    session.mode === 'subscription' && customer
      ? createSubscription(call, { session, customer, method, intent })
      : { subscription: null, invoice: null };
  call.repository.updateHidden('checkout.session', session.id, { awaiting: null });
  const change = {
    ...subscriptionFields,
    customer: customer?.id ?? null,
    customer_details: toCustomerDetails(buyer),
    payment_intent: session.mode === 'payment' ? intent : null,
    payment_status: amountDue === 0 ? 'no_payment_required' : collectPayment === captureIntent ? 'paid' : 'unpaid',
    status: 'complete',
    url: null,
  } as const;
  call.update('checkout.session', session.id, change, 'checkout.session.completed');
  return { kind: 'done' };
};

/** While nothing is due, as in a trial, a card is only saved. */
const isFree = (session: Session): boolean => (session.amount_total ?? 0) === 0;

const chargeOrDecline = (call: CallContext, session: Session, buyer: Buyer, method: PaymentMethod): Outcome => {
  const { behaviorTag: tag } = method.hidden;
  const decline = isFree(session) ? findSetUpDecline(tag) : (findCardByTag(tag)?.decline ?? null);
  if (decline === null) return completeCheckout(call, session, buyer, method);
  if (!isFree(session)) failIntent(call, getOrCreateIntent(call, session), method, decline, true);
  return { kind: 'declined', message: decline.message };
};

/** Inserts the card. The first payment of a subscription also sets the card up for later payments. */
const insertCard = (call: CallContext, session: Session, card: Card, buyer: Buyer): PaymentMethod => {
  const method = insertPaymentMethod(call, card, buyer);
  return session.mode === 'subscription'
    ? call.repository.updateHidden('payment_method', method.id, { setUp: true })
    : method;
};

/** Handles a click on Pay in an open session. `card` is null when no card is required. */
export const payCheckout = (call: CallContext, openSession: Session, buyer: Buyer, card: Card | null): Outcome => {
  const session = call.repository.updateHidden('checkout.session', openSession.id, { awaiting: null });
  const method = card ? insertCard(call, session, card, buyer) : null;
  if (!method) return completeCheckout(call, session, buyer, method);
  if (!findCardByTag(method.hidden.behaviorTag)?.requiresAuthentication)
    return chargeOrDecline(call, session, buyer, method);
  if (!isFree(session))
    requireAuthentication(call, getOrCreateIntent(call, session).id, method, {
      return_url: session.success_url,
      url: `${call.origin}/sandbox/pay/${session.id}/3ds`,
    });
  const awaiting = { paymentMethod: method.id, buyer };
  call.repository.updateHidden('checkout.session', session.id, { awaiting });
  return { kind: 'authenticate' };
};

/** Handles the buyer's answer on the 3D Secure page, or on the page of their bank or lender. */
export const completeAuthentication = (call: CallContext, session: Session, authenticated: boolean): Outcome => {
  const { awaiting } = session.hidden;
  if (!awaiting) return { kind: 'declined', message: AUTHENTICATION_FAILED.message };
  const method = call.repository.get('payment_method', awaiting.paymentMethod);
  const updatedSession = call.repository.updateHidden('checkout.session', session.id, { awaiting: null });
  if (authenticated) return chargeOrDecline(call, updatedSession, awaiting.buyer, method);
  const failure = method.type === 'card' ? AUTHENTICATION_FAILED : REDIRECT_FAILED;
  if (!isFree(updatedSession)) failIntent(call, getOrCreateIntent(call, updatedSession), method, failure, false);
  return { kind: 'declined', message: failure.message };
};

/** Completes an order by bank debit. It is paid only when the bank has sent the money. */
export const payCheckoutByDebit = (call: CallContext, openSession: Session, buyer: Buyer, bank: TestBank): Outcome => {
  const session = call.repository.updateHidden('checkout.session', openSession.id, { awaiting: null });
  return completeCheckout(call, session, buyer, insertBankAccount(call, bank, buyer), startDebit);
};
