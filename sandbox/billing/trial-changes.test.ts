import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { failure } from '../rehearsal.ts';
import { day, invoicesOf, openPlanRehearsal, stateOf, subscribeTo, upgradeTo } from './plan-rehearsal.ts';

test('changes the price in a trial without an invoice and bills the new price at its end', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.small, { trial_period_days: 7 });
  await upgradeTo(play, made, play.prices.middle);
  expect(await invoicesOf(play, made.id)).toEqual(['paid 0']);
  expect(await stateOf(play, made.id)).toMatchObject({ price: play.prices.middle, status: 'trialing' });
  await play.moveTo(made.end + 2 * 3600);
  expect(await invoicesOf(play, made.id)).toEqual(['paid 0', 'paid 2900']);
  await play.sandbox.close();
});

test('starts a new period when a trial is ended with a payment, and keeps the trial when the payment fails', async () => {
  const play = await openPlanRehearsal('pm_card_chargeCustomerFail');
  const made = await subscribeTo(play, play.prices.small, { trial_period_days: 7 });
  await play.moveTo(made.start + 2 * day);
  const params: Stripe.SubscriptionUpdateParams = {
    items: [{ id: made.item, price: play.prices.middle }],
    trial_end: 'now',
    proration_behavior: 'none',
    payment_behavior: 'error_if_incomplete',
  };
  expect(await failure(play.stripe.subscriptions.update(made.id, params))).toMatchObject({ statusCode: 402 });
  expect(await stateOf(play, made.id)).toMatchObject({ price: play.prices.small, status: 'trialing' });
  await play.giveCard('pm_card_visa');
  const after = await play.stripe.subscriptions.update(made.id, params);
  expect(after).toMatchObject({ status: 'active', trial_end: after.billing_cycle_anchor });
  expect(after.items.data[0]?.current_period_start).toBe(after.billing_cycle_anchor);
  expect(after.billing_cycle_anchor).toBeLessThan(made.end);
  expect(await invoicesOf(play, made.id)).toEqual(['paid 0', 'paid 2900']);
  await play.moveTo((after.items.data[0]?.current_period_end ?? 0) + 2 * 3600);
  expect(await invoicesOf(play, made.id)).toEqual(['paid 0', 'paid 2900', 'paid 2900']);
  await play.sandbox.close();
});

test('refuses an immediate charge without a card', async () => {
  const play = await openPlanRehearsal(null);
  const made = await subscribeTo(play, play.prices.small, { trial_period_days: 7 });
  const ending = play.stripe.subscriptions.update(made.id, {
    trial_end: 'now',
    payment_behavior: 'error_if_incomplete',
  });
  expect(await failure(ending)).toMatchObject({ statusCode: 400, code: 'resource_missing' });
  expect(await stateOf(play, made.id)).toMatchObject({ status: 'trialing' });
  await play.sandbox.close();
});

test('moves the end of a running trial', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.small, { trial_period_days: 7 });
  await play.stripe.subscriptions.update(made.id, { trial_end: made.end + 7 * day });
  await play.moveTo(made.end + day);
  expect(await stateOf(play, made.id)).toMatchObject({ status: 'trialing' });
  await play.moveTo(made.end + 7 * day + 2 * 3600);
  expect(await stateOf(play, made.id)).toMatchObject({ status: 'active' });
  expect(await invoicesOf(play, made.id)).toEqual(['paid 0', 'paid 900']);
  await play.sandbox.close();
});
