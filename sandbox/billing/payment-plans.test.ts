import fc from 'fast-check';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import { DEFAULT_CONDITIONS } from '../core/conditions.ts';
import {
  buyOrder,
  createSeller,
  getError,
  getPage,
  idOf,
  openFixture,
  orderParams,
  postForm,
} from '../testing/sandbox-fixture.ts';
import { advanceClock, advanceClockTo, periodEndOf, SECONDS } from '../testing/subscription-fixture.ts';
import { addMonths } from './billing-period.ts';

type Interval = 'month' | 'week';
type Update = Stripe.SubscriptionScheduleUpdateParams;

/** The three calls of a server that sells a payment plan, on a seller's account. */
const openPaymentPlanFixture = async (start = Date.UTC(2026, 10, 29)) => {
  const fixture = openFixture({ realTime: () => start });
  const { stripe } = fixture;
  const seller = await createSeller(fixture);
  const retrieve = (id: string) => stripe.subscriptions.retrieve(id, undefined, seller);
  return {
    ...fixture,
    seller,
    retrieve,
    /** Buys something whose price recurs, and returns its subscription. */
    buy: async (interval: Interval = 'month', params: object = {}): Promise<Stripe.Subscription> => {
      const order = orderParams({ mode: 'subscription', subscription_data: { metadata: { order: '1' } }, ...params });
      for (const line of order.line_items ?? []) if (line.price_data) line.price_data.recurring = { interval };
      return retrieve(idOf((await buyOrder(fixture, seller, order)).session.subscription));
    },
    createSchedule: (from_subscription: string) => stripe.subscriptionSchedules.create({ from_subscription }, seller),
    /** Lets a schedule end after `count` intervals; `overrides` changes its phase. */
    limit: (
      { id, phases: [phase] }: Stripe.SubscriptionSchedule,
      duration: { interval: Interval; interval_count: number },
      overrides: object = {},
    ) => {
      const items = (phase?.items ?? []).map(({ price, quantity }) => ({ price: idOf(price as string), quantity }));
      const update = {
        end_behavior: 'cancel',
        proration_behavior: 'none',
        phases: [{ items, start_date: phase?.start_date, duration, ...overrides }],
      };
      return stripe.subscriptionSchedules.update(id, update as Update, seller);
    },
    invoices: async (subscription: string): Promise<string[]> => {
      const { data } = await stripe.invoices.list({ subscription, limit: 100 }, seller);
      return data.toReversed().map(({ status, total }) => `${status} ${total}`);
    },
    listEventTypes: async (pattern: RegExp): Promise<string[]> => {
      await fixture.sandbox.waitForDeliveries();
      return fixture.eventTypes().filter((type) => pattern.test(type));
    },
  };
};

test('charges exactly as often as the plan says and then cancels the subscription', async () => {
  const fixture = await openPaymentPlanFixture();
  const subscription = await fixture.buy();
  const { id } = await fixture.createSchedule(subscription.id);
  const created = await fixture.stripe.subscriptionSchedules.retrieve(id, undefined, fixture.seller);
  const schedule = await fixture.limit(created, { interval: 'month', interval_count: 3 });
  const end = Date.UTC(2027, 1, 28) / 1000;
  expect(schedule).toMatchObject({
    end_behavior: 'cancel',
    current_phase: { end_date: end },
    phases: [{ start_date: subscription.created, end_date: end }],
  });
  advanceClockTo(fixture, end - 60);
  expect(await fixture.retrieve(subscription.id)).toMatchObject({ status: 'active', metadata: { order: '1' } });
  expect(await fixture.invoices(subscription.id)).toEqual(['paid 2900', 'paid 2900', 'paid 2900']);
  advanceClockTo(fixture, end);
  expect(await fixture.retrieve(subscription.id)).toMatchObject({ status: 'canceled', ended_at: end });
  expect(await fixture.stripe.subscriptionSchedules.retrieve(id, undefined, fixture.seller)).toMatchObject({
    status: 'completed',
    completed_at: end,
    subscription: subscription.id,
    released_subscription: null,
  });
  advanceClock(fixture, 90 * SECONDS.day);
  expect(await fixture.invoices(subscription.id)).toHaveLength(3);
  expect(await fixture.listEventTypes(/^subscription_schedule|deleted$/)).toEqual([
    'subscription_schedule.created',
    'subscription_schedule.updated',
    'subscription_schedule.completed',
    'customer.subscription.deleted',
  ]);
  await fixture.sandbox.close();
});

test.each([
  { interval: 'week', start: Date.UTC(2026, 10, 29), count: 4, end: Date.UTC(2026, 11, 27) },
  { interval: 'month', start: Date.UTC(2027, 0, 31), count: 5, end: Date.UTC(2027, 5, 30) },
] as const)('ends a plan of $count payments per $interval after one long move of the clock', async (plan) => {
  const fixture = await openPaymentPlanFixture(plan.start);
  const { id } = await fixture.buy(plan.interval);
  await fixture.limit(await fixture.createSchedule(id), { interval: plan.interval, interval_count: plan.count });
  advanceClock(fixture, 400 * SECONDS.day);
  expect(await fixture.invoices(id)).toEqual(Array(plan.count).fill('paid 2900'));
  expect(await fixture.retrieve(id)).toMatchObject({ status: 'canceled', ended_at: plan.end / 1000 });
  await fixture.sandbox.close();
});

test('charges exactly as often as the end of a plan says, from any day on and however late the end is set', async () => {
  const plan = fc.record({
    start: fc.oneof(
      fc.integer({ min: 0, max: 1500 }).map((days) => Date.UTC(2027, 0, 1 + days)),
      fc.constantFrom(Date.UTC(2027, 0, 31), Date.UTC(2028, 0, 30), Date.UTC(2028, 1, 29), Date.UTC(2028, 7, 31)),
    ),
    interval: fc.constantFrom<Interval>('week', 'month'),
    count: fc.integer({ min: 2, max: 24 }),
    renewals: fc.nat({ max: 23 }),
  });
  const play = fc.asyncProperty(plan, async ({ start, interval, count, renewals }) => {
    const fixture = await openPaymentPlanFixture(start);
    const { id, billing_cycle_anchor: anchor } = await fixture.buy(interval);
    const startOf = (periods: number) =>
      interval === 'week' ? anchor + periods * 7 * SECONDS.day : addMonths(anchor, periods);
    const late = renewals % count;
    if (late > 0) advanceClockTo(fixture, startOf(late));
    const end = startOf(count);
    const duration = { interval, interval_count: count };
    await fixture.limit(await fixture.createSchedule(id), duration, { duration: undefined, end_date: end });
    advanceClock(fixture, 800 * SECONDS.day);
    expect(await fixture.invoices(id)).toEqual(Array(count).fill('paid 2900'));
    expect(await fixture.retrieve(id)).toMatchObject({ status: 'canceled', ended_at: end });
    await fixture.sandbox.close();
  });
  await fc.assert(play, { numRuns: 12 });
});

test('keeps the discounts that a phase lists and refuses a phase without them', async () => {
  const fixture = await openPaymentPlanFixture();
  await fixture.stripe.coupons.create(
    { id: 'c', amount_off: 400, currency: 'usd', duration: 'forever' },
    fixture.seller,
  );
  const { id } = await fixture.buy('month', { discounts: [{ coupon: 'c' }] });
  const schedule = await fixture.createSchedule(id);
  const duration = { interval: 'month', interval_count: 2 } as const;
  expect((await getError(fixture.limit(schedule, duration))).param).toBe('phases[0][discounts]');
  const discounts = (schedule.phases[0]?.discounts ?? []).map(({ discount }) => ({ discount: idOf(discount) }));
  expect((await fixture.limit(schedule, duration, { discounts })).phases[0]?.discounts).toMatchObject(discounts);
  advanceClock(fixture, 100 * SECONDS.day);
  expect(await fixture.invoices(id)).toEqual(['paid 2500', 'paid 2500']);
  await fixture.sandbox.close();
});

test('refuses iterations, and ends within a billing period', async () => {
  const fixture = await openPaymentPlanFixture();
  const subscription = await fixture.buy();
  const schedule = await fixture.createSchedule(subscription.id);
  const duration = { interval: 'month', interval_count: 3 } as const;
  expect(await getError(fixture.limit(schedule, duration, { iterations: 3 }))).toMatchObject({
    code: 'parameter_unknown',
    param: 'phases[0][iterations]',
  });
  const endOf = (end_date: number) => fixture.limit(schedule, duration, { duration: undefined, end_date });
  for (const end of [periodEndOf(subscription) - 1, periodEndOf(subscription) + SECONDS.day])
    expect((await getError(endOf(end))).param).toBe('phases[0][end_date]');
  await endOf(periodEndOf(subscription));
  advanceClock(fixture, 60 * SECONDS.day);
  expect(await fixture.invoices(subscription.id)).toEqual(['paid 2900']);
  await fixture.sandbox.close();
});

test('continues after a release, and ends the subscription with a canceled schedule', async () => {
  const fixture = await openPaymentPlanFixture();
  const { subscriptionSchedules } = fixture.stripe;
  const [released, canceled] = [await fixture.buy(), await fixture.buy()];
  const schedules = [await fixture.createSchedule(released.id), await fixture.createSchedule(canceled.id)];
  for (const schedule of schedules) await fixture.limit(schedule, { interval: 'month', interval_count: 2 });
  await subscriptionSchedules.release(schedules[0]?.id ?? '', undefined, fixture.seller);
  await subscriptionSchedules.cancel(schedules[1]?.id ?? '', { invoice_now: false, prorate: false }, fixture.seller);
  expect((await fixture.retrieve(canceled.id)).status).toBe('canceled');
  advanceClock(fixture, 65 * SECONDS.day);
  expect(await fixture.invoices(released.id)).toEqual(['paid 2900', 'paid 2900', 'paid 2900']);
  expect(await fixture.invoices(canceled.id)).toEqual(['paid 2900']);
  expect(await fixture.listEventTypes(/^subscription_schedule.(released|canceled)/)).toHaveLength(2);
  await fixture.sandbox.close();
});

test('aborts the schedule of a subscription that ends because of failed payments', async () => {
  const fixture = await openPaymentPlanFixture();
  const { id } = await fixture.buy();
  const schedule = await fixture.createSchedule(id);
  await fixture.limit(schedule, { interval: 'month', interval_count: 6 });
  await postForm(fixture.sandbox, `/dashboard/${fixture.seller.stripeAccount}/subscriptions/${id}`, { act: 'fail' });
  advanceClock(fixture, 60 * SECONDS.day);
  expect(await fixture.invoices(id)).toEqual(['paid 2900', 'uncollectible 2900']);
  expect(await fixture.listEventTypes(/^subscription_schedule.aborted|deleted$/)).toHaveLength(2);
  const aborted = await fixture.stripe.subscriptionSchedules.retrieve(schedule.id, undefined, fixture.seller);
  expect(aborted.status).toBe('canceled');
  await fixture.sandbox.close();
});

test('collects no draft that a server stops, ends and voids before it is finalized', async () => {
  const fixture = await openPaymentPlanFixture();
  const { stripe, seller } = fixture;
  const { id, items } = await fixture.buy();
  advanceClockTo(fixture, items.data[0]?.current_period_end ?? 0);
  const [draft] = (await stripe.invoices.list({ subscription: id, status: 'draft' }, seller)).data;
  const invoice = idOf(draft);
  expect(await stripe.invoices.update(invoice, { auto_advance: false }, seller)).toMatchObject({
    auto_advance: false,
    automatically_finalizes_at: null,
  });
  advanceClock(fixture, 2 * SECONDS.hour);
  expect(await fixture.invoices(id)).toEqual(['paid 2900', 'draft 2900']);
  await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }, seller);
  await stripe.invoices.finalizeInvoice(invoice, { auto_advance: false }, seller);
  await stripe.invoices.voidInvoice(invoice, undefined, seller);
  advanceClock(fixture, 30 * SECONDS.day);
  expect(await fixture.invoices(id)).toEqual(['paid 2900', 'void 2900']);
  expect((await stripe.charges.list(undefined, seller)).data).toHaveLength(1);
  const error = await getError(stripe.invoices.update(invoice, { auto_advance: true }, seller));
  expect(error.code).toBe('invoice_not_editable');
  await fixture.sandbox.close();
});

test('finalizes and charges a stopped draft an hour after it is released again', async () => {
  const fixture = await openPaymentPlanFixture();
  const { id, items } = await fixture.buy();
  advanceClockTo(fixture, items.data[0]?.current_period_end ?? 0);
  const [draft] = (await fixture.stripe.invoices.list({ subscription: id, status: 'draft' }, fixture.seller)).data;
  for (const auto_advance of [false, true])
    await fixture.stripe.invoices.update(idOf(draft), { auto_advance }, fixture.seller);
  advanceClock(fixture, SECONDS.hour);
  expect(await fixture.invoices(id)).toEqual(['paid 2900', 'paid 2900']);
  await fixture.sandbox.close();
});

test('lets the next updates of schedules fail as often as asked', async () => {
  const fixture = await openPaymentPlanFixture();
  const schedule = await fixture.createSchedule((await fixture.buy()).id);
  fixture.sandbox.conditions.set({ ...DEFAULT_CONDITIONS, failingScheduleUpdates: 2 });
  const duration = { interval: 'month', interval_count: 3 } as const;
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect(await getError(fixture.limit(schedule, duration))).toMatchObject({ statusCode: 429, code: 'lock_timeout' });
  expect((await fixture.limit(schedule, duration)).end_behavior).toBe('cancel');
  expect(fixture.sandbox.conditions.current()).toEqual(DEFAULT_CONDITIONS);
  await fixture.sandbox.close();
});

test('shows in the dashboard when a plan ends', async () => {
  const fixture = await openPaymentPlanFixture();
  const readDashboard = async () =>
    (await getPage(fixture.sandbox, `/dashboard/${fixture.seller.stripeAccount}`)).text();
  const { id } = await fixture.buy();
  expect(await readDashboard()).toContain('until 2026-12-29');
  await fixture.limit(await fixture.createSchedule(id), { interval: 'month', interval_count: 3 });
  expect(await readDashboard()).toContain('ends 2027-02-28');
  await fixture.sandbox.close();
});
