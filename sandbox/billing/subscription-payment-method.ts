import { invalidRequest } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import { declineWithCode, findCardByTag, type Decline } from '../payments/test-cards.ts';

type PaymentMethod = Objects['payment_method'];

/** Returns the payment method of a subscription: its own default, otherwise its customer's. */
export const findPaymentMethod = (call: CallContext, subscription: Objects['subscription']): PaymentMethod | null => {
  const customer = call.repository.find('customer', subscription.customer);
  const find = (id: unknown) => call.repository.find('payment_method', String(id));
  return find(subscription.default_payment_method) ?? find(customer?.invoice_settings.default_payment_method) ?? null;
};

const MISSING_METHOD_MESSAGE =
  'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.';

/** Refuses an immediate charge when there is no payment method. */
export const requirePaymentMethod = (call: CallContext, subscription: Objects['subscription']): void => {
  if (!findPaymentMethod(call, subscription))
    throw invalidRequest(MISSING_METHOD_MESSAGE, { code: 'resource_missing' });
};

/** Returns the decline or authentication that a charge of this method would meet now; null when it would succeed. */
export const findChargeRejection = (
  call: CallContext,
  method: PaymentMethod,
  authenticated: boolean,
): Decline | 'authenticate' | null => {
  const { card, hidden } = method;
  const testCard = findCardByTag(hidden.behaviorTag);
  const isSetUp = testCard?.tag === 'already_set_up' || (hidden.setUp && testCard?.tag !== 'authenticate_always');
  if (testCard?.requiresAuthentication && !isSetUp && !authenticated) return 'authenticate';
  const expiresAt = card ? Date.UTC(card.exp_year, card.exp_month) / 1000 : Infinity;
  return expiresAt <= call.now ? declineWithCode('expired_card') : (testCard?.decline ?? null);
};
