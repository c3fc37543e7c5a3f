import type Stripe from 'stripe';

import { invalidRequest } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import type { Objects } from '../core/objects.ts';
import { mergeMetadata } from '../core/params.ts';
import {
  itemsOfPhase,
  findNextPhase,
  buildPhases,
  buildCurrentPhase,
  type PhaseInput,
  type Phase,
} from './schedule-phases.ts';
import { periodFrom } from './subscription-object.ts';
import { updateSubscription } from './subscription-state.ts';

type Schedule = Objects['subscription_schedule'];
type Subscription = Objects['subscription'];

const DEFAULT_SETTINGS: Stripe.SubscriptionSchedule.DefaultSettings = {
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: 'automatic',
  billing_thresholds: null,
  collection_method: 'charge_automatically',
  default_payment_method: null,
  description: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    days_until_due: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  on_behalf_of: null,
  transfer_data: null,
};

/** The scheduled task that ends a phase. */
export const PHASE_END_TASK = 'subscription_schedule.phase';

const buildSchedule = (call: CallContext, subscription: Subscription, phase: Phase): Schedule => ({
  id: newId('sub_sched_1', 23),
  object: 'subscription_schedule',
  application: null,
  billing_mode: subscription.billing_mode as Stripe.SubscriptionSchedule.BillingMode,
  canceled_at: null,
  completed_at: null,
  created: call.now,
  current_phase: { start_date: phase.start_date, end_date: phase.end_date },
  customer: subscription.customer,
  customer_account: null,
  default_settings: {
    ...DEFAULT_SETTINGS,
    default_payment_method: subscription.default_payment_method,
  },
  end_behavior: 'release',
  livemode: false,
  metadata: {},
  pause_schedules: [],
  phases: [phase],
  released_at: null,
  released_subscription: null,
  status: 'active',
  subscription: subscription.id,
  test_clock: null,
});

/** Creates a schedule whose only phase is the subscription's current billing period. */
export const createSchedule = (call: CallContext, subscriptionId: string): Schedule => {
  const subscription = call.repository.get('subscription', subscriptionId, 'from_subscription');
  const param = 'from_subscription';
  if (subscription.schedule !== null)
    throw invalidRequest(
      `You cannot migrate a subscription that is already attached to a schedule: \`${subscription.schedule}\`.`,
      param,
    );
  if (!['active', 'trialing', 'past_due'].includes(subscription.status))
    throw invalidRequest(`You cannot create a schedule from a subscription that is ${subscription.status}.`, param);
  const phase = buildCurrentPhase(subscription);
  const built = buildSchedule(call, subscription, phase);
  const schedule = call.insert('subscription_schedule', built, 'subscription_schedule.created');
  call.schedule(phase.end_date, PHASE_END_TASK, schedule.id);
  updateSubscription(call, subscription.id, { schedule: schedule.id });
  return schedule;
};

const getScheduledSubscription = (call: CallContext, schedule: Schedule): Subscription => {
  if (schedule.status !== 'active' || schedule.subscription === null)
    throw invalidRequest(
      `You cannot change a subscription schedule that is currently in the \`${schedule.status}\` status.`,
    );
  return call.repository.get('subscription', schedule.subscription);
};

type ScheduleChange = {
  phases?: PhaseInput[];
  end_behavior?: 'release' | 'cancel';
  metadata?: Record<string, string>;
};

export const updateSchedule = (call: CallContext, id: string, change: ScheduleChange): Schedule => {
  const before = call.repository.get('subscription_schedule', id, 'schedule');
  const subscription = getScheduledSubscription(call, before);
  const phases = change.phases ? buildPhases(call, before, subscription, change.phases) : before.phases;
  const metadata = mergeMetadata(before.metadata, change.metadata);
  const { start_date, end_date } = phases.find((phase) => phase.start_date === before.current_phase?.start_date) ?? {};
  const current_phase =
    start_date === undefined || end_date === undefined ? before.current_phase : { start_date, end_date };
  if (current_phase) call.schedule(current_phase.end_date, PHASE_END_TASK, id);
  const end_behavior = change.end_behavior ?? before.end_behavior;
  const patch = { phases, current_phase, end_behavior, metadata };
  return call.update('subscription_schedule', id, patch, 'subscription_schedule.updated');
};

/** `aborted`: canceled, because the subscription was canceled for failed payments. */
type EndEvent = 'released' | 'completed' | 'canceled' | 'aborted';

/** Ends a schedule without changing its subscription. */
const endSchedule = (call: CallContext, before: Schedule, event: EndEvent): Schedule => {
  const isReleased = event === 'released' || (event === 'completed' && before.end_behavior === 'release');
  const change = {
    current_phase: null,
    status: event === 'aborted' ? ('canceled' as const) : event,
    ...(isReleased && { released_subscription: before.subscription as string, subscription: null }),
    ...(event === 'released' && { released_at: call.now }),
    ...(event === 'completed' && { completed_at: call.now }),
    ...((event === 'canceled' || event === 'aborted') && { canceled_at: call.now }),
  };
  return call.update('subscription_schedule', before.id, change, `subscription_schedule.${event}`);
};

export const releaseSchedule = (call: CallContext, id: string): Schedule => {
  const schedule = call.repository.get('subscription_schedule', id, 'schedule');
  const subscription = getScheduledSubscription(call, schedule);
  const released = endSchedule(call, schedule, 'released');
  updateSubscription(call, subscription.id, { schedule: null });
  return released;
};

const findActiveSchedule = (call: CallContext, { schedule: id }: Subscription): Schedule | undefined => {
  const schedule = call.repository.find('subscription_schedule', String(id));
  return schedule?.status === 'active' ? schedule : undefined;
};

/** Cancels the schedule of a subscription that ends. */
export const cancelSchedule = (call: CallContext, subscription: Subscription, event: 'canceled' | 'aborted'): void => {
  const schedule = findActiveSchedule(call, subscription);
  if (schedule) endSchedule(call, schedule, event);
};

/** Returns when the subscription's schedule cancels it; null when it does not. */
export const findScheduledEnd = (call: CallContext, subscription: Subscription): number | null => {
  const schedule = findActiveSchedule(call, subscription);
  return schedule?.end_behavior === 'cancel' ? (schedule.phases.at(-1)?.end_date ?? null) : null;
};

/** Completes a schedule that cancels its subscription now; the caller cancels the subscription. */
export const completeSchedule = (call: CallContext, subscription: Subscription): boolean => {
  const schedule = findActiveSchedule(call, subscription);
  const end = findScheduledEnd(call, subscription);
  if (!schedule || end === null || end > call.now) return false;
  endSchedule(call, schedule, 'completed');
  return true;
};

const enterPhase = (call: CallContext, schedule: Schedule, subscription: Subscription, phase: Phase): Subscription => {
  const current_phase = { start_date: phase.start_date, end_date: phase.end_date };
  call.update('subscription_schedule', schedule.id, { current_phase }, 'subscription_schedule.updated');
  call.schedule(phase.end_date, PHASE_END_TASK, schedule.id);
  const items = { ...subscription.items, data: itemsOfPhase(call, subscription, phase) };
  return updateSubscription(call, subscription.id, { items });
};

/**
 * Enters the next phase at the end of the current one, or completes the schedule when there is none. Does nothing
 * before that time, so that a renewal in the same second can call it first.
 */
export const advancePhase = (call: CallContext, subscription: Subscription): void => {
  const schedule =
    subscription.schedule === null ? null : call.repository.get('subscription_schedule', subscription.schedule);
  if (!schedule?.current_phase || schedule.current_phase.end_date > call.now) return;
  const phase = findNextPhase(schedule);
  if (phase) {
    advancePhase(call, enterPhase(call, schedule, subscription, phase));
    return;
  }
  endSchedule(call, schedule, 'completed');
  updateSubscription(call, subscription.id, { schedule: null });
};

/** Schedules `price` from the next billing period on; replaces an earlier schedule. */
export const scheduleDowngrade = (call: CallContext, subscriptionId: string, price: string): Schedule => {
  const { schedule } = call.repository.get('subscription', subscriptionId);
  if (schedule !== null) releaseSchedule(call, schedule);
  const { id, phases } = createSchedule(call, subscriptionId);
  const [currentPhase] = phases;
  if (!currentPhase) throw invalidRequest('The schedule has no current phase.');
  const items = currentPhase.items.map((item) => ({ price: item.price as string, quantity: item.quantity }));
  const discounts = currentPhase.discounts.map(({ discount }) => ({ discount: discount as string }));
  const { end } = periodFrom(
    currentPhase.end_date,
    call.repository.get('price', price, 'price'),
    currentPhase.end_date,
  );
  return updateSchedule(call, id, {
    phases: [
      { items, discounts, start_date: currentPhase.start_date, end_date: currentPhase.end_date },
      { items: [{ price, quantity: items[0]?.quantity }], discounts, end_date: end, proration_behavior: 'none' },
    ],
  });
};
