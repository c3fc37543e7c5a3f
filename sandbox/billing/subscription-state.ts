import type { Call } from '../call.ts';
import type { Objects } from '../objects.ts';

type Subscription = Objects['subscription'];

/** Updates a subscription and emits `customer.subscription.updated` with the previous attributes. */
export const changeState = (call: Call, id: string, change: Partial<Subscription>): Subscription => {
  const before = call.books.get('subscription', id);
  const after = call.books.update('subscription', id, change);
  call.emit('customer.subscription.updated', after, before);
  return after;
};

/** Returns the subscription of an invoice, if any. */
export const subscriptionOf = (call: Call, invoice: Objects['invoice']): Subscription | undefined => {
  const id = invoice.parent?.subscription_details?.subscription;
  return id === undefined ? undefined : call.books.find('subscription', id as string);
};

/** Returns the end of the subscription's current period. */
export const periodEndOf = (subscription: Subscription): number =>
  Math.min(...subscription.items.data.map((item) => item.current_period_end));

const threeDays = 3 * 24 * 3600;

/** Schedules the end of the period and of the trial. Must be called whenever these change. */
export const watch = (call: Call, subscription: Subscription): void => {
  call.alarm(periodEndOf(subscription), 'subscription.due', subscription.id);
  const { status, trial_end: ends } = subscription;
  if (status === 'trialing' && ends !== null)
    call.alarm(Math.max(ends - threeDays, call.now), 'subscription.trial_will_end', subscription.id);
};
