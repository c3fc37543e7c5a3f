import { expect, test } from 'vitest';

import { openFixture } from '../testing/sandbox-fixture.ts';
import {
  subscribe,
  periodEndOf,
  setDefaultCard,
  createPlan,
  advanceClock,
  advanceClockTo,
  SECONDS,
  TRIAL_PARAMS,
} from '../testing/subscription-fixture.ts';

test('starts a trial with a paid zero invoice and lasts exactly seven days', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const plan = await createPlan(fixture);
  const subscription = await subscribe(stripe, plan, { ...TRIAL_PARAMS, expand: ['latest_invoice'] });
  expect(subscription).toMatchObject({
    status: 'trialing',
    trial_end: subscription.created + 7 * SECONDS.day,
    trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
    latest_invoice: {
      status: 'paid',
      amount_due: 0,
      amount_paid: 0,
      attempt_count: 0,
      billing_reason: 'subscription_create',
      lines: { data: [{ amount: 0, description: 'Trial period for Starter' }] },
    },
  });
  expect(periodEndOf(subscription)).toBe(subscription.trial_end);
  await fixture.sandbox.waitForDeliveries();
  expect(fixture.eventTypes().toSorted()).toEqual(
    expect.arrayContaining(['customer.subscription.created', 'invoice.paid']),
  );
  expect(fixture.eventTypes()).not.toContain('customer.subscription.trial_will_end');
  await fixture.sandbox.close();
});

test('announces the end of a trial without a card three days before and pauses at the end', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const subscription = await subscribe(stripe, await createPlan(fixture), TRIAL_PARAMS);
  advanceClockTo(fixture, periodEndOf(subscription) - 3 * SECONDS.day - 60);
  await fixture.sandbox.waitForDeliveries();
  expect(fixture.eventTypes()).not.toContain('customer.subscription.trial_will_end');
  advanceClock(fixture, 60);
  await fixture.sandbox.waitForDeliveries();
  const announced = fixture.received.filter(({ event }) => event.type === 'customer.subscription.trial_will_end');
  expect(announced.map(({ event }) => event.created)).toEqual([periodEndOf(subscription) - 3 * SECONDS.day]);
  advanceClock(fixture, 60 * SECONDS.day);
  await fixture.sandbox.waitForDeliveries();
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'paused',
    status_details: { paused: { subscription: { type: 'trial_end_without_payment_method' } } },
  });
  expect(fixture.eventTypes().filter((type) => type === 'customer.subscription.paused')).toHaveLength(1);
  expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
  await fixture.sandbox.close();
});

test('announces the end of a two-day trial at once', async () => {
  const fixture = openFixture();
  await subscribe(fixture.stripe, await createPlan(fixture), { trial_period_days: 2 });
  advanceClock(fixture, 1);
  await fixture.sandbox.waitForDeliveries();
  expect(fixture.eventTypes()).toContain('customer.subscription.trial_will_end');
  await fixture.sandbox.close();
});

test('activates a trial with a card at its end and charges it an hour later', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const plan = await createPlan(fixture);
  const subscription = await subscribe(stripe, plan, TRIAL_PARAMS);
  await setDefaultCard(stripe, plan.customer, 'pm_card_visa');
  advanceClockTo(fixture, periodEndOf(subscription));
  const renewed = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
  expect(renewed).toMatchObject({
    status: 'active',
    latest_invoice: { status: 'draft', amount_due: 900, billing_reason: 'subscription_cycle' },
  });
  expect(renewed.items.data[0]?.current_period_start).toBe(subscription.trial_end);
  advanceClock(fixture, SECONDS.hour);
  const [invoice] = (await stripe.invoices.list({ subscription: subscription.id, expand: ['data.payments'] })).data;
  expect(invoice).toMatchObject({
    status: 'paid',
    amount_paid: 900,
    status_transitions: { paid_at: (subscription.trial_end ?? 0) + SECONDS.hour },
    payments: { data: [{ status: 'paid', amount_paid: 900 }] },
  });
  await fixture.sandbox.close();
});

test('cancels or bills at the end of a trial without a card, as its settings say', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const plan = await createPlan(fixture);
  const createTrial = (missing_payment_method: 'cancel' | 'create_invoice') =>
    subscribe(stripe, plan, {
      trial_period_days: 7,
      trial_settings: { end_behavior: { missing_payment_method } },
    });
  const [canceledTrial, billedTrial] = [await createTrial('cancel'), await createTrial('create_invoice')];
  advanceClock(fixture, 7 * SECONDS.day + 2 * SECONDS.hour);
  expect(await stripe.subscriptions.retrieve(canceledTrial.id)).toMatchObject({
    status: 'canceled',
    ended_at: canceledTrial.trial_end,
  });
  expect(await stripe.subscriptions.retrieve(billedTrial.id, { expand: ['latest_invoice'] })).toMatchObject({
    status: 'past_due',
    latest_invoice: { status: 'open', attempt_count: 1, amount_remaining: 900 },
  });
  await fixture.sandbox.close();
});
