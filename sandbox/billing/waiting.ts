import type { Call } from '../call.ts';
import type { Objects, SubscriptionHidden } from '../objects.ts';

type Subscription = Objects['subscription'];

const longest = 23 * 3600;
export const lapseAlarm = 'subscription.lapse';

/** Makes the subscription wait for an open invoice: for 23 hours, and at most until `latest`. */
export const waitForPayment = (
  call: Call,
  subscription: Subscription,
  invoice: string,
  latest = Infinity,
): { expires: number; hidden: SubscriptionHidden } => {
  const expires = Math.min(call.now + longest, latest);
  call.alarm(expires, lapseAlarm, invoice);
  return { expires, hidden: { pendingLines: [], ...subscription.hidden, pendingInvoice: invoice } };
};
