import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import { DAY_S, invoicesOf, openPlanFixture, stateOf, subscribeTo, type PlanFixture } from '../testing/plan-fixture.ts';
import { getError } from '../testing/sandbox-fixture.ts';

const RESUME_ON_SUCCESS: Stripe.SubscriptionResumeParams = {
  billing_cycle_anchor: { type: 'now' },
  payment_behavior: 'resume_on_payment_success',
  proration_behavior: 'none',
};

/** Opens a subscription that paused at the end of a trial without a card. */
const openPausedFixture = async (): Promise<{ fixture: PlanFixture; id: string; item: string }> => {
  const fixture = await openPlanFixture(null);
  const subscription = await subscribeTo(fixture, fixture.prices.small, {
    trial_period_days: 7,
    trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
  });
  await fixture.moveClockTo(subscription.end + 5 * DAY_S);
  expect(await stateOf(fixture, subscription.id)).toMatchObject({ status: 'paused' });
  return { fixture, id: subscription.id, item: subscription.item };
};

test('resumes a paused subscription with a card, in a new period that is charged now', async () => {
  const { fixture, id } = await openPausedFixture();
  await fixture.setDefaultCard('pm_card_visa');
  await fixture.drainEventTypes();
  const resumed = await fixture.stripe.subscriptions.resume(id, RESUME_ON_SUCCESS);
  expect(resumed.status).toBe('active');
  expect(resumed.status_details).toBeUndefined();
  const [item] = resumed.items.data;
  expect(item?.current_period_start).toBe(resumed.billing_cycle_anchor);
  expect(fixture.now() - resumed.billing_cycle_anchor).toBeLessThan(60);
  expect(await fixture.drainEventTypes()).toEqual(
    expect.arrayContaining(['invoice.paid', 'customer.subscription.resumed']),
  );
  await fixture.moveClockTo((item?.current_period_end ?? 0) + 2 * 3600);
  expect(await invoicesOf(fixture, id)).toEqual(['paid 0', 'paid 900', 'paid 900']);
  expect((await getError(fixture.stripe.subscriptions.resume(id, RESUME_ON_SUCCESS))).message).toMatch(/paused/);
  await fixture.sandbox.close();
});

test('refuses to resume without a card', async () => {
  const { fixture, id } = await openPausedFixture();
  expect(await getError(fixture.stripe.subscriptions.resume(id, RESUME_ON_SUCCESS))).toMatchObject({
    statusCode: 400,
  });
  expect(await invoicesOf(fixture, id)).toEqual(['paid 0']);
  await fixture.sandbox.close();
});

test('stays paused after a decline, with an invoice that can be paid for 23 hours', async () => {
  const { fixture, id } = await openPausedFixture();
  await fixture.setDefaultCard('pm_card_chargeCustomerFail');
  const declined = await fixture.stripe.subscriptions.resume(id, RESUME_ON_SUCCESS);
  expect(declined.status).toBe('paused');
  expect(await invoicesOf(fixture, id)).toEqual(['paid 0', 'open 900']);
  await fixture.setDefaultCard('pm_card_visa');
  await fixture.moveClockTo(fixture.now() + 22 * 3600);
  await fixture.stripe.invoices.pay(declined.latest_invoice as string);
  expect(await stateOf(fixture, id)).toMatchObject({ status: 'active' });
  await fixture.moveClockTo(fixture.now() + 2 * 3600);
  expect(await stateOf(fixture, id)).toMatchObject({ status: 'active' });
  await fixture.sandbox.close();
});

test('voids the invoice after 23 hours and stays paused', async () => {
  const { fixture, id } = await openPausedFixture();
  await fixture.setDefaultCard('pm_card_chargeCustomerFail');
  await fixture.stripe.subscriptions.resume(id, RESUME_ON_SUCCESS);
  await fixture.moveClockTo(fixture.now() + 23 * 3600);
  expect(await invoicesOf(fixture, id)).toEqual(['paid 0', 'void 900']);
  expect(await stateOf(fixture, id)).toMatchObject({ status: 'paused' });
  await fixture.sandbox.close();
});

test('voids the previous invoice when it resumes again or changes the plan', async () => {
  const { fixture, id, item } = await openPausedFixture();
  await fixture.setDefaultCard('pm_card_chargeCustomerFail');
  await fixture.stripe.subscriptions.resume(id, RESUME_ON_SUCCESS);
  await fixture.stripe.subscriptions.resume(id, RESUME_ON_SUCCESS);
  expect(await invoicesOf(fixture, id)).toEqual(['paid 0', 'void 900', 'open 900']);
  await fixture.stripe.subscriptions.update(id, { items: [{ id: item, price: fixture.prices.middle }] });
  expect(await invoicesOf(fixture, id)).toEqual(['paid 0', 'void 900', 'void 900']);
  await fixture.setDefaultCard('pm_card_visa');
  await fixture.stripe.subscriptions.resume(id, RESUME_ON_SUCCESS);
  expect(await invoicesOf(fixture, id)).toEqual(['paid 0', 'void 900', 'void 900', 'paid 2900']);
  await fixture.sandbox.close();
});

test('resumes as past_due after a decline under resume_on_payment_attempt', async () => {
  const { fixture, id } = await openPausedFixture();
  await fixture.setDefaultCard('pm_card_chargeCustomerFail');
  const resumed = await fixture.stripe.subscriptions.resume(id, { billing_cycle_anchor: { type: 'now' } });
  expect(resumed.status).toBe('past_due');
  await fixture.setDefaultCard('pm_card_visa');
  await fixture.stripe.invoices.pay(resumed.latest_invoice as string);
  expect(await stateOf(fixture, id)).toMatchObject({ status: 'active' });
  await fixture.sandbox.close();
});
