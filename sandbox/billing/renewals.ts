import type { Call } from '../call.ts';
import type { Objects } from '../objects.ts';
import { beforeRenewal } from './before-renewal.ts';
import { bill } from './bill.ts';
import { methodFor } from './cards-of.ts';
import { voidInvoice } from './invoice-states.ts';
import { cancelNow, unsettledInvoices } from './lifecycle.ts';
import { lineFor, periodFrom } from './subscription-shape.ts';
import { changeState, periodEndOf, watch } from './subscription-state.ts';

type Subscription = Objects['subscription'];

const threeDays = 3 * 24 * 3600;

/** Starts the next period of every item whose period is over, and bills it within the hour. */
const renew = (call: Call, id: string, change: Partial<Subscription> = {}): void => {
  const extra = beforeRenewal(call, id);
  const before = call.books.get('subscription', id);
  const anchor = before.billing_cycle_anchor;
  const over = new Set<string>();
  const data = before.items.data.map((item) => {
    if (item.current_period_end > call.now) return item;
    over.add(item.id);
    const { start, end } = periodFrom(item.current_period_end, item.price, anchor);
    return { ...item, current_period_start: start, current_period_end: end };
  });
  const after = changeState(call, id, { ...change, items: { ...before.items, data } });
  watch(call, after);
  const lines = data.filter((item) => over.has(item.id)).map((item) => lineFor(call, item));
  bill(call, id, { reason: 'subscription_cycle', lines: [...extra, ...lines], collect: 'later' });
};

const pause = (call: Call, id: string): void => {
  const type = 'trial_end_without_payment_method' as const;
  const status_details = {
    paused: { subscription: { type }, transitioned_at: call.now, type: 'subscription' as const },
  };
  const paused = changeState(call, id, { status: 'paused', status_details });
  call.emit('customer.subscription.paused', paused);
};

const endTrial = (call: Call, subscription: Subscription): void => {
  const { id, trial_settings: settings } = subscription;
  const missing = methodFor(call, subscription) ? null : settings?.end_behavior.missing_payment_method;
  if (missing === 'pause') pause(call, id);
  else if (missing === 'cancel') cancelNow(call, id, 'cancellation_requested');
  else renew(call, id, { status: 'active' });
};

/** Handles a due date of a subscription: cancellation, end of trial or renewal. */
const turn = (call: Call, id: string): void => {
  const subscription = call.books.find('subscription', id);
  const lives = ['trialing', 'active', 'past_due', 'unpaid'].includes(subscription?.status ?? '');
  if (!subscription || !lives) return;
  const { cancel_at: ends, status, trial_end: trialEnds } = subscription;
  if (ends !== null && ends <= call.now) cancelNow(call, id, 'cancellation_requested');
  else if (status === 'trialing' && trialEnds !== null) {
    if (trialEnds <= call.now) endTrial(call, subscription);
  } else if (periodEndOf(subscription) <= call.now) renew(call, id);
};

const announceEndOfTrial = (call: Call, id: string): void => {
  const subscription = call.books.find('subscription', id);
  const left = (subscription?.trial_end ?? 0) - call.now;
  if (subscription?.status === 'trialing' && left > 0 && left <= threeDays)
    call.emit('customer.subscription.trial_will_end', subscription);
};

/** Expires a subscription whose first payment did not arrive within 23 hours. */
const expire = (call: Call, id: string): void => {
  if (call.books.find('subscription', id)?.status !== 'incomplete') return;
  changeState(call, id, { status: 'incomplete_expired', ended_at: call.now });
  for (const invoice of unsettledInvoices(call, id))
    if (invoice.status === 'open') voidInvoice(call, invoice.id);
};

export const subscriptionAlarms = {
  'subscription.due': turn,
  'subscription.trial_will_end': announceEndOfTrial,
  'subscription.incomplete': expire,
};
