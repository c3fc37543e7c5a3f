import { itemsOf } from './api/checkout-items.ts';
import { countRedemption } from './api/coupons.ts';
import { addressOf, insertCustomer } from './api/customers.ts';
import { insertPaymentIntent } from './api/payment-intents.ts';
import { attachPaymentMethod, insertPaymentMethod } from './api/payment-methods.ts';
import { draftInvoice, type BilledLine } from './billing/bill.ts';
import { finalize, settle } from './billing/invoice-states.ts';
import { insertDiscount, lastingDiscounts } from './billing/reductions.ts';
import { insertSubscription } from './billing/subscription-shape.ts';
import type { Call } from './call.ts';
import { startDebit } from './bank-debits/debit-life.ts';
import { insertBankAccount, type TestBank } from './bank-debits/test-banks.ts';
import { cardByTag, type Card } from './cards.ts';
import { captureIntent, failIntent } from './charging.ts';
import { newId } from './ids.ts';
import type { Buyer, Objects, SessionHidden } from './objects.ts';

type Session = Objects['checkout.session'];
type Method = Objects['payment_method'];
type Customer = Objects['customer'];
/** The next step for the buyer after a payment attempt. */
export type Outcome = { kind: 'done' } | { kind: 'authenticate' } | { kind: 'declined'; message: string };

const unauthenticated = {
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

const note = (call: Call, session: Session, change: Partial<SessionHidden>): Session => {
  if (!session.hidden) return session;
  return call.books.update('checkout.session', session.id, { hidden: { ...session.hidden, ...change } });
};

/** Returns the session's one intent. The first try to pay creates it; tries after a decline use it again. */
const intentOf = (call: Call, session: Session): Objects['payment_intent'] => {
  const made = session.hidden?.paymentIntent;
  if (made) return call.books.get('payment_intent', made);
  const { metadata = {}, description = null } =
    (session.mode === 'payment' ? session.hidden?.payment : undefined) ?? {};
  const intent = insertPaymentIntent(call, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    description: session.mode === 'payment' ? description : 'Subscription creation',
    metadata,
  });
  note(call, session, { paymentIntent: intent.id });
  return intent;
};

const customerOf = (call: Call, session: Session, buyer: Buyer): Customer | null => {
  if (session.customer !== null) return call.books.get('customer', session.customer);
  if (session.mode === 'payment' && session.customer_creation !== 'always') return null;
  return insertCustomer(call, {
    email: buyer.email,
    name: buyer.name || null,
    address: addressOf(buyer.country, buyer.postcode),
  });
};

type Paid = { session: Session; customer: Customer; method: Method | null; intent: string | null };

/** Converts a session's item into a line of the first invoice; a one-time item is billed without a period. */
const billedFrom = (
  call: Call,
  subscription: Objects['subscription'],
  item: Objects['item'],
): BilledLine[] => {
  const { price, quantity } = item;
  if (!price) return [];
  const held = subscription.items.data.find((candidate) => candidate.price.id === price.id);
  return [
    {
      amount: item.amount_subtotal,
      description: `${item.quantity} × ${item.description}`,
      price,
      quantity: quantity ?? 1,
      period: { start: call.now, end: held?.current_period_end ?? call.now },
      proration: false,
      subscriptionItem: held?.id ?? '',
    },
  ];
};

/** Creates the subscription and its paid first invoice. */
const subscribe = (
  call: Call,
  { session, customer, method, intent }: Paid,
): { subscription: string; invoice: string } => {
  const items = itemsOf(call, session.id);
  const coupon = session.hidden?.coupon ?? null;
  const id = newId('sub_1', 23);
  const origin = { session: session.id, customer: customer.id, subscription: id };
  const discount = coupon === null ? null : insertDiscount(call, coupon, origin);
  const { metadata = {}, description = null } = session.hidden?.subscription ?? {};
  const subscription = insertSubscription(call, {
    id,
    customer: customer.id,
    lines: items.flatMap(({ price, quantity }) => (price ? [{ price, quantity: quantity ?? 1 }] : [])),
    currency: session.currency ?? 'usd',
    description,
    metadata,
    paymentMethod: method?.id ?? null,
    discounts: lastingDiscounts(call, coupon, discount),
    status: 'active',
  });
  call.emit('customer.subscription.created', subscription);
  const draft = draftInvoice(call, subscription, {
    reason: 'subscription_create',
    lines: items.flatMap((item) => billedFrom(call, subscription, item)),
    discount: discount ?? undefined,
    due: null,
  });
  const open = finalize(call, draft.id, intent ?? undefined);
  if (open.status === 'open') settle(call, open, method?.id ?? null);
  return { subscription: id, invoice: draft.id };
};

const detailsOf = (buyer: Buyer): Session['customer_details'] => ({
  address: addressOf(buyer.country, buyer.postcode),
  business_name: null,
  email: buyer.email,
  individual_name: null,
  name: buyer.name || null,
  phone: null,
  tax_exempt: 'none',
  tax_ids: [],
});

type Take = typeof captureIntent;

/** Completes a checkout: creates all objects that follow, with their events. `collectPayment` charges now or later. */
const complete = (
  call: Call,
  session: Session,
  buyer: Buyer,
  method: Method | null,
  take: Take = captureIntent,
): Outcome => {
  const due = session.amount_total ?? 0;
  const customer = customerOf(call, session, buyer);
  if (customer && method && session.mode === 'subscription')
    attachPaymentMethod(call, method.id, customer.id);
  let intent: string | null = null;
  if (due > 0 && method) {
    const opened = call.books.update('payment_intent', intentOf(call, session).id, {
      customer: customer?.id ?? null,
    });
    intent = take(call, opened, method).id;
  }
  if (session.hidden?.coupon) countRedemption(call, session.hidden.coupon);
  const billed =
    session.mode === 'subscription' && customer
      ? subscribe(call, { session, customer, method, intent })
      : { subscription: null, invoice: null };
  const { hidden } = call.books.get('checkout.session', session.id);
  const done = call.books.update('checkout.session', session.id, {
    ...billed,
    customer: customer?.id ?? null,
    customer_details: detailsOf(buyer),
    payment_intent: session.mode === 'payment' ? intent : null,
    payment_status: due === 0 ? 'no_payment_required' : take === captureIntent ? 'paid' : 'unpaid',
    status: 'complete',
    url: null,
    ...(hidden && { hidden: { ...hidden, awaiting: null } }),
  });
  call.emit('checkout.session.completed', done);
  return { kind: 'done' };
};

const charge = (call: Call, session: Session, buyer: Buyer, method: Method): Outcome => {
  const decline = cardByTag(method.hidden?.behaviour ?? '')?.decline ?? null;
  if (decline === null) return complete(call, session, buyer, method);
  failIntent(call, intentOf(call, session), method, decline, true);
  return { kind: 'declined', message: decline.message };
};

/** Inserts the card. The first payment of a subscription also sets the card up for later payments. */
const cardFor = (call: Call, session: Session, card: Card, buyer: Buyer): Method => {
  const method = insertPaymentMethod(call, card, buyer);
  if (session.mode !== 'subscription') return method;
  return call.books.update('payment_method', method.id, { hidden: { behaviour: card.tag, setUp: true } });
};

/** Handles a click on Pay in an open session. `card` is null when no card is required. */
export const payCheckout = (call: Call, opened: Session, buyer: Buyer, card: Card | null): Outcome => {
  const session = note(call, opened, { awaiting: null });
  const method = card ? cardFor(call, session, card, buyer) : null;
  if ((session.amount_total ?? 0) === 0 || !method) return complete(call, session, buyer, method);
  if (!cardByTag(method.hidden?.behaviour ?? '')?.authenticate) return charge(call, session, buyer, method);
  const intent = call.books.update('payment_intent', intentOf(call, session).id, {
    status: 'requires_action',
    next_action: {
      type: 'redirect_to_url',
      redirect_to_url: {
        return_url: session.success_url,
        url: `${call.origin}/sandbox/pay/${session.id}/3ds`,
      },
    },
    payment_method: method.id,
  });
  call.emit('payment_intent.requires_action', intent);
  note(call, call.books.get('checkout.session', session.id), {
    awaiting: { paymentMethod: method.id, buyer },
  });
  return { kind: 'authenticate' };
};

/** Handles the buyer's answer on the 3-D Secure page. */
export const answerAuthentication = (call: Call, session: Session, authenticated: boolean): Outcome => {
  const awaiting = session.hidden?.awaiting;
  if (!awaiting) return { kind: 'declined', message: unauthenticated.message };
  const method = call.books.get('payment_method', awaiting.paymentMethod);
  const asked = note(call, session, { awaiting: null });
  if (authenticated) return charge(call, asked, awaiting.buyer, method);
  failIntent(call, intentOf(call, asked), method, unauthenticated, false);
  return { kind: 'declined', message: unauthenticated.message };
};

/** Completes an order by bank debit. It is paid only when the bank has sent the money. */
export const debitCheckout = (call: Call, opened: Session, buyer: Buyer, bank: TestBank): Outcome => {
  const session = note(call, opened, { awaiting: null });
  return complete(call, session, buyer, insertBankAccount(call, bank, buyer), startDebit);
};
