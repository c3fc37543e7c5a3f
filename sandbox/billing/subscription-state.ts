import type { Call } from '../call.ts';
import type { Objects } from '../objects.ts';

type Subscription = Objects['subscription'];

/** Changes a subscription and tells of it with what was before. */
export const changeState = (call: Call, id: string, change: Partial<Subscription>): Subscription => {
  const before = call.books.get('subscription', id);
  const after = call.books.update('subscription', id, change);
  call.emit('customer.subscription.updated', after, before);
  return after;
};

/** The subscription that an invoice is for; undefined where it is for none. */
export const subscriptionOf = (call: Call, invoice: Objects['invoice']): Subscription | undefined => {
  const id = invoice.parent?.subscription_details?.subscription;
  return id === undefined ? undefined : call.books.find('subscription', id as string);
};

/** When the paid time of a subscription ends. */
export const periodEndOf = (subscription: Subscription): number =>
  Math.min(...subscription.items.data.map((item) => item.current_period_end));

const threeDays = 3 * 24 * 3600;

/** Has the clock come back to a subscription when its period or trial ends. To be called whenever these change. */
export const watch = (call: Call, subscription: Subscription): void => {
  call.alarm(periodEndOf(subscription), 'subscription.due', subscription.id);
  const { status, trial_end: ends } = subscription;
  if (status === 'trialing' && ends !== null)
    call.alarm(Math.max(ends - threeDays, call.now), 'subscription.trial_will_end', subscription.id);
};
