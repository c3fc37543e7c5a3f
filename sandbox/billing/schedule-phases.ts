import type Stripe from 'stripe';
import type { Call } from '../call.ts';
import type { Objects } from '../objects.ts';
import {
  asGiven,
  flag,
  integer,
  list,
  metadata,
  oneOf,
  required,
  shape,
  text,
  type Read,
} from '../params.ts';
import { badParam, refusal } from '../problem.ts';
import { changeKeys } from './change-params.ts';
import { itemAt, planPrice } from './item-changes.ts';
import { periodEnd } from './period.ts';

type Schedule = Objects['subscription_schedule'];
type Subscription = Objects['subscription'];
export type Phase = Stripe.SubscriptionSchedule.Phase;

const phaseKeys = {
  items: required(
    list(required(shape({ price: required(text()), quantity: integer(1), metadata: asGiven })), 20),
  ),
  start_date: integer(),
  end_date: integer(),
  duration: shape({
    interval: required(oneOf('day', 'week', 'month', 'year')),
    interval_count: integer(1),
  }),
  proration_behavior: changeKeys.proration_behavior,
  billing_cycle_anchor: oneOf('automatic'),
  collection_method: oneOf('charge_automatically'),
  currency: text(3),
  default_payment_method: text(),
  description: text(500),
  metadata,
  trial: flag,
  trial_end: integer(),
};
export const phaseRule = required(shape(phaseKeys));
type Settings = Omit<Read<typeof phaseKeys>, 'items'>;
export type GivenPhase = Partial<Settings> & {
  items: { price: string; quantity?: number | undefined }[];
};

const itemOf = (price: string, quantity: number): Phase['items'][number] => ({
  billing_thresholds: null,
  discounts: [],
  metadata: {},
  plan: price,
  price,
  quantity,
  tax_rates: [],
});

type Bounds = { start: number; end: number; trialEnd: number | null };

const phaseOf = (subscription: Subscription, { start, end, trialEnd }: Bounds, given: GivenPhase): Phase => ({
  add_invoice_items: [],
  application_fee_percent: null,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  currency: subscription.currency,
  default_payment_method: given.default_payment_method ?? null,
  default_tax_rates: [],
  description: given.description ?? null,
  discounts: [],
  end_date: end,
  invoice_settings: null,
  items: given.items.map(({ price, quantity }) => itemOf(price, quantity ?? 1)),
  metadata: given.metadata ?? {},
  on_behalf_of: null,
  proration_behavior: given.proration_behavior ?? 'create_prorations',
  start_date: start,
  transfer_data: null,
  trial_end: trialEnd,
});

/** Returns the first phase of a new schedule: the subscription's current period. */
export const presentPhase = (subscription: Subscription): Phase => {
  const items = subscription.items.data;
  const start = Math.min(...items.map((item) => item.current_period_start));
  const end = Math.min(...items.map((item) => item.current_period_end));
  const trialEnd = subscription.status === 'trialing' ? (subscription.trial_end ?? null) : null;
  return phaseOf(
    subscription,
    { start, end, trialEnd },
    { items: items.map(({ price, quantity }) => ({ price: price.id, quantity })) },
  );
};

const endOf = (given: GivenPhase, start: number, param: string): number => {
  if (given.end_date !== undefined && given.duration)
    throw badParam('You may only specify one of these parameters: end_date, duration.', `${param}[end_date]`);
  const { duration } = given;
  if (duration) return periodEnd(start, { ...duration, interval_count: duration.interval_count ?? 1 });
  if (given.end_date === undefined)
    throw badParam(
      `Missing required param: ${param}[end_date]. Give each phase an end_date or a duration.`,
      `${param}[end_date]`,
      'parameter_missing',
    );
  if (given.end_date <= start)
    throw refusal('The end date of a phase has to be after its start date.', { param: `${param}[end_date]` });
  return given.end_date;
};

/** The current phase of an update must equal the stored one; its items are changed on the subscription. */
const checkPresent = (present: Phase, first: Phase, given: GivenPhase): void => {
  const wares = (phase: Phase): string =>
    JSON.stringify(phase.items.map(({ price, quantity }) => [price, quantity]));
  if (given.start_date !== undefined && given.start_date !== present.start_date)
    throw refusal('You can not modify the start date of the current phase.', {
      param: 'phases[0][start_date]',
    });
  if (wares(first) !== wares(present))
    throw refusal(
      'The sandbox changes phases to come, not the current one: release the schedule and update the subscription.',
      { param: 'phases[0][items]' },
    );
  if (first.end_date !== present.end_date)
    throw refusal('The sandbox changes phases only where a billing period ends.', {
      param: 'phases[0][end_date]',
    });
};

/** Returns the phases of an update: the current one, then the next ones, each starting where the previous one ends. */
export const phasesFrom = (
  call: Call,
  schedule: Schedule,
  subscription: Subscription,
  given: GivenPhase[],
): Phase[] => {
  const present = schedule.phases.find((phase) => phase.start_date === schedule.current_phase?.start_date);
  if (!present) throw refusal('The schedule has no current phase.');
  if (given.length > 2)
    throw refusal('The sandbox plays the current phase of a schedule and one to come.', { param: 'phases' });
  let start = present.start_date;
  const phases = given.map((one, index) => {
    const param = `phases[${index}]`;
    if (index > 0 && one.start_date !== undefined && one.start_date !== start)
      throw refusal('A phase has to start where the phase before it ends.', {
        param: `${param}[start_date]`,
      });
    one.items.forEach((item, at) =>
      planPrice(call, subscription, item.price, `${param}[items][${at}][price]`),
    );
    if (one.items.length !== subscription.items.data.length)
      throw refusal('The sandbox schedules as many items as the subscription has.', {
        param: `${param}[items]`,
      });
    const end = endOf(one, start, param);
    const phase = phaseOf(
      subscription,
      { start, end, trialEnd: one.trial_end ?? (one.trial ? end : null) },
      one,
    );
    start = end;
    return phase;
  });
  const [first] = phases;
  if (!first || !given[0]) throw refusal('A schedule needs at least its current phase.', { param: 'phases' });
  checkPresent(present, first, given[0]);
  return phases;
};

/** Returns the phase that begins where the current one ends. */
export const nextPhase = (schedule: Schedule): Phase | undefined =>
  schedule.phases.find((phase) => phase.start_date === schedule.current_phase?.end_date);

/** Returns the subscription's items with the phase's prices; their billing period stays. */
export const itemsIn = (call: Call, subscription: Subscription, phase: Phase): Stripe.SubscriptionItem[] => {
  return subscription.items.data.flatMap((item, index) => {
    const next = phase.items[index];
    return next ? [itemAt(item, call.books.get('price', next.price as string), next.quantity ?? 1)] : [];
  });
};
