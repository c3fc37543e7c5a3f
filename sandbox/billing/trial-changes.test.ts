import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import { DAY_S, invoicesOf, openPlanFixture, stateOf, subscribeTo, upgradeTo } from '../testing/plan-fixture.ts';
import { getError } from '../testing/sandbox-fixture.ts';

test('changes the price in a trial without an invoice and bills the new price at its end', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.small, { trial_period_days: 7 });
  await upgradeTo(fixture, subscription, fixture.prices.middle);
  expect(await invoicesOf(fixture, subscription.id)).toEqual(['paid 0']);
  expect(await stateOf(fixture, subscription.id)).toMatchObject({
    price: fixture.prices.middle,
    status: 'trialing',
  });
  await fixture.moveClockTo(subscription.end + 2 * 3600);
  expect(await invoicesOf(fixture, subscription.id)).toEqual(['paid 0', 'paid 2900']);
  await fixture.sandbox.close();
});

test('starts a new period when a trial is ended with a payment, and keeps the trial when the payment fails', async () => {
  const fixture = await openPlanFixture('pm_card_chargeCustomerFail');
  const subscription = await subscribeTo(fixture, fixture.prices.small, { trial_period_days: 7 });
  await fixture.moveClockTo(subscription.start + 2 * DAY_S);
  const params: Stripe.SubscriptionUpdateParams = {
    items: [{ id: subscription.item, price: fixture.prices.middle }],
    trial_end: 'now',
    proration_behavior: 'none',
    payment_behavior: 'error_if_incomplete',
  };
  expect(await getError(fixture.stripe.subscriptions.update(subscription.id, params))).toMatchObject({
    statusCode: 402,
  });
  expect(await stateOf(fixture, subscription.id)).toMatchObject({
    price: fixture.prices.small,
    status: 'trialing',
  });
  await fixture.setDefaultCard('pm_card_visa');
  const after = await fixture.stripe.subscriptions.update(subscription.id, params);
  expect(after).toMatchObject({ status: 'active', trial_end: after.billing_cycle_anchor });
  expect(after.items.data[0]?.current_period_start).toBe(after.billing_cycle_anchor);
  expect(after.billing_cycle_anchor).toBeLessThan(subscription.end);
  expect(await invoicesOf(fixture, subscription.id)).toEqual(['paid 0', 'paid 2900']);
  await fixture.moveClockTo((after.items.data[0]?.current_period_end ?? 0) + 2 * 3600);
  expect(await invoicesOf(fixture, subscription.id)).toEqual(['paid 0', 'paid 2900', 'paid 2900']);
  await fixture.sandbox.close();
});

test('refuses an immediate charge without a card', async () => {
  const fixture = await openPlanFixture(null);
  const subscription = await subscribeTo(fixture, fixture.prices.small, { trial_period_days: 7 });
  const endedTrial = fixture.stripe.subscriptions.update(subscription.id, {
    trial_end: 'now',
    payment_behavior: 'error_if_incomplete',
  });
  expect(await getError(endedTrial)).toMatchObject({ statusCode: 400, code: 'resource_missing' });
  expect(await stateOf(fixture, subscription.id)).toMatchObject({ status: 'trialing' });
  await fixture.sandbox.close();
});

test('moves the end of a running trial', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.small, { trial_period_days: 7 });
  await fixture.stripe.subscriptions.update(subscription.id, { trial_end: subscription.end + 7 * DAY_S });
  await fixture.moveClockTo(subscription.end + DAY_S);
  expect(await stateOf(fixture, subscription.id)).toMatchObject({ status: 'trialing' });
  await fixture.moveClockTo(subscription.end + 7 * DAY_S + 2 * 3600);
  expect(await stateOf(fixture, subscription.id)).toMatchObject({ status: 'active' });
  expect(await invoicesOf(fixture, subscription.id)).toEqual(['paid 0', 'paid 900']);
  await fixture.sandbox.close();
});
