import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { failure } from '../rehearsal.ts';
import { invoicesOf, openPlanRehearsal, stateOf, subscribeTo, type PlanRehearsal } from './plan-rehearsal.ts';

const hours = 3600;

/** Schedules a smaller plan for the next period, with the two calls of a server. */
const planDowngrade = async (
  { stripe }: PlanRehearsal,
  subscription: string,
  price: string,
): Promise<Stripe.SubscriptionSchedule> => {
  const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: subscription });
  const [present] = phases;
  return stripe.subscriptionSchedules.update(id, {
    end_behavior: 'release',
    phases: [
      {
        items: (present?.items ?? []).map((item) => ({
          price: item.price as string,
          quantity: item.quantity ?? 1,
        })),
        start_date: present?.start_date ?? 0,
        end_date: present?.end_date ?? 0,
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
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.large);
  await play.news();
  const schedule = await play.stripe.subscriptionSchedules.create({ from_subscription: made.id });
  expect(schedule).toMatchObject({
    status: 'active',
    end_behavior: 'release',
    subscription: made.id,
    customer: play.customer,
    current_phase: { start_date: made.start, end_date: made.end },
  });
  expect(schedule.phases[0]?.items).toMatchObject([{ price: play.prices.large, quantity: 1 }]);
  expect((await stateOf(play, made.id)).schedule).toBe(schedule.id);
  expect(await play.news()).toEqual(['subscription_schedule.created', 'customer.subscription.updated']);
  const again = play.stripe.subscriptionSchedules.create({ from_subscription: made.id });
  expect((await failure(again)).message).toContain(schedule.id);
  const expanded = await play.stripe.subscriptions.retrieve(made.id, { expand: ['schedule'] });
  expect(expanded.schedule).toMatchObject({ object: 'subscription_schedule' });
  const { data } = await play.stripe.subscriptionSchedules.list({ customer: play.customer });
  expect(data.map(({ id }) => id)).toEqual([schedule.id]);
  await play.sandbox.close();
});

test('starts the smaller plan with the renewal and releases the schedule afterwards', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.large);
  const { id } = await planDowngrade(play, made.id, play.prices.small);
  await play.moveTo(made.end - 60);
  expect(await stateOf(play, made.id)).toMatchObject({ price: play.prices.large, schedule: id });
  await play.news();
  await play.moveTo(made.end);
  expect(await stateOf(play, made.id)).toMatchObject({ price: play.prices.small, schedule: id });
  expect(await play.news()).toEqual(
    expect.arrayContaining([
      'subscription_schedule.updated',
      'customer.subscription.updated',
      'invoice.created',
    ]),
  );
  await play.moveTo(made.end + 2 * hours);
  expect(await invoicesOf(play, made.id)).toEqual(['paid 9900', 'paid 900']);
  const { items } = await play.stripe.subscriptions.retrieve(made.id);
  const second = items.data[0]?.current_period_end ?? 0;
  await play.moveTo(second + 2 * hours);
  expect(await stateOf(play, made.id)).toMatchObject({ price: play.prices.small, schedule: null });
  expect(await invoicesOf(play, made.id)).toEqual(['paid 9900', 'paid 900', 'paid 900']);
  expect(await play.stripe.subscriptionSchedules.retrieve(id)).toMatchObject({
    status: 'completed',
    completed_at: second,
    released_subscription: made.id,
    subscription: null,
  });
  await play.sandbox.close();
});

test('creates the same invoices for one long move of the clock as for many short ones', async () => {
  const [long, short] = [await openPlanRehearsal(), await openPlanRehearsal()];
  const totals = await Promise.all(
    [long, short].map(async (play) => {
      const made = await subscribeTo(play, play.prices.large);
      await planDowngrade(play, made.id, play.prices.middle);
      const end = made.end + 70 * 24 * hours;
      if (play === short)
        for (let at = made.start + hours; at < end; at += 5 * 24 * hours) await play.moveTo(at);
      await play.moveTo(end);
      const all = await invoicesOf(play, made.id);
      await play.sandbox.close();
      return all;
    }),
  );
  expect(totals[0]).toEqual(['paid 9900', 'paid 2900', 'paid 2900', 'paid 2900']);
  expect(totals[1]).toEqual(totals[0]);
});

test('changes nothing after a schedule is released', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.large);
  const { id } = await planDowngrade(play, made.id, play.prices.small);
  await play.news();
  const released = await play.stripe.subscriptionSchedules.release(id);
  expect(released).toMatchObject({ status: 'released', released_subscription: made.id, subscription: null });
  expect(released.released_at).toBeGreaterThanOrEqual(made.start);
  expect(await play.news()).toEqual(['subscription_schedule.released', 'customer.subscription.updated']);
  await play.moveTo(made.end + 2 * hours);
  expect(await invoicesOf(play, made.id)).toEqual(['paid 9900', 'paid 9900']);
  expect(await stateOf(play, made.id)).toMatchObject({ price: play.prices.large, schedule: null });
  const dead = [play.stripe.subscriptionSchedules.release(id), play.stripe.subscriptionSchedules.cancel(id)];
  for (const call of dead) expect((await failure(call)).message).toMatch(/released/);
  await play.sandbox.close();
});

test('refuses direct changes of a subscription managed by a schedule', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.middle);
  const { id } = await planDowngrade(play, made.id, play.prices.small);
  const items = [{ id: made.item, price: play.prices.large }];
  for (const params of [{ items }, { cancel_at_period_end: true }]) {
    const error = await failure(play.stripe.subscriptions.update(made.id, params));
    expect(error.statusCode).toBe(400);
    expect(error.message).toContain(id);
  }
  await play.stripe.subscriptions.update(made.id, { metadata: { note: 'allowed' } });
  await play.stripe.subscriptionSchedules.release(id);
  await play.stripe.subscriptions.update(made.id, { items, proration_behavior: 'always_invoice' });
  expect(await stateOf(play, made.id)).toMatchObject({ price: play.prices.large });
  await play.sandbox.close();
});

test('ends the schedule with the subscription and the subscription with the schedule', async () => {
  const play = await openPlanRehearsal();
  const [one, other] = [
    await subscribeTo(play, play.prices.large),
    await subscribeTo(play, play.prices.large),
  ];
  const first = await planDowngrade(play, one.id, play.prices.small);
  const second = await planDowngrade(play, other.id, play.prices.small);
  await play.stripe.subscriptions.cancel(one.id);
  await play.stripe.subscriptionSchedules.cancel(second.id);
  for (const { id } of [first, second])
    expect(await play.stripe.subscriptionSchedules.retrieve(id)).toMatchObject({ status: 'canceled' });
  for (const { id } of [one, other]) expect(await stateOf(play, id)).toMatchObject({ status: 'canceled' });
  await play.moveTo(one.end + 2 * hours);
  expect(await invoicesOf(play, one.id)).toEqual(['paid 9900']);
  await play.sandbox.close();
});

test('starts the next plan at the end of a trial', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.middle, { trial_period_days: 7 });
  await planDowngrade(play, made.id, play.prices.small);
  await play.moveTo(made.end + 2 * hours);
  expect(await stateOf(play, made.id)).toMatchObject({ price: play.prices.small, status: 'active' });
  expect(await invoicesOf(play, made.id)).toEqual(['paid 0', 'paid 900']);
  await play.sandbox.close();
});

test('refuses phases that cannot follow each other and names the parameter', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.large);
  const { id } = await play.stripe.subscriptionSchedules.create({ from_subscription: made.id });
  const present = { items: [{ price: play.prices.large }], start_date: made.start, end_date: made.end };
  const refused = async (phases: Stripe.SubscriptionScheduleUpdateParams.Phase[]): Promise<unknown> =>
    (await failure(play.stripe.subscriptionSchedules.update(id, { phases }))).param;
  const next = { items: [{ price: play.prices.small }] };
  expect(await refused([{ ...present, start_date: made.start + 1 }])).toBe('phases[0][start_date]');
  expect(await refused([{ ...present, end_date: made.end - 1 }])).toBe('phases[0][end_date]');
  expect(await refused([{ ...present, ...next }])).toBe('phases[0][items]');
  expect(await refused([present, next])).toBe('phases[1][end_date]');
  expect(await refused([present, { ...next, end_date: made.end }])).toBe('phases[1][end_date]');
  expect(await refused([present, { items: [{ price: 'price_none' }], end_date: made.end + 1 }])).toBe(
    'phases[1][items][0][price]',
  );
  await play.sandbox.close();
});
