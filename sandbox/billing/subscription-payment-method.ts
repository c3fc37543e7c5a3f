import { invalidRequest } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import type { Buyer, Objects } from '../core/objects.ts';
import { attachPaymentMethod, insertPaymentMethod } from '../payments/payment-methods.ts';
import { findCardByTag, type Card, type Decline } from '../payments/test-cards.ts';

type PaymentMethod = Objects['payment_method'];

/** Returns the payment method of a subscription: its own default, otherwise its customer's. */
export const findPaymentMethod = (call: CallContext, subscription: Objects['subscription']): PaymentMethod | null => {
  const ownId = subscription.default_payment_method as string | null;
  const customerDefaultId = call.repository.find('customer', subscription.customer)?.invoice_settings
    .default_payment_method as string | null | undefined;
  for (const id of [ownId, customerDefaultId]) {
    const method = id ? call.repository.find('payment_method', id) : undefined;
    if (method) return method;
  }
  return null;
};

const MISSING_METHOD_MESSAGE =
  'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.';

/** Refuses an immediate charge when there is no payment method. */
export const requirePaymentMethod = (call: CallContext, subscription: Objects['subscription']): void => {
  if (!findPaymentMethod(call, subscription))
    throw invalidRequest(MISSING_METHOD_MESSAGE, { code: 'resource_missing' });
};

/** Makes a method the default for the customer's subscriptions without their own method. */
export const setDefaultMethod = (call: CallContext, customerId: string, methodId: string | null): void => {
  const before = call.repository.get('customer', customerId, 'customer');
  const invoice_settings = { ...before.invoice_settings, default_payment_method: methodId };
  call.emit('customer.updated', call.repository.update('customer', customerId, { invoice_settings }), before);
};

/** Attaches a card from a hosted page, set up for later payments. */
export const attachCard = (
  call: CallContext,
  customerId: string,
  card: Card,
  buyer: Buyer,
  { makeDefault }: { makeDefault: boolean },
): PaymentMethod => {
  const inserted = insertPaymentMethod(call, card, buyer);
  call.repository.update('payment_method', inserted.id, { hidden: { behaviour: card.tag, setUp: true } });
  const method = attachPaymentMethod(call, inserted.id, customerId);
  if (makeDefault) setDefaultMethod(call, customerId, method.id);
  return method;
};

const EXPIRED_CARD: Decline = { code: 'expired_card', declineCode: null, message: 'Your card has expired.' };

/** Returns the decline or authentication that a charge of this method would meet now; null when it would succeed. */
export const findChargeRejection = (
  call: CallContext,
  method: PaymentMethod,
  authenticated: boolean,
): Decline | 'authenticate' | null => {
  const { card, hidden } = method;
  const testCard = findCardByTag(hidden?.behaviour ?? '');
  const isSetUp = testCard?.tag === 'already_set_up' || (hidden?.setUp && testCard?.tag !== 'authenticate_always');
  if (testCard?.requiresAuthentication && !isSetUp && !authenticated) return 'authenticate';
  const expiresAt = card ? Date.UTC(card.exp_year, card.exp_month) / 1000 : Infinity;
  return expiresAt <= call.now ? EXPIRED_CARD : (testCard?.decline ?? null);
};
