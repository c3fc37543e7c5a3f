import type Stripe from 'stripe';

import { invalidRequest, missingParam, exclusiveParams } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import {
  anyValue,
  flag,
  integer,
  list,
  metadata,
  oneOf,
  required,
  shape,
  text,
  type ParamValues,
} from '../core/params.ts';
import { periodEnd } from './billing-period.ts';
import { withPrice, getPlanPrice } from './plan-change.ts';
import { periodFrom } from './subscription-object.ts';
import { subscriptionUpdateRules } from './subscription-update-params.ts';

type Schedule = Objects['subscription_schedule'];
type Subscription = Objects['subscription'];
export type Phase = Stripe.SubscriptionSchedule.Phase;

const phaseFieldRules = {
  items: required(list(required(shape({ price: required(text()), quantity: integer(1), metadata: anyValue })), 20)),
  start_date: integer(),
  end_date: integer(),
  duration: shape({
    interval: required(oneOf('day', 'week', 'month', 'year')),
    interval_count: integer(1),
  }),
  proration_behavior: subscriptionUpdateRules.proration_behavior,
  billing_cycle_anchor: oneOf('automatic'),
  collection_method: oneOf('charge_automatically'),
  currency: text(3),
  default_payment_method: text(),
  description: text(500),
  discounts: list(required(shape({ discount: required(text()) })), 20),
  metadata,
  trial: flag,
  trial_end: integer(),
};
export const phaseRule = required(shape(phaseFieldRules));
type Settings = Omit<ParamValues<typeof phaseFieldRules>, 'items'>;
export type PhaseInput = Partial<Settings> & {
  items: { price: string; quantity?: number }[];
};

const buildPhaseItem = (price: string, quantity: number): Phase['items'][number] => ({
  billing_thresholds: null,
  discounts: [],
  metadata: {},
  plan: price,
  price,
  quantity,
  tax_rates: [],
});

type PhaseBounds = { start: number; end: number; trialEnd: number | null };

const buildPhase = (subscription: Subscription, { start, end, trialEnd }: PhaseBounds, input: PhaseInput): Phase => ({
  add_invoice_items: [],
  application_fee_percent: null,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  currency: subscription.currency,
  default_payment_method: input.default_payment_method ?? null,
  default_tax_rates: [],
  description: input.description ?? null,
  discounts: (input.discounts ?? []).map(({ discount }) => ({ coupon: null, discount, promotion_code: null })),
  end_date: end,
  invoice_settings: null,
  items: input.items.map(({ price, quantity }) => buildPhaseItem(price, quantity ?? 1)),
  metadata: input.metadata ?? {},
  on_behalf_of: null,
  proration_behavior: input.proration_behavior ?? 'create_prorations',
  start_date: start,
  transfer_data: null,
  trial_end: trialEnd,
});

/** Returns the first phase of a new schedule: the subscription's current period. */
export const buildCurrentPhase = (subscription: Subscription): Phase => {
  const items = subscription.items.data;
  const start = Math.min(...items.map((item) => item.current_period_start));
  const end = Math.min(...items.map((item) => item.current_period_end));
  const trialEnd = subscription.status === 'trialing' ? (subscription.trial_end ?? null) : null;
  return buildPhase(
    subscription,
    { start, end, trialEnd },
    {
      items: items.map(({ price, quantity }) => ({ price: price.id, quantity })),
      discounts: subscription.discounts.map((discount) => ({ discount: discount as string })),
    },
  );
};

const readPhaseEnd = (input: PhaseInput, start: number, param: string): number => {
  if (input.end_date !== undefined && input.duration)
    throw exclusiveParams('end_date', 'duration', `${param}[end_date]`);
  const { duration } = input;
  if (duration) return periodEnd(start, { ...duration, interval_count: duration.interval_count ?? 1 });
  if (input.end_date === undefined)
    throw missingParam(
      `${param}[end_date]`,
      `Missing required param: ${param}[end_date]. Give each phase an end_date or a duration.`,
    );
  if (input.end_date <= start)
    throw invalidRequest('The end date of a phase has to be after its start date.', `${param}[end_date]`);
  return input.end_date;
};

/** Returns whether a billing period of the subscription ends at this time. */
const isPeriodEnd = ({ items, billing_cycle_anchor: anchor }: Subscription, time: number): boolean => {
  const [item] = items.data;
  let end = item?.current_period_end ?? time;
  while (item && end < time) ({ end } = periodFrom(end, item.price, anchor));
  return end === time;
};

/** Stripe removes the discounts that a phase does not list. The sandbox refuses that, so that none is lost unnoticed. */
const checkDiscounts = (subscription: Subscription, input: PhaseInput, param: string): void => {
  const listed = (input.discounts ?? []).map(({ discount }) => discount);
  const current = subscription.discounts as string[];
  if (listed.toSorted().join() !== current.toSorted().join())
    throw invalidRequest(
      `The sandbox doesn’t add or remove discounts by a schedule: list all discounts of the subscription (${current.join(', ') || 'none'}).`,
      `${param}[discounts]`,
    );
};

/** The current phase of an update must equal the stored one, except that a phase without a next one may end later. */
const checkCurrentPhase = (
  subscription: Subscription,
  currentPhase: Phase,
  [first, next]: [Phase, Phase?],
  input: PhaseInput,
): void => {
  const itemsKey = (phase: Phase): string =>
    JSON.stringify(phase.items.map(({ price, quantity }) => [price, quantity]));
  if (input.start_date !== undefined && input.start_date !== currentPhase.start_date)
    throw invalidRequest('You can not modify the start date of the current phase.', 'phases[0][start_date]');
  if (itemsKey(first) !== itemsKey(currentPhase))
    throw invalidRequest(
      'The sandbox changes phases to come, not the current one: release the schedule and update the subscription.',
      'phases[0][items]',
    );
  if (next ? first.end_date !== currentPhase.end_date : !isPeriodEnd(subscription, first.end_date))
    throw invalidRequest('The sandbox changes phases only where a billing period ends.', 'phases[0][end_date]');
};

/** Returns the phases of an update: the current one, then the next ones, each starting where the previous one ends. */
export const buildPhases = (
  call: CallContext,
  schedule: Schedule,
  subscription: Subscription,
  inputs: PhaseInput[],
): Phase[] => {
  const currentPhase = schedule.phases.find((phase) => phase.start_date === schedule.current_phase?.start_date);
  if (!currentPhase) throw invalidRequest('The schedule has no current phase.');
  if (inputs.length > 2)
    throw invalidRequest('The sandbox plays the current phase of a schedule and one to come.', 'phases');
  let start = currentPhase.start_date;
  const phases = inputs.map((input, index) => {
    const param = `phases[${index}]`;
    if (index > 0 && input.start_date !== undefined && input.start_date !== start)
      throw invalidRequest('A phase has to start where the phase before it ends.', `${param}[start_date]`);
    input.items.forEach((item, itemIndex) => {
      const isCurrent = subscription.items.data.some(({ price }) => price.id === item.price);
      if (!isCurrent) getPlanPrice(call, subscription, item.price, `${param}[items][${itemIndex}][price]`);
    });
    checkDiscounts(subscription, input, param);
    if (input.items.length !== subscription.items.data.length)
      throw invalidRequest('The sandbox schedules as many items as the subscription has.', `${param}[items]`);
    const end = readPhaseEnd(input, start, param);
    const phase = buildPhase(
      subscription,
      { start, end, trialEnd: input.trial_end ?? (input.trial ? end : null) },
      input,
    );
    start = end;
    return phase;
  });
  const [first, next] = phases;
  if (!first || !inputs[0]) throw invalidRequest('A schedule needs at least its current phase.', 'phases');
  checkCurrentPhase(subscription, currentPhase, [first, next], inputs[0]);
  return phases;
};

/** Returns the phase that begins where the current one ends. */
export const findNextPhase = (schedule: Schedule): Phase | undefined =>
  schedule.phases.find((phase) => phase.start_date === schedule.current_phase?.end_date);

/** Returns the subscription's items with the phase's prices; their billing period stays. */
export const itemsOfPhase = (
  call: CallContext,
  subscription: Subscription,
  phase: Phase,
): Stripe.SubscriptionItem[] => {
  return subscription.items.data.flatMap((item, index) => {
    const phaseItem = phase.items[index];
    return phaseItem
      ? [withPrice(item, call.repository.get('price', phaseItem.price as string), phaseItem.quantity ?? 1)]
      : [];
  });
};
