import type { CallContext } from '../call.ts';
import type { Objects, SubscriptionHidden } from '../objects.ts';

type StoredSubscription = Objects['subscription'];

const PAYMENT_WINDOW_S = 23 * 3600;
export const PENDING_EXPIRY_TASK = 'subscription.lapse';

/** Makes the subscription wait for an open invoice: for 23 hours, and at most until `latest`. */
export const waitForPayment = (
  call: CallContext,
  subscription: StoredSubscription,
  invoice: string,
  latest = Infinity,
): { expires: number; hidden: SubscriptionHidden } => {
  const expires = Math.min(call.now + PAYMENT_WINDOW_S, latest);
  call.schedule(expires, PENDING_EXPIRY_TASK, invoice);
  return { expires, hidden: { pendingLines: [], ...subscription.hidden, pendingInvoice: invoice } };
};
