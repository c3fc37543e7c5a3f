import { expect, test } from 'vitest';

import { openShop } from '#server/testing.ts';
import { atProvider, giveCard, mailsOf, passDays, sellerOnTrial, statusOf } from '#server/testing-plans.ts';

test('starts one trial on the first plan for five concurrent calls and reports one creation', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => seller.call('create-subscription', { planId: 'growth' })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect(answers.filter(({ body }) => body.created)).toHaveLength(1);
  await shop.settled();
  const { subscriptions, charged } = await atProvider(shop);
  expect(subscriptions).toHaveLength(1);
  expect(charged).toEqual([]);
  expect(answers[0]?.body.status).toMatchObject({
    hasSubscription: true,
    status: 'trialing',
    currentPlan: 'growth',
    access: true,
    card: null,
    monthlySales: { amount: 0, limit: 10_000 },
  });
  expect(await mailsOf(shop)).toEqual(['welcome_trial']);
});

test('switches the plan of a trial without a charge and ignores the same plan', async () => {
  const shop = await openShop();
  const seller = await sellerOnTrial(shop, 'starter', 'pm_card_visa');
  const before = await statusOf(seller);
  const wish = () => seller.call('create-subscription', { planId: 'pro' });
  for (let times = 0; times < 2; times++)
    expect(await wish()).toMatchObject({ status: 200, body: { success: true, created: false } });
  expect(await statusOf(seller)).toMatchObject({ currentPlan: 'pro', trialEndsAt: before.trialEndsAt });
  expect((await atProvider(shop)).charged).toEqual([]);
});

test('sends two reminders, pauses a trial without a card and never starts a second one', async () => {
  const shop = await openShop();
  const seller = await sellerOnTrial(shop);
  await passDays(shop, 4.1);
  await passDays(shop, 2);
  expect(await mailsOf(shop)).toEqual(['welcome_trial', 'trial_ends 3', 'trial_ends 1']);
  expect((await statusOf(seller)).access).toBe(true);
  await passDays(shop, 1);
  expect(await statusOf(seller)).toMatchObject({ hasSubscription: true, status: 'canceled', access: false });
  expect(await mailsOf(shop)).toEqual(['welcome_trial', 'trial_ends 3', 'trial_ends 1', 'trial_ended']);
  expect(await seller.call('create-subscription', { planId: 'starter' })).toMatchObject({
    status: 409,
    body: { error: { code: 'subscription_exists', title: 'Failed to start trial. Please try again.' } },
  });
  expect((await atProvider(shop)).subscriptions).toHaveLength(1);
});

test('sends no reminders that a clock jump skipped', async () => {
  const shop = await openShop();
  await sellerOnTrial(shop);
  await passDays(shop, 8);
  expect(await mailsOf(shop)).toEqual(['welcome_trial', 'trial_ended']);
});

test('turns a trial with a card into a plan that is charged monthly', async () => {
  const shop = await openShop();
  const seller = await sellerOnTrial(shop);
  await giveCard(shop, seller, 'pm_card_visa');
  expect((await statusOf(seller)).card).toEqual({ brand: 'visa', last4: '4242' });
  await passDays(shop, 7.1);
  expect(await statusOf(seller)).toMatchObject({ status: 'active', access: true, due: null });
  expect((await atProvider(shop)).charged).toEqual([900]);
  await passDays(shop, 31);
  expect((await atProvider(shop)).charged).toEqual([900, 900]);
});

test('ends trials and notices renewals without any event', async () => {
  const shop = await openShop({ aroundEvents: () => async () => ({ status: 200 }) });
  const [bare, paying] = [await sellerOnTrial(shop), await sellerOnTrial(shop)];
  await giveCard(shop, paying, 'pm_card_visa');
  await passDays(shop, 8.5);
  expect(await statusOf(bare)).toMatchObject({ status: 'canceled', access: false });
  expect(await statusOf(paying)).toMatchObject({ status: 'active', access: true });
});

test("returns Stripe's state when the status is refreshed", async () => {
  const shop = await openShop({ aroundEvents: () => async () => ({ status: 200 }) });
  const seller = await sellerOnTrial(shop, 'starter', 'pm_card_visa');
  expect((await statusOf(seller)).card).toBeNull();
  expect((await statusOf(seller, true)).card).toEqual({ brand: 'visa', last4: '4242' });
});

test('reports that a seller has no plan', async () => {
  const shop = await openShop();
  expect(await statusOf(await shop.seller())).toMatchObject({
    hasSubscription: false,
    status: null,
    currentPlan: null,
    access: false,
    monthlySales: { amount: 0, limit: null, percentage: 0 },
  });
});
