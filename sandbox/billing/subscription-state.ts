import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';

type Subscription = Objects['subscription'];

/** Updates a subscription and emits `customer.subscription.updated` with the previous attributes. */
export const updateSubscription = (call: CallContext, id: string, change: Partial<Subscription>): Subscription => {
  const before = call.repository.get('subscription', id);
  const after = call.repository.update('subscription', id, change);
  call.emit('customer.subscription.updated', after, before);
  return after;
};

/** Returns the subscription of an invoice, if any. */
export const findSubscription = (call: CallContext, invoice: Objects['invoice']): Subscription | undefined => {
  const id = invoice.parent?.subscription_details?.subscription;
  return id === undefined ? undefined : call.repository.find('subscription', id as string);
};

/** Returns the end of the subscription's current period. */
export const periodEndOf = (subscription: Subscription): number =>
  Math.min(...subscription.items.data.map((item) => item.current_period_end));

const THREE_DAYS_S = 3 * 24 * 3600;

/** Schedules the end of the period and of the trial. Must be called whenever these change. */
export const scheduleDueDates = (call: CallContext, subscription: Subscription): void => {
  call.schedule(periodEndOf(subscription), 'subscription.due', subscription.id);
  const { status, trial_end: trialEnd } = subscription;
  if (status === 'trialing' && trialEnd !== null)
    call.schedule(Math.max(trialEnd - THREE_DAYS_S, call.now), 'subscription.trial_will_end', subscription.id);
};
