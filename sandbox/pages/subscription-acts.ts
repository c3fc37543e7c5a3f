import { attachCard, findPaymentMethod } from '../billing/cards-of.ts';
import { cancelSubscription, hasEnded, setCancelAtPeriodEnd } from '../billing/lifecycle.ts';
import { updateSubscription } from '../billing/subscription-state.ts';
import type { CallContext } from '../call.ts';
import type { Objects } from '../objects.ts';
import { invalidRequest } from '../problem.ts';
import type { ActionLabels } from './act-keys.ts';

type StoredSubscription = Objects['subscription'];

const FAILING_CARD = { brand: 'visa', last4: '0341', tag: 'declines_when_charged' };
const GOOD_CARD = { brand: 'visa', last4: '4242', tag: 'success' };

const hasFailingCard = (call: CallContext, subscription: StoredSubscription): boolean =>
  findPaymentMethod(call, subscription)?.hidden?.behaviour === FAILING_CARD.tag;

/** Changes the subscription's default card, as its buyer could. */
const replaceCard = (call: CallContext, id: string, card: typeof GOOD_CARD): void => {
  const { customer: customerId } = call.repository.get('subscription', id, 'subscription');
  const customer = call.repository.get('customer', customerId);
  const buyer = { email: customer.email ?? '', name: customer.name ?? '', country: null, postcode: null };
  const expYear = new Date(call.now * 1000).getUTCFullYear() + 5;
  const newCard = { ...card, expMonth: 12, expYear };
  const method = attachCard(call, customerId, newCard, buyer, { makeDefault: false });
  updateSubscription(call, id, { default_payment_method: method.id });
};

const ACTIONS: Record<string, (call: CallContext, id: string) => unknown> = {
  cancel: (call, id) => cancelSubscription(call, id, 'cancellation_requested'),
  cancel_at_end: (call, id) => setCancelAtPeriodEnd(call, id, true),
  go_on: (call, id) => setCancelAtPeriodEnd(call, id, false),
  fail: (call, id) => replaceCard(call, id, FAILING_CARD),
  succeed: (call, id) => replaceCard(call, id, GOOD_CARD),
};

/** Returns the actions that the subscription allows now. */
export const subscriptionActions = (call: CallContext, subscription: StoredSubscription): ActionLabels => {
  if (hasEnded(subscription)) return {};
  return {
    ...(subscription.cancel_at === null ? { cancel_at_end: 'End with period' } : { go_on: 'Let it go on' }),
    cancel: 'Cancel now',
    ...(hasFailingCard(call, subscription) ? { succeed: 'Give it a good card' } : { fail: 'Let its card fail' }),
  };
};

export const runSubscriptionAction = (
  call: CallContext,
  id: string,
  { act: action = '' }: Record<string, string>,
): void => {
  const run = ACTIONS[action];
  if (!run) throw invalidRequest(`Nothing is called “${action}” here.`);
  if (hasEnded(call.repository.get('subscription', id, 'subscription')))
    throw invalidRequest('This subscription has ended already.');
  run(call, id);
};
