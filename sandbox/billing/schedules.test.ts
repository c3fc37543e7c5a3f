import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import { invoicesOf, openPlanFixture, stateOf, subscribeTo, type PlanFixture } from '../testing/plan-fixture.ts';
import { getError } from '../testing/sandbox-fixture.ts';

const HOUR_S = 3600;

/** Schedules a smaller plan for the next period, with the two calls of a server. */
const scheduleDowngrade = async (
  { stripe }: PlanFixture,
  subscription: string,
  price: string,
): Promise<Stripe.SubscriptionSchedule> => {
  const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: subscription });
  const [currentPhase] = phases;
  return stripe.subscriptionSchedules.update(id, {
    end_behavior: 'release',
    phases: [
      {
        items: (currentPhase?.items ?? []).map((item) => ({
          price: item.price as string,
          quantity: item.quantity ?? 1,
        })),
        start_date: currentPhase?.start_date ?? 0,
        end_date: currentPhase?.end_date ?? 0,
      },
      {
        items: [{ price, quantity: 1 }],
        duration: { interval: 'month', interval_count: 1 },
        proration_behavior: 'none',
      },
    ],
  });
};

test('creates a schedule from a subscription with its current period and links both', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.large);
  await fixture.drainEventTypes();
  const schedule = await fixture.stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  expect(schedule).toMatchObject({
    status: 'active',
    end_behavior: 'release',
    subscription: subscription.id,
    customer: fixture.customer,
    current_phase: { start_date: subscription.start, end_date: subscription.end },
  });
  expect(schedule.phases[0]?.items).toMatchObject([{ price: fixture.prices.large, quantity: 1 }]);
  expect((await stateOf(fixture, subscription.id)).schedule).toBe(schedule.id);
  expect(await fixture.drainEventTypes()).toEqual(['subscription_schedule.created', 'customer.subscription.updated']);
  const secondSchedule = fixture.stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  expect((await getError(secondSchedule)).message).toContain(schedule.id);
  const expanded = await fixture.stripe.subscriptions.retrieve(subscription.id, { expand: ['schedule'] });
  expect(expanded.schedule).toMatchObject({ object: 'subscription_schedule' });
  const { data } = await fixture.stripe.subscriptionSchedules.list({ customer: fixture.customer });
  expect(data.map(({ id }) => id)).toEqual([schedule.id]);
  await fixture.sandbox.close();
});

test('starts the smaller plan with the renewal and releases the schedule afterwards', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.large);
  const { id } = await scheduleDowngrade(fixture, subscription.id, fixture.prices.small);
  await fixture.moveClockTo(subscription.end - 60);
  expect(await stateOf(fixture, subscription.id)).toMatchObject({
    price: fixture.prices.large,
    schedule: id,
  });
  await fixture.drainEventTypes();
  await fixture.moveClockTo(subscription.end);
  expect(await stateOf(fixture, subscription.id)).toMatchObject({
    price: fixture.prices.small,
    schedule: id,
  });
  expect(await fixture.drainEventTypes()).toEqual(
    expect.arrayContaining(['subscription_schedule.updated', 'customer.subscription.updated', 'invoice.created']),
  );
  await fixture.moveClockTo(subscription.end + 2 * HOUR_S);
  expect(await invoicesOf(fixture, subscription.id)).toEqual(['paid 9900', 'paid 900']);
  const { items } = await fixture.stripe.subscriptions.retrieve(subscription.id);
  const second = items.data[0]?.current_period_end ?? 0;
  await fixture.moveClockTo(second + 2 * HOUR_S);
  expect(await stateOf(fixture, subscription.id)).toMatchObject({
    price: fixture.prices.small,
    schedule: null,
  });
  expect(await invoicesOf(fixture, subscription.id)).toEqual(['paid 9900', 'paid 900', 'paid 900']);
  expect(await fixture.stripe.subscriptionSchedules.retrieve(id)).toMatchObject({
    status: 'completed',
    completed_at: second,
    released_subscription: subscription.id,
    subscription: null,
  });
  await fixture.sandbox.close();
});

test('creates the same invoices for one long move of the clock as for many short ones', async () => {
  const [singleMoveFixture, manyMovesFixture] = [await openPlanFixture(), await openPlanFixture()];
  const totals = await Promise.all(
    [singleMoveFixture, manyMovesFixture].map(async (fixture) => {
      const subscription = await subscribeTo(fixture, fixture.prices.large);
      await scheduleDowngrade(fixture, subscription.id, fixture.prices.middle);
      const end = subscription.end + 70 * 24 * HOUR_S;
      if (fixture === manyMovesFixture)
        for (let time = subscription.start + HOUR_S; time < end; time += 5 * 24 * HOUR_S)
          await fixture.moveClockTo(time);
      await fixture.moveClockTo(end);
      const all = await invoicesOf(fixture, subscription.id);
      await fixture.sandbox.close();
      return all;
    }),
  );
  expect(totals[0]).toEqual(['paid 9900', 'paid 2900', 'paid 2900', 'paid 2900']);
  expect(totals[1]).toEqual(totals[0]);
});

test('changes nothing after a schedule is released', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.large);
  const { id } = await scheduleDowngrade(fixture, subscription.id, fixture.prices.small);
  await fixture.drainEventTypes();
  const released = await fixture.stripe.subscriptionSchedules.release(id);
  expect(released).toMatchObject({
    status: 'released',
    released_subscription: subscription.id,
    subscription: null,
  });
  expect(released.released_at).toBeGreaterThanOrEqual(subscription.start);
  expect(await fixture.drainEventTypes()).toEqual(['subscription_schedule.released', 'customer.subscription.updated']);
  await fixture.moveClockTo(subscription.end + 2 * HOUR_S);
  expect(await invoicesOf(fixture, subscription.id)).toEqual(['paid 9900', 'paid 9900']);
  expect(await stateOf(fixture, subscription.id)).toMatchObject({
    price: fixture.prices.large,
    schedule: null,
  });
  const forbiddenCalls = [
    fixture.stripe.subscriptionSchedules.release(id),
    fixture.stripe.subscriptionSchedules.cancel(id),
  ];
  for (const forbiddenCall of forbiddenCalls) expect((await getError(forbiddenCall)).message).toMatch(/released/);
  await fixture.sandbox.close();
});

test('refuses direct changes of a subscription managed by a schedule', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.middle);
  const { id } = await scheduleDowngrade(fixture, subscription.id, fixture.prices.small);
  const items = [{ id: subscription.item, price: fixture.prices.large }];
  for (const params of [{ items }, { cancel_at_period_end: true }]) {
    const error = await getError(fixture.stripe.subscriptions.update(subscription.id, params));
    expect(error.statusCode).toBe(400);
    expect(error.message).toContain(id);
  }
  await fixture.stripe.subscriptions.update(subscription.id, { metadata: { note: 'allowed' } });
  await fixture.stripe.subscriptionSchedules.release(id);
  await fixture.stripe.subscriptions.update(subscription.id, { items, proration_behavior: 'always_invoice' });
  expect(await stateOf(fixture, subscription.id)).toMatchObject({ price: fixture.prices.large });
  await fixture.sandbox.close();
});

test('ends the schedule with the subscription and the subscription with the schedule', async () => {
  const fixture = await openPlanFixture();
  const [firstSubscription, secondSubscription] = [
    await subscribeTo(fixture, fixture.prices.large),
    await subscribeTo(fixture, fixture.prices.large),
  ];
  const first = await scheduleDowngrade(fixture, firstSubscription.id, fixture.prices.small);
  const second = await scheduleDowngrade(fixture, secondSubscription.id, fixture.prices.small);
  await fixture.stripe.subscriptions.cancel(firstSubscription.id);
  await fixture.stripe.subscriptionSchedules.cancel(second.id);
  for (const { id } of [first, second])
    expect(await fixture.stripe.subscriptionSchedules.retrieve(id)).toMatchObject({ status: 'canceled' });
  for (const { id } of [firstSubscription, secondSubscription])
    expect(await stateOf(fixture, id)).toMatchObject({ status: 'canceled' });
  await fixture.moveClockTo(firstSubscription.end + 2 * HOUR_S);
  expect(await invoicesOf(fixture, firstSubscription.id)).toEqual(['paid 9900']);
  await fixture.sandbox.close();
});

test('starts the next plan at the end of a trial', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.middle, { trial_period_days: 7 });
  await scheduleDowngrade(fixture, subscription.id, fixture.prices.small);
  await fixture.moveClockTo(subscription.end + 2 * HOUR_S);
  expect(await stateOf(fixture, subscription.id)).toMatchObject({
    price: fixture.prices.small,
    status: 'active',
  });
  expect(await invoicesOf(fixture, subscription.id)).toEqual(['paid 0', 'paid 900']);
  await fixture.sandbox.close();
});

test('refuses phases that cannot follow each other and names the parameter', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.large);
  const { id } = await fixture.stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  const currentPhase = {
    items: [{ price: fixture.prices.large }],
    start_date: subscription.start,
    end_date: subscription.end,
  };
  const getRefusal = async (phases: Stripe.SubscriptionScheduleUpdateParams.Phase[]): Promise<unknown> =>
    (await getError(fixture.stripe.subscriptionSchedules.update(id, { phases }))).param;
  const nextPhase = { items: [{ price: fixture.prices.small }] };
  expect(await getRefusal([{ ...currentPhase, start_date: subscription.start + 1 }])).toBe('phases[0][start_date]');
  expect(await getRefusal([{ ...currentPhase, end_date: subscription.end - 1 }])).toBe('phases[0][end_date]');
  expect(await getRefusal([{ ...currentPhase, ...nextPhase }])).toBe('phases[0][items]');
  expect(await getRefusal([currentPhase, nextPhase])).toBe('phases[1][end_date]');
  expect(await getRefusal([currentPhase, { ...nextPhase, end_date: subscription.end }])).toBe('phases[1][end_date]');
  expect(await getRefusal([currentPhase, { items: [{ price: 'price_none' }], end_date: subscription.end + 1 }])).toBe(
    'phases[1][items][0][price]',
  );
  await fixture.sandbox.close();
});
