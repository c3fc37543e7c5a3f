import { attachCard, methodFor } from '../billing/cards-of.ts';
import { cancelNow, isOver, setCancelAtPeriodEnd } from '../billing/lifecycle.ts';
import { changeState } from '../billing/subscription-state.ts';
import type { Call } from '../call.ts';
import type { Objects } from '../objects.ts';
import { refusal } from '../problem.ts';
import type { Acts } from './act-keys.ts';

type Subscription = Objects['subscription'];

const failing = { brand: 'visa', last4: '0341', tag: 'declines_when_charged' };
const good = { brand: 'visa', last4: '4242', tag: 'success' };

const fails = (call: Call, subscription: Subscription): boolean =>
  methodFor(call, subscription)?.hidden?.behaviour === failing.tag;

/** Changes the subscription's default card, as its buyer could. */
const swapCard = (call: Call, id: string, card: typeof good): void => {
  const { customer: customerId } = call.books.get('subscription', id, 'subscription');
  const customer = call.books.get('customer', customerId);
  const buyer = { email: customer.email ?? '', name: customer.name ?? '', country: null, postcode: null };
  const expYear = new Date(call.now * 1000).getUTCFullYear() + 5;
  const kept = { ...card, expMonth: 12, expYear };
  const method = attachCard(call, customerId, kept, buyer, { makeDefault: false });
  changeState(call, id, { default_payment_method: method.id });
};

const carriedOut: Record<string, (call: Call, id: string) => unknown> = {
  cancel: (call, id) => cancelNow(call, id, 'cancellation_requested'),
  cancel_at_end: (call, id) => setCancelAtPeriodEnd(call, id, true),
  go_on: (call, id) => setCancelAtPeriodEnd(call, id, false),
  fail: (call, id) => swapCard(call, id, failing),
  succeed: (call, id) => swapCard(call, id, good),
};

/** Returns the actions that the subscription allows now. */
export const subscriptionActs = (call: Call, subscription: Subscription): Acts => {
  if (isOver(subscription)) return {};
  return {
    ...(subscription.cancel_at === null ? { cancel_at_end: 'End with period' } : { go_on: 'Let it go on' }),
    cancel: 'Cancel now',
    ...(fails(call, subscription) ? { succeed: 'Give it a good card' } : { fail: 'Let its card fail' }),
  };
};

export const actOnSubscription = (call: Call, id: string, { act = '' }: Record<string, string>): void => {
  const work = carriedOut[act];
  if (!work) throw refusal(`Nothing is called “${act}” here.`);
  if (isOver(call.books.get('subscription', id, 'subscription')))
    throw refusal('This subscription has ended already.');
  work(call, id);
};
