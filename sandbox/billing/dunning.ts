import type { Call } from '../call.ts';
import type { Objects } from '../objects.ts';
import { cancelNow } from './lifecycle.ts';
import { changeState, subscriptionOf } from './subscription-state.ts';

type Invoice = Objects['invoice'];

const day = 24 * 3600;
/** Delays of the retries, counted from the first failure. */
const retries = [3 * day, 5 * day, 7 * day, 9 * day];

const giveUp = (call: Call, invoice: Invoice): void => {
  const given = call.books.update('invoice', invoice.id, {
    status: 'uncollectible',
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: call.now },
  });
  call.emit('invoice.marked_uncollectible', given);
  const subscription = subscriptionOf(call, invoice);
  if (subscription && subscription.status !== 'canceled') cancelNow(call, subscription.id, 'payment_failed');
};

/**
 * Handles a failed payment of a running period: marks the subscription past_due, schedules a retry, and cancels the
 * subscription after the last one. At Stripe an account setting chooses between canceled, past_due and unpaid.
 */
export const fallBehind = (call: Call, invoiceId: string): Invoice => {
  const before = call.books.get('invoice', invoiceId);
  const failedAt = before.hidden?.failedAt ?? call.now;
  const next = retries.map((delay) => failedAt + delay).find((due) => due > call.now);
  const after = call.books.update('invoice', invoiceId, {
    next_payment_attempt: next ?? null,
    hidden: { intent: null, payment: null, refused: null, ...before.hidden, failedAt },
  });
  const subscription = subscriptionOf(call, after);
  if (subscription?.status === 'active' || subscription?.status === 'trialing')
    changeState(call, subscription.id, { status: 'past_due' });
  if (next === undefined) giveUp(call, after);
  else call.alarm(next, 'invoice.retry', invoiceId);
  return after;
};
