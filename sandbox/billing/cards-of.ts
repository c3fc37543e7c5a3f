import { attachPaymentMethod, insertPaymentMethod } from '../api/payment-methods.ts';
import type { Call } from '../call.ts';
import { cardByTag, type Card, type Decline } from '../cards.ts';
import type { Buyer, Objects } from '../objects.ts';
import { refusal } from '../problem.ts';

type Method = Objects['payment_method'];

/** Returns the payment method of a subscription: its own default, otherwise its customer's. */
export const methodFor = (call: Call, subscription: Objects['subscription']): Method | null => {
  const own = subscription.default_payment_method as string | null;
  const ofCustomer = call.books.find('customer', subscription.customer)?.invoice_settings
    .default_payment_method as string | null | undefined;
  for (const id of [own, ofCustomer]) {
    const method = id ? call.books.find('payment_method', id) : undefined;
    if (method) return method;
  }
  return null;
};

const withoutMethod =
  'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.';

/** Refuses an immediate charge when there is no payment method. */
export const requireMethod = (call: Call, subscription: Objects['subscription']): void => {
  if (!methodFor(call, subscription)) throw refusal(withoutMethod, { code: 'resource_missing' });
};

/** Makes a method the default for the customer's subscriptions without their own method. */
export const makeDefaultMethod = (call: Call, customerId: string, methodId: string | null): void => {
  const before = call.books.get('customer', customerId, 'customer');
  const invoice_settings = { ...before.invoice_settings, default_payment_method: methodId };
  call.emit('customer.updated', call.books.update('customer', customerId, { invoice_settings }), before);
};

/** Attaches a card from a hosted page, set up for later payments. */
export const attachCard = (
  call: Call,
  customerId: string,
  card: Card,
  buyer: Buyer,
  { makeDefault }: { makeDefault: boolean },
): Method => {
  const made = insertPaymentMethod(call, card, buyer);
  call.books.update('payment_method', made.id, { hidden: { behaviour: card.tag, setUp: true } });
  const method = attachPaymentMethod(call, made.id, customerId);
  if (makeDefault) makeDefaultMethod(call, customerId, method.id);
  return method;
};

const expired: Decline = { code: 'expired_card', declineCode: null, message: 'Your card has expired.' };

/** Returns the decline or authentication that a charge of this method would meet now; null when it would succeed. */
export const obstacleOf = (
  call: Call,
  method: Method,
  authenticated: boolean,
): Decline | 'authenticate' | null => {
  const { card, hidden } = method;
  const played = cardByTag(hidden?.behaviour ?? '');
  const known = played?.tag === 'already_set_up' || (hidden?.setUp && played?.tag !== 'authenticate_always');
  if (played?.authenticate && !known && !authenticated) return 'authenticate';
  const ends = card ? Date.UTC(card.exp_year, card.exp_month) / 1000 : Infinity;
  return ends <= call.now ? expired : (played?.decline ?? null);
};
