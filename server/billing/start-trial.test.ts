import { expect, test } from 'vitest';

import {
  listStripeBilling,
  attachCard,
  listPlanEmails,
  advanceDays,
  createTrialSeller,
  getPlanStatus,
} from '#server/testing/seller-plans.ts';
import { createTestApp } from '#server/testing/test-app.ts';

test('starts one trial on the first plan for five concurrent calls and reports one creation', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => seller.rpc('create-subscription', { planId: 'growth' })),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect(responses.filter(({ body }) => body.created)).toHaveLength(1);
  await app.waitUntilIdle();
  const { subscriptions, chargedAmounts: charged } = await listStripeBilling(app);
  expect(subscriptions).toHaveLength(1);
  expect(charged).toEqual([]);
  expect(responses[0]?.body.status).toMatchObject({
    hasSubscription: true,
    status: 'trialing',
    currentPlan: 'growth',
    access: true,
    card: null,
    monthlySales: { amount: 0, limit: 10_000 },
  });
  expect(await listPlanEmails(app)).toEqual(['welcome_trial']);
});

test('switches the plan of a trial without a charge and ignores the same plan', async () => {
  const app = await createTestApp();
  const seller = await createTrialSeller(app, 'starter', 'pm_card_visa');
  const before = await getPlanStatus(seller);
  const requestPro = () => seller.rpc('create-subscription', { planId: 'pro' });
  for (let attempt = 0; attempt < 2; attempt++)
    expect(await requestPro()).toMatchObject({ status: 200, body: { success: true, created: false } });
  expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'pro', trialEndsAt: before.trialEndsAt });
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([]);
});

test('sends two reminders, pauses a trial without a card and never starts a second one', async () => {
  const app = await createTestApp();
  const seller = await createTrialSeller(app);
  await advanceDays(app, 4.1);
  await advanceDays(app, 2);
  expect(await listPlanEmails(app)).toEqual(['welcome_trial', 'trial_ends 3', 'trial_ends 1']);
  expect((await getPlanStatus(seller)).access).toBe(true);
  await advanceDays(app, 1);
  expect(await getPlanStatus(seller)).toMatchObject({
    hasSubscription: true,
    status: 'canceled',
    access: false,
  });
  expect(await listPlanEmails(app)).toEqual(['welcome_trial', 'trial_ends 3', 'trial_ends 1', 'trial_ended']);
  expect(await seller.rpc('create-subscription', { planId: 'starter' })).toMatchObject({
    status: 409,
    body: { error: { code: 'subscription_exists', title: 'Failed to start trial. Please try again.' } },
  });
  expect((await listStripeBilling(app)).subscriptions).toHaveLength(1);
});

test('sends no reminders that a clock jump skipped', async () => {
  const app = await createTestApp();
  await createTrialSeller(app);
  await advanceDays(app, 8);
  expect(await listPlanEmails(app)).toEqual(['welcome_trial', 'trial_ended']);
});

test('turns a trial with a card into a plan that is charged monthly', async () => {
  const app = await createTestApp();
  const seller = await createTrialSeller(app);
  await attachCard(app, seller, 'pm_card_visa');
  expect((await getPlanStatus(seller)).card).toEqual({ brand: 'visa', last4: '4242' });
  await advanceDays(app, 7.1);
  expect(await getPlanStatus(seller)).toMatchObject({ status: 'active', access: true, due: null });
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([900]);
  await advanceDays(app, 31);
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([900, 900]);
});

test('ends trials and notices renewals without any event', async () => {
  const app = await createTestApp({ wrapEventDelivery: () => async () => ({ status: 200 }) });
  const [withoutCard, paying] = [await createTrialSeller(app), await createTrialSeller(app)];
  await attachCard(app, paying, 'pm_card_visa');
  await advanceDays(app, 8.5);
  expect(await getPlanStatus(withoutCard)).toMatchObject({ status: 'canceled', access: false });
  expect(await getPlanStatus(paying)).toMatchObject({ status: 'active', access: true });
});

test("returns Stripe's state when the status is refreshed", async () => {
  const app = await createTestApp({ wrapEventDelivery: () => async () => ({ status: 200 }) });
  const seller = await createTrialSeller(app, 'starter', 'pm_card_visa');
  expect((await getPlanStatus(seller)).card).toBeNull();
  expect((await getPlanStatus(seller, true)).card).toEqual({ brand: 'visa', last4: '4242' });
});

test('reports that a seller has no plan', async () => {
  const app = await createTestApp();
  expect(await getPlanStatus(await app.signUpSeller())).toMatchObject({
    hasSubscription: false,
    status: null,
    currentPlan: null,
    access: false,
    monthlySales: { amount: 0, limit: null, percentage: 0 },
  });
});
