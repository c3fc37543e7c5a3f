import type Stripe from 'stripe';

import type { PlanId } from '#domain/plans.ts';
import type { Context } from '#server/core/context.ts';
import { callStripe } from '#server/stripe/stripe-errors.ts';
import { expandedObject, idOfReference } from '#server/stripe/stripe-values.ts';

import type { FetchedPlan } from './fetch-plan.ts';
import { getPlanCatalog } from './plan-catalog.ts';

/** Removes the schedule: while a subscription has one, Stripe rejects direct changes. */
export async function releaseSchedule(context: Context, { subscription }: FetchedPlan): Promise<void> {
  const id = idOfReference(subscription.schedule);
  if (id) await callStripe(() => context.stripe.plans.subscriptionSchedules.release(id));
}

/**
 * Schedules a downgrade for the next period. No idempotency key is needed: a subscription has at most one schedule, and
 * the schedule of an earlier attempt is reused.
 */
export async function scheduleDowngrade(context: Context, { subscription }: FetchedPlan, to: PlanId): Promise<void> {
  const { subscriptionSchedules } = context.stripe.plans;
  const { priceIdOf } = await getPlanCatalog(context);
  const schedule =
    expandedObject(subscription.schedule) ??
    (await callStripe(() => subscriptionSchedules.create({ from_subscription: subscription.id })));
  const phases = [currentPhase(schedule, subscription), nextPhase(priceIdOf(to))];
  await callStripe(() =>
    subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      phases,
      proration_behavior: 'none',
    }),
  );
}

type Phase = Stripe.SubscriptionScheduleUpdateParams.Phase;

function currentPhase(schedule: Stripe.SubscriptionSchedule, subscription: Stripe.Subscription): Phase {
  const [item] = subscription.items.data;
  const { start_date: start, end_date: end } = schedule.current_phase ?? {
    start_date: item?.current_period_start,
    end_date: item?.current_period_end,
  };
  return {
    items: [{ price: item?.price.id ?? '', quantity: 1 }],
    ...(start === undefined ? {} : { start_date: start }),
    ...(end === undefined ? {} : { end_date: end }),
  };
}

const nextPhase = (price: string): Phase => ({
  items: [{ price, quantity: 1 }],
  duration: { interval: 'month', interval_count: 1 },
  proration_behavior: 'none',
});
