import { expect, test } from 'vitest';
import { openRehearsal } from '../rehearsal.ts';
import { begin, endOf, giveCard, openPlan, pass, passTo, seconds, trial } from './life-rehearsal.ts';

test('starts a trial with a paid zero invoice and lasts exactly seven days', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const plan = await openPlan(rehearsal);
  const made = await begin(stripe, plan, { ...trial, expand: ['latest_invoice'] });
  expect(made).toMatchObject({
    status: 'trialing',
    trial_end: made.created + 7 * seconds.day,
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
  expect(endOf(made)).toBe(made.trial_end);
  await rehearsal.sandbox.settled();
  expect(rehearsal.types().toSorted()).toEqual(
    expect.arrayContaining(['customer.subscription.created', 'invoice.paid']),
  );
  expect(rehearsal.types()).not.toContain('customer.subscription.trial_will_end');
  await rehearsal.sandbox.close();
});

test('announces the end of a trial without a card three days before and pauses at the end', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const made = await begin(stripe, await openPlan(rehearsal), trial);
  passTo(rehearsal, endOf(made) - 3 * seconds.day - 60);
  await rehearsal.sandbox.settled();
  expect(rehearsal.types()).not.toContain('customer.subscription.trial_will_end');
  pass(rehearsal, 60);
  await rehearsal.sandbox.settled();
  const announced = rehearsal.received.filter(
    ({ event }) => event.type === 'customer.subscription.trial_will_end',
  );
  expect(announced.map(({ event }) => event.created)).toEqual([endOf(made) - 3 * seconds.day]);
  pass(rehearsal, 60 * seconds.day);
  await rehearsal.sandbox.settled();
  expect(await stripe.subscriptions.retrieve(made.id)).toMatchObject({
    status: 'paused',
    status_details: { paused: { subscription: { type: 'trial_end_without_payment_method' } } },
  });
  expect(rehearsal.types().filter((type) => type === 'customer.subscription.paused')).toHaveLength(1);
  expect((await stripe.invoices.list({ subscription: made.id })).data).toHaveLength(1);
  await rehearsal.sandbox.close();
});

test('announces the end of a two-day trial at once', async () => {
  const rehearsal = openRehearsal();
  await begin(rehearsal.stripe, await openPlan(rehearsal), { trial_period_days: 2 });
  pass(rehearsal, 1);
  await rehearsal.sandbox.settled();
  expect(rehearsal.types()).toContain('customer.subscription.trial_will_end');
  await rehearsal.sandbox.close();
});

test('activates a trial with a card at its end and charges it an hour later', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const plan = await openPlan(rehearsal);
  const made = await begin(stripe, plan, trial);
  await giveCard(stripe, plan.customer, 'pm_card_visa');
  passTo(rehearsal, endOf(made));
  const begun = await stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice'] });
  expect(begun).toMatchObject({
    status: 'active',
    latest_invoice: { status: 'draft', amount_due: 900, billing_reason: 'subscription_cycle' },
  });
  expect(begun.items.data[0]?.current_period_start).toBe(made.trial_end);
  pass(rehearsal, seconds.hour);
  const [invoice] = (await stripe.invoices.list({ subscription: made.id, expand: ['data.payments'] })).data;
  expect(invoice).toMatchObject({
    status: 'paid',
    amount_paid: 900,
    status_transitions: { paid_at: (made.trial_end ?? 0) + seconds.hour },
    payments: { data: [{ status: 'paid', amount_paid: 900 }] },
  });
  await rehearsal.sandbox.close();
});

test('cancels or bills at the end of a trial without a card, as its settings say', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const plan = await openPlan(rehearsal);
  const ends = (missing_payment_method: 'cancel' | 'create_invoice') =>
    begin(stripe, plan, {
      trial_period_days: 7,
      trial_settings: { end_behavior: { missing_payment_method } },
    });
  const [cancelled, billed] = [await ends('cancel'), await ends('create_invoice')];
  pass(rehearsal, 7 * seconds.day + 2 * seconds.hour);
  expect(await stripe.subscriptions.retrieve(cancelled.id)).toMatchObject({
    status: 'canceled',
    ended_at: cancelled.trial_end,
  });
  expect(await stripe.subscriptions.retrieve(billed.id, { expand: ['latest_invoice'] })).toMatchObject({
    status: 'past_due',
    latest_invoice: { status: 'open', attempt_count: 1, amount_remaining: 900 },
  });
  await rehearsal.sandbox.close();
});
