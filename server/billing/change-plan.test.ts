import { expect, test } from 'vitest';

import type { PlanId } from '#domain/plans.ts';
import { getMonth } from '#domain/usage.ts';
import { addToMonthlySales } from '#server/billing/queries/monthly-sales.ts';
import { createFaultyStripe } from '#server/testing/faulty-stripe.ts';
import {
  listStripeBilling,
  attachCard,
  advanceDays,
  createPayingSeller,
  getPlanRow,
  sellerIdOf,
  createTrialSeller,
  getPlanStatus,
} from '#server/testing/seller-plans.ts';
import { createTestApp, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

import { changePlan } from './change-plan.ts';

const requestPlan = (seller: TestSeller, targetPlan: PlanId) =>
  seller.rpc('upgrade-subscription', { targetPlan, userId: seller.session.user.id });

async function addSales(app: TestApp, seller: TestSeller, dollars: number): Promise<void> {
  const { db, mode, now } = app.context;
  const sum = { usdCents: dollars * 100, transactions: 1 };
  const change = { ...sum, sellerId: await sellerIdOf(app, seller), month: getMonth(now()) };
  await addToMonthlySales(db, mode, [change]);
}

test('upgrades at once and charges the difference for the rest of the period', async () => {
  const app = await createTestApp();
  const seller = await createPayingSeller(app);
  const { body, status } = await requestPlan(seller, 'growth');
  expect(status).toBe(200);
  expect(body).toMatchObject({ change: 'upgraded', plan: 'growth', at: null, url: null });
  // Nearly the whole period remains.
  expect(body.charged).toBeGreaterThan(1950);
  expect(body.charged).toBeLessThanOrEqual(2000);
  await app.waitUntilIdle();
  expect(await getPlanStatus(seller)).toMatchObject({ status: 'active', currentPlan: 'growth', due: null });
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([900, body.charged]);
  // A second request within the hour gets the same response as the first.
  expect((await requestPlan(seller, 'growth')).body).toEqual(body);
  await advanceDays(app, 0.1);
  expect(await requestPlan(seller, 'growth')).toMatchObject({
    status: 409,
    body: { error: { code: 'plan_held' } },
  });
  expect((await listStripeBilling(app)).chargedAmounts).toHaveLength(2);
});

test('rejects the id of another user', async () => {
  const app = await createTestApp();
  const [seller, otherSeller] = [await createTrialSeller(app), await createTrialSeller(app)];
  const response = await seller.rpc('upgrade-subscription', {
    targetPlan: 'pro',
    userId: otherSeller.session.user.id,
  });
  expect(response).toMatchObject({
    status: 403,
    body: { error: { code: 'another_user', title: 'Failed to upgrade plan' } },
  });
  for (const each of [seller, otherSeller]) expect((await getPlanStatus(each, true)).currentPlan).toBe('starter');
});

test('rejects an unknown plan', async () => {
  const app = await createTestApp();
  const seller = await createTrialSeller(app);
  expect((await requestPlan(seller, 'enterprise' as PlanId)).status).toBe(400);
  expect((await seller.rpc('create-subscription', { planId: 'enterprise' as PlanId })).status).toBe(400);
});

test('rejects a plan change without a subscription', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  expect(await requestPlan(seller, 'pro')).toMatchObject({
    status: 409,
    body: { error: { code: 'subscription_missing' } },
  });
});

test('asks for a card before an upgrade and returns the portal URL', async () => {
  const app = await createTestApp();
  const seller = await createPayingSeller(app);
  const { card, subscriptionId } = await getPlanRow(app, seller);
  expect(card).not.toBeNull();
  const { paymentMethods } = app.context.stripe.plans;
  const { customerId } = await getPlanRow(app, seller);
  for (const { id } of (await paymentMethods.list({ customer: customerId ?? '' })).data)
    await paymentMethods.detach(id);
  await app.waitUntilIdle();
  const { status, body } = await requestPlan(seller, 'pro');
  expect([status, body.error?.code]).toEqual([402, 'payment_method_needed']);
  expect(String(body.error?.url)).toContain('/sandbox/portal/');
  expect(subscriptionId).toBe((await getPlanRow(app, seller)).subscriptionId);
  expect((await getPlanStatus(seller)).currentPlan).toBe('starter');
});

test.for([
  ['pm_card_chargeCustomerFail', 'Your card was declined.'],
  ['pm_card_authenticationRequired', 'Your bank requires you to confirm the payment.'],
] as const)(
  'keeps an upgrade that cannot be charged (%s) pending with one invoice',
  async ([card, expectedMessage]) => {
    const app = await createTestApp();
    const seller = await createPayingSeller(app);
    await attachCard(app, seller, card);
    const first = await requestPlan(seller, 'growth');
    expect(first).toMatchObject({
      status: 200,
      body: { change: 'payment_needed', plan: 'growth', charged: 0 },
    });
    expect(first.body.url).toContain('/sandbox/invoice/');
    expect(first.body.message).toContain(expectedMessage);
    expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'starter', due: { plan: 'growth' } });
    expect((await requestPlan(seller, 'growth')).body).toEqual(first.body);

    await attachCard(app, seller, 'pm_card_visa');
    const id = new URL(first.body.url ?? '').pathname.split('/').at(-1) ?? '';
    await app.context.stripe.plans.invoices.pay(id);
    await app.waitUntilIdle();
    expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'growth', due: null });
    expect((await listStripeBilling(app)).chargedAmounts).toHaveLength(2);
  },
);

test('replaces a pending upgrade when another plan is chosen', async () => {
  const app = await createTestApp();
  const seller = await createPayingSeller(app);
  await attachCard(app, seller, 'pm_card_chargeCustomerFail');
  await requestPlan(seller, 'growth');
  expect((await requestPlan(seller, 'pro')).body).toMatchObject({ change: 'payment_needed', plan: 'pro' });
  expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'starter', due: { plan: 'pro' } });
  const { data } = await app.context.stripe.plans.invoices.list({ status: 'open' });
  expect(data).toHaveLength(1);
});

test('drops an upgrade that is not paid in time', async () => {
  const app = await createTestApp();
  const seller = await createPayingSeller(app);
  await attachCard(app, seller, 'pm_card_chargeCustomerFail');
  await requestPlan(seller, 'growth');
  await advanceDays(app, 1);
  expect(await getPlanStatus(seller)).toMatchObject({ status: 'active', currentPlan: 'starter', due: null });
  await attachCard(app, seller, 'pm_card_visa');
  expect((await requestPlan(seller, 'growth')).body).toMatchObject({ change: 'upgraded' });
});

test('cancels a pending upgrade when the current plan is chosen', async () => {
  const app = await createTestApp();
  const seller = await createPayingSeller(app);
  await attachCard(app, seller, 'pm_card_chargeCustomerFail');
  await requestPlan(seller, 'growth');
  expect((await requestPlan(seller, 'starter')).body).toMatchObject({ change: 'kept', plan: 'starter' });
  expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'starter', due: null });
});

test('schedules a downgrade for the next period and lets the seller undo it', async () => {
  const app = await createTestApp();
  const seller = await createPayingSeller(app, 'growth');
  const { currentPeriodEnd: at } = await getPlanStatus(seller);
  for (let times = 0; times < 2; times++)
    expect((await requestPlan(seller, 'starter')).body).toMatchObject({
      change: 'scheduled',
      plan: 'starter',
      at,
    });
  expect(await getPlanStatus(seller)).toMatchObject({
    currentPlan: 'growth',
    pendingPlan: { plan: 'starter', at },
  });
  expect((await requestPlan(seller, 'growth')).body).toMatchObject({ change: 'kept', plan: 'growth' });
  expect((await getPlanStatus(seller)).pendingPlan).toBeNull();

  await requestPlan(seller, 'starter');
  await advanceDays(app, 31);
  expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'starter', pendingPlan: null });
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([2900, 900]);
});

test('replaces a scheduled downgrade by an upgrade', async () => {
  const app = await createTestApp();
  const seller = await createPayingSeller(app, 'growth');
  await requestPlan(seller, 'starter');
  expect((await requestPlan(seller, 'pro')).body).toMatchObject({ change: 'upgraded', plan: 'pro' });
  expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'pro', pendingPlan: null });
});

test('rejects a downgrade below the sales of this month and names both amounts', async () => {
  const app = await createTestApp();
  const [paying, onTrial] = [await createPayingSeller(app, 'growth'), await createTrialSeller(app, 'growth')];
  for (const seller of [paying, onTrial]) {
    await addSales(app, seller, 3001);
    expect(await requestPlan(seller, 'starter')).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'downgrade_below_sales',
          message: 'Your sales of $3,001.00 this month are above the Starter limit of $3,000.00.',
        },
      },
    });
    expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'growth', pendingPlan: null });
  }
});

test('rejects a change while an invoice is overdue', async () => {
  const app = await createTestApp();
  const seller = await createPayingSeller(app);
  await attachCard(app, seller, 'pm_card_chargeCustomerFail');
  await advanceDays(app, 31);
  expect(await getPlanStatus(seller)).toMatchObject({
    status: 'past_due',
    access: true,
    due: { amount: 900 },
  });
  const { status, body } = await requestPlan(seller, 'pro');
  expect([status, body.error?.code]).toEqual([402, 'payment_overdue']);
  expect(String(body.error?.url)).toContain('/sandbox/invoice/');
});

test('rejects the second of two concurrent changes', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await createPayingSeller(app);
  let secondResult: Promise<unknown> = Promise.resolve();
  transport.delayOnce(/^POST \/v1\/subscriptions\//, async () => {
    secondResult = requestPlan(seller, 'pro').then(({ status, body }) => [status, body.error?.code]);
    await secondResult;
  });
  expect((await requestPlan(seller, 'growth')).body).toMatchObject({ change: 'upgraded' });
  expect(await secondResult).toEqual([409, 'plan_change_under_way']);
  expect((await getPlanStatus(seller)).currentPlan).toBe('growth');
  expect((await listStripeBilling(app)).chargedAmounts).toHaveLength(2);
});

test('reports the result of a change by the limit and never undoes a cancellation', async () => {
  const app = await createTestApp();
  const [paying, canceled] = [await createPayingSeller(app), await createPayingSeller(app)];
  const changeByLimit = async (seller: TestSeller) =>
    changePlan(app.context, await sellerIdOf(app, seller), 'growth', { reason: 'limit' });
  await canceled.rpc('cancel-subscription', {});
  expect(await changeByLimit(canceled)).toMatchObject({ change: 'kept', plan: 'starter' });
  const first = await changeByLimit(paying);
  expect(first).toMatchObject({ change: 'upgraded', plan: 'growth' });
  expect(await changeByLimit(paying)).toEqual(first);
  expect((await listStripeBilling(app)).chargedAmounts).toHaveLength(3);
});
