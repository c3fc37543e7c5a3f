import type { CallContext } from '../call.ts';
import type { Objects } from '../objects.ts';
import { cancelSubscription } from './lifecycle.ts';
import { updateSubscription, findSubscription } from './subscription-state.ts';

type StoredInvoice = Objects['invoice'];

const DAY_S = 24 * 3600;
/** Delays of the retries, counted from the first failure. */
const RETRY_DELAYS_S = [3 * DAY_S, 5 * DAY_S, 7 * DAY_S, 9 * DAY_S];

const markUncollectible = (call: CallContext, invoice: StoredInvoice): void => {
  const uncollectible = call.repository.update('invoice', invoice.id, {
    status: 'uncollectible',
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: call.now },
  });
  call.emit('invoice.marked_uncollectible', uncollectible);
  const subscription = findSubscription(call, invoice);
  if (subscription && subscription.status !== 'canceled') cancelSubscription(call, subscription.id, 'payment_failed');
};

/**
 * Handles a failed payment of a running period: marks the subscription past_due, schedules a retry, and cancels the
 * subscription after the last one. At Stripe an account setting chooses between canceled, past_due and unpaid.
 */
export const handleFailedPayment = (call: CallContext, invoiceId: string): StoredInvoice => {
  const before = call.repository.get('invoice', invoiceId);
  const failedAt = before.hidden?.failedAt ?? call.now;
  const nextRetry = RETRY_DELAYS_S.map((delay) => failedAt + delay).find((retryAt) => retryAt > call.now);
  const after = call.repository.update('invoice', invoiceId, {
    next_payment_attempt: nextRetry ?? null,
    hidden: { intent: null, payment: null, refused: null, ...before.hidden, failedAt },
  });
  const subscription = findSubscription(call, after);
  if (subscription?.status === 'active' || subscription?.status === 'trialing')
    updateSubscription(call, subscription.id, { status: 'past_due' });
  if (nextRetry === undefined) markUncollectible(call, after);
  else call.schedule(nextRetry, 'invoice.retry', invoiceId);
  return after;
};
