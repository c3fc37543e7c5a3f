import type Stripe from 'stripe';
import type { Call } from '../call.ts';
import { newId } from '../ids.ts';
import type { Objects } from '../objects.ts';
import { mergeMetadata } from '../params.ts';
import { refusal } from '../problem.ts';
import {
  itemsIn,
  nextPhase,
  phasesFrom,
  presentPhase,
  type GivenPhase,
  type Phase,
} from './schedule-phases.ts';
import { periodFrom } from './subscription-shape.ts';
import { changeState } from './subscription-state.ts';

type Schedule = Objects['subscription_schedule'];
type Subscription = Objects['subscription'];

const defaultSettings: Stripe.SubscriptionSchedule.DefaultSettings = {
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

const freshSchedule = (call: Call, subscription: Subscription, phase: Phase): Schedule => ({
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
    ...defaultSettings,
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
export const scheduleFrom = (call: Call, subscriptionId: string): Schedule => {
  const subscription = call.books.get('subscription', subscriptionId, 'from_subscription');
  const param = 'from_subscription';
  if (subscription.schedule !== null)
    throw refusal(
      `You cannot migrate a subscription that is already attached to a schedule: \`${subscription.schedule}\`.`,
      { param },
    );
  if (!['active', 'trialing', 'past_due'].includes(subscription.status))
    throw refusal(`You cannot create a schedule from a subscription that is ${subscription.status}.`, {
      param,
    });
  const phase = presentPhase(subscription);
  const schedule = call.books.insert('subscription_schedule', freshSchedule(call, subscription, phase));
  call.alarm(phase.end_date, 'subscription_schedule.phase', schedule.id);
  call.emit('subscription_schedule.created', schedule);
  changeState(call, subscription.id, { schedule: schedule.id });
  return schedule;
};

/** Returns the subscription of an active schedule. */
const driven = (call: Call, schedule: Schedule): Subscription => {
  if (schedule.status !== 'active' || schedule.subscription === null)
    throw refusal(
      `You cannot change a subscription schedule that is currently in the \`${schedule.status}\` status.`,
    );
  return call.books.get('subscription', schedule.subscription);
};

export type ScheduleChange = {
  phases?: GivenPhase[] | undefined;
  metadata?: Record<string, string> | undefined;
};

export const updateSchedule = (call: Call, id: string, change: ScheduleChange): Schedule => {
  const before = call.books.get('subscription_schedule', id, 'schedule');
  const subscription = driven(call, before);
  const after = call.books.update('subscription_schedule', id, {
    phases: change.phases ? phasesFrom(call, before, subscription, change.phases) : before.phases,
    metadata: mergeMetadata(before.metadata, change.metadata),
  });
  call.emit('subscription_schedule.updated', after, before);
  return after;
};

type Ending = 'released' | 'completed' | 'canceled';

/** Ends a schedule without changing its subscription. */
const end = (call: Call, before: Schedule, status: Ending): Schedule => {
  const after = call.books.update('subscription_schedule', before.id, {
    current_phase: null,
    status,
    ...(status !== 'canceled' && {
      released_at: status === 'released' ? call.now : null,
      released_subscription: before.subscription as string,
      subscription: null,
    }),
    ...(status === 'completed' && { completed_at: call.now }),
    ...(status === 'canceled' && { canceled_at: call.now }),
  });
  call.emit(`subscription_schedule.${status}`, after);
  return after;
};

export const releaseSchedule = (call: Call, id: string): Schedule => {
  const schedule = call.books.get('subscription_schedule', id, 'schedule');
  const subscription = driven(call, schedule);
  const released = end(call, schedule, 'released');
  changeState(call, subscription.id, { schedule: null });
  return released;
};

/** Cancels the schedule of a subscription that ends. */
export const cancelScheduleOf = (call: Call, subscription: Subscription): void => {
  const schedule = subscription.schedule && call.books.find('subscription_schedule', subscription.schedule);
  if (schedule && schedule.status === 'active') end(call, schedule, 'canceled');
};

const enter = (call: Call, schedule: Schedule, subscription: Subscription, phase: Phase): Subscription => {
  const entered = call.books.update('subscription_schedule', schedule.id, {
    current_phase: { start_date: phase.start_date, end_date: phase.end_date },
  });
  call.alarm(phase.end_date, 'subscription_schedule.phase', schedule.id);
  call.emit('subscription_schedule.updated', entered, schedule);
  const items = { ...subscription.items, data: itemsIn(call, subscription, phase) };
  return changeState(call, subscription.id, { items });
};

/**
 * Enters the next phase at the end of the current one, or completes the schedule when there is none. Does nothing
 * before that time, so that a renewal in the same second can call it first.
 */
export const turnPhase = (call: Call, subscription: Subscription): void => {
  const schedule =
    subscription.schedule === null ? null : call.books.get('subscription_schedule', subscription.schedule);
  if (!schedule?.current_phase || schedule.current_phase.end_date > call.now) return;
  const phase = nextPhase(schedule);
  if (phase) {
    turnPhase(call, enter(call, schedule, subscription, phase));
    return;
  }
  end(call, schedule, 'completed');
  changeState(call, subscription.id, { schedule: null });
};

/** Handles the scheduled end of a phase. */
export const phaseEnds = (call: Call, id: string): void => {
  const schedule = call.books.find('subscription_schedule', id);
  if (schedule?.status !== 'active' || schedule.subscription === null) return;
  turnPhase(call, call.books.get('subscription', schedule.subscription));
};

/** Schedules `price` from the next billing period on; replaces an earlier schedule. */
export const scheduleDowngrade = (call: Call, subscriptionId: string, price: string): Schedule => {
  const { schedule } = call.books.get('subscription', subscriptionId);
  if (schedule !== null) releaseSchedule(call, schedule);
  const { id, phases } = scheduleFrom(call, subscriptionId);
  const [present] = phases;
  if (!present) throw refusal('The schedule has no current phase.');
  const items = present.items.map((item) => ({ price: item.price as string, quantity: item.quantity }));
  const { end } = periodFrom(present.end_date, call.books.get('price', price, 'price'), present.end_date);
  return updateSchedule(call, id, {
    phases: [
      { items, start_date: present.start_date, end_date: present.end_date },
      { items: [{ price, quantity: items[0]?.quantity }], end_date: end, proration_behavior: 'none' },
    ],
  });
};
