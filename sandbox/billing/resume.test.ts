import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { failure } from '../rehearsal.ts';
import {
  day,
  invoicesOf,
  openPlanRehearsal,
  stateOf,
  subscribeTo,
  type PlanRehearsal,
} from './plan-rehearsal.ts';

const success: Stripe.SubscriptionResumeParams = {
  billing_cycle_anchor: { type: 'now' },
  payment_behavior: 'resume_on_payment_success',
  proration_behavior: 'none',
};

/** Opens a subscription that paused at the end of a trial without a card. */
const paused = async (): Promise<{ play: PlanRehearsal; id: string; item: string }> => {
  const play = await openPlanRehearsal(null);
  const made = await subscribeTo(play, play.prices.small, {
    trial_period_days: 7,
    trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
  });
  await play.moveTo(made.end + 5 * day);
  expect(await stateOf(play, made.id)).toMatchObject({ status: 'paused' });
  return { play, id: made.id, item: made.item };
};

test('resumes a paused subscription with a card, in a new period that is charged now', async () => {
  const { play, id } = await paused();
  await play.giveCard('pm_card_visa');
  await play.news();
  const resumed = await play.stripe.subscriptions.resume(id, success);
  expect(resumed.status).toBe('active');
  expect(resumed.status_details).toBeUndefined();
  const [item] = resumed.items.data;
  expect(item?.current_period_start).toBe(resumed.billing_cycle_anchor);
  expect(play.now() - resumed.billing_cycle_anchor).toBeLessThan(60);
  expect(await play.news()).toEqual(
    expect.arrayContaining(['invoice.paid', 'customer.subscription.resumed']),
  );
  await play.moveTo((item?.current_period_end ?? 0) + 2 * 3600);
  expect(await invoicesOf(play, id)).toEqual(['paid 0', 'paid 900', 'paid 900']);
  expect((await failure(play.stripe.subscriptions.resume(id, success))).message).toMatch(/paused/);
  await play.sandbox.close();
});

test('refuses to resume without a card', async () => {
  const { play, id } = await paused();
  expect(await failure(play.stripe.subscriptions.resume(id, success))).toMatchObject({ statusCode: 400 });
  expect(await invoicesOf(play, id)).toEqual(['paid 0']);
  await play.sandbox.close();
});

test('stays paused after a decline, with an invoice that can be paid for 23 hours', async () => {
  const { play, id } = await paused();
  await play.giveCard('pm_card_chargeCustomerFail');
  const declined = await play.stripe.subscriptions.resume(id, success);
  expect(declined.status).toBe('paused');
  expect(await invoicesOf(play, id)).toEqual(['paid 0', 'open 900']);
  await play.giveCard('pm_card_visa');
  await play.moveTo(play.now() + 22 * 3600);
  await play.stripe.invoices.pay(declined.latest_invoice as string);
  expect(await stateOf(play, id)).toMatchObject({ status: 'active' });
  await play.moveTo(play.now() + 2 * 3600);
  expect(await stateOf(play, id)).toMatchObject({ status: 'active' });
  await play.sandbox.close();
});

test('voids the invoice after 23 hours and stays paused', async () => {
  const { play, id } = await paused();
  await play.giveCard('pm_card_chargeCustomerFail');
  await play.stripe.subscriptions.resume(id, success);
  await play.moveTo(play.now() + 23 * 3600);
  expect(await invoicesOf(play, id)).toEqual(['paid 0', 'void 900']);
  expect(await stateOf(play, id)).toMatchObject({ status: 'paused' });
  await play.sandbox.close();
});

test('voids the previous invoice when it resumes again or changes the plan', async () => {
  const { play, id, item } = await paused();
  await play.giveCard('pm_card_chargeCustomerFail');
  await play.stripe.subscriptions.resume(id, success);
  await play.stripe.subscriptions.resume(id, success);
  expect(await invoicesOf(play, id)).toEqual(['paid 0', 'void 900', 'open 900']);
  await play.stripe.subscriptions.update(id, { items: [{ id: item, price: play.prices.middle }] });
  expect(await invoicesOf(play, id)).toEqual(['paid 0', 'void 900', 'void 900']);
  await play.giveCard('pm_card_visa');
  await play.stripe.subscriptions.resume(id, success);
  expect(await invoicesOf(play, id)).toEqual(['paid 0', 'void 900', 'void 900', 'paid 2900']);
  await play.sandbox.close();
});

test('resumes as past_due after a decline under resume_on_payment_attempt', async () => {
  const { play, id } = await paused();
  await play.giveCard('pm_card_chargeCustomerFail');
  const resumed = await play.stripe.subscriptions.resume(id, { billing_cycle_anchor: { type: 'now' } });
  expect(resumed.status).toBe('past_due');
  await play.giveCard('pm_card_visa');
  await play.stripe.invoices.pay(resumed.latest_invoice as string);
  expect(await stateOf(play, id)).toMatchObject({ status: 'active' });
  await play.sandbox.close();
});
