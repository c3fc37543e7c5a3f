import type Stripe from 'stripe';

import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import { billSubscription } from './bill-subscription.ts';
import { cancelSubscription, listUnpaidInvoices } from './cancel-subscription.ts';
import { dropPendingUpdate } from './drop-pending-update.ts';
import type { BilledLine } from './invoice-object.ts';
import { voidInvoice } from './invoice-states.ts';
import { advancePhase, completeSchedule, PHASE_END_TASK } from './schedules.ts';
import { buildPeriodLine, periodFrom, withPeriod } from './subscription-object.ts';
import { findPaymentMethod } from './subscription-payment-method.ts';
import { updateSubscription, periodEndOf, scheduleDueDates } from './subscription-state.ts';

type Subscription = Objects['subscription'];

/**
 * Prepares the next period: drops an unpaid pending change, enters the next phase of a schedule and returns the
 * deferred prorations.
 */
const prepareRenewal = (call: CallContext, id: string): BilledLine[] => {
  advancePhase(call, dropPendingUpdate(call, call.repository.get('subscription', id)));
  const { pendingLines } = call.repository.get('subscription', id).hidden;
  call.repository.updateHidden('subscription', id, { pendingLines: [] });
  return pendingLines;
};

const THREE_DAYS_S = 3 * 24 * 3600;

/** Starts the next period of every item whose period is over, and bills it within the hour. */
const renew = (call: CallContext, id: string, change: Partial<Subscription> = {}): void => {
  const extraLines = prepareRenewal(call, id);
  const before = call.repository.get('subscription', id);
  const anchor = before.billing_cycle_anchor;
  const isOver = (item: Stripe.SubscriptionItem) => item.current_period_end <= call.now;
  const items = before.items.data.map((item) =>
    isOver(item) ? withPeriod(item, periodFrom(item.current_period_end, item.price, anchor)) : item,
  );
  const after = updateSubscription(call, id, { ...change, items: { ...before.items, data: items } });
  scheduleDueDates(call, after);
  const renewedItems = items.filter((_, index) => items[index] !== before.items.data[index]);
  const lines = [...extraLines, ...renewedItems.map((item) => buildPeriodLine(call, item))];
  billSubscription(call, id, { reason: 'subscription_cycle', lines, collection: 'later' });
};

const pause = (call: CallContext, id: string): void => {
  const type = 'trial_end_without_payment_method' as const;
  const status_details = {
    paused: { subscription: { type }, transitioned_at: call.now, type: 'subscription' as const },
  };
  const paused = updateSubscription(call, id, { status: 'paused', status_details });
  call.emit('customer.subscription.paused', paused);
};

const endTrial = (call: CallContext, subscription: Subscription): void => {
  const { id, trial_settings: settings } = subscription;
  const missingMethodBehavior = findPaymentMethod(call, subscription)
    ? null
    : settings?.end_behavior.missing_payment_method;
  if (missingMethodBehavior === 'pause') pause(call, id);
  else if (missingMethodBehavior === 'cancel') cancelSubscription(call, id, 'cancellation_requested');
  else renew(call, id, { status: 'active' });
};

/** Handles a due date of a subscription: cancellation, end of trial or renewal. */
const handleDueDate = (call: CallContext, id: string): void => {
  const subscription = call.repository.find('subscription', id);
  const isRunning = ['trialing', 'active', 'past_due', 'unpaid'].includes(subscription?.status ?? '');
  if (!subscription || !isRunning) return;
  const { cancel_at: cancelAt, status, trial_end: trialEnd } = subscription;
  const ends = (cancelAt !== null && cancelAt <= call.now) || completeSchedule(call, subscription);
  if (ends) cancelSubscription(call, id, 'cancellation_requested');
  else if (status === 'trialing' && trialEnd !== null) {
    if (trialEnd <= call.now) endTrial(call, subscription);
  } else if (periodEndOf(subscription) <= call.now) renew(call, id);
};

/** Ends a phase of a schedule, and with the last one the subscription, if the schedule says so. */
const handlePhaseEnd = (call: CallContext, id: string): void => {
  const schedule = call.repository.find('subscription_schedule', id);
  if (schedule?.status !== 'active' || schedule.subscription === null) return;
  const subscription = call.repository.get('subscription', schedule.subscription);
  if (completeSchedule(call, subscription)) cancelSubscription(call, subscription.id, 'cancellation_requested');
  else advancePhase(call, subscription);
};

const announceTrialEnd = (call: CallContext, id: string): void => {
  const subscription = call.repository.find('subscription', id);
  const remaining = (subscription?.trial_end ?? 0) - call.now;
  if (subscription?.status === 'trialing' && remaining > 0 && remaining <= THREE_DAYS_S)
    call.emit('customer.subscription.trial_will_end', subscription);
};

/** Expires a subscription whose first payment did not arrive within 23 hours. */
const expireIncomplete = (call: CallContext, id: string): void => {
  if (call.repository.find('subscription', id)?.status !== 'incomplete') return;
  updateSubscription(call, id, { status: 'incomplete_expired', ended_at: call.now });
  for (const invoice of listUnpaidInvoices(call, id)) if (invoice.status === 'open') voidInvoice(call, invoice.id);
};

export const subscriptionTasks = {
  'subscription.due': handleDueDate,
  'subscription.trial_will_end': announceTrialEnd,
  'subscription.incomplete': expireIncomplete,
  [PHASE_END_TASK]: handlePhaseEnd,
};
