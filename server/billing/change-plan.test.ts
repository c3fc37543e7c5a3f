import { expect, test } from 'vitest';

import type { PlanId } from '#domain/plans.ts';
import { addToMonths } from '#server/db/monthly-sales.ts';
import { openShop, type TestSeller, type TestShop } from '#server/testing.ts';
import { openRoad } from '#server/testing-faults.ts';
import {
  atProvider,
  giveCard,
  passDays,
  payingSeller,
  planRowOf,
  sellerIdOf,
  sellerOnTrial,
  statusOf,
} from '#server/testing-plans.ts';
import { monthOf } from '#domain/usage.ts';
import { changePlan } from './change-plan.ts';

const wish = (seller: TestSeller, targetPlan: PlanId) =>
  seller.call('upgrade-subscription', { targetPlan, userId: seller.session.user.id });

async function sell(shop: TestShop, seller: TestSeller, dollars: number): Promise<void> {
  const { db, mode, now } = shop.context;
  const sum = { usdCents: dollars * 100, transactions: 1 };
  const change = { ...sum, sellerId: await sellerIdOf(shop, seller), month: monthOf(now()) };
  await addToMonths(db, mode, [change]);
}

test('upgrades at once and charges the difference for the rest of the period', async () => {
  const shop = await openShop();
  const seller = await payingSeller(shop);
  const { body, status } = await wish(seller, 'growth');
  expect(status).toBe(200);
  expect(body).toMatchObject({ change: 'upgraded', plan: 'growth', at: null, url: null });
  // Nearly the whole period remains.
  expect(body.charged).toBeGreaterThan(1950);
  expect(body.charged).toBeLessThanOrEqual(2000);
  await shop.settled();
  expect(await statusOf(seller)).toMatchObject({ status: 'active', currentPlan: 'growth', due: null });
  expect((await atProvider(shop)).charged).toEqual([900, body.charged]);
  // A second request within the hour gets the same response as the first.
  expect((await wish(seller, 'growth')).body).toEqual(body);
  await passDays(shop, 0.1);
  expect(await wish(seller, 'growth')).toMatchObject({ status: 409, body: { error: { code: 'plan_held' } } });
  expect((await atProvider(shop)).charged).toHaveLength(2);
});

test('rejects the id of another user', async () => {
  const shop = await openShop();
  const [seller, other] = [await sellerOnTrial(shop), await sellerOnTrial(shop)];
  const answer = await seller.call('upgrade-subscription', {
    targetPlan: 'pro',
    userId: other.session.user.id,
  });
  expect(answer).toMatchObject({
    status: 403,
    body: { error: { code: 'another_user', title: 'Failed to upgrade plan' } },
  });
  for (const one of [seller, other]) expect((await statusOf(one, true)).currentPlan).toBe('starter');
});

test('rejects an unknown plan', async () => {
  const shop = await openShop();
  const seller = await sellerOnTrial(shop);
  expect((await wish(seller, 'enterprise' as PlanId)).status).toBe(400);
  expect((await seller.call('create-subscription', { planId: 'enterprise' as PlanId })).status).toBe(400);
});

test('rejects a plan change without a subscription', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  expect(await wish(seller, 'pro')).toMatchObject({
    status: 409,
    body: { error: { code: 'subscription_missing' } },
  });
});

test('asks for a card before an upgrade and returns the portal URL', async () => {
  const shop = await openShop();
  const seller = await payingSeller(shop);
  const { card, subscriptionId } = await planRowOf(shop, seller);
  expect(card).not.toBeNull();
  const { paymentMethods } = shop.context.stripe.plans;
  const { customerId } = await planRowOf(shop, seller);
  for (const { id } of (await paymentMethods.list({ customer: customerId ?? '' })).data)
    await paymentMethods.detach(id);
  await shop.settled();
  const { status, body } = await wish(seller, 'pro');
  expect([status, body.error?.code]).toEqual([402, 'payment_method_needed']);
  expect(String(body.error?.url)).toContain('/sandbox/portal/');
  expect(subscriptionId).toBe((await planRowOf(shop, seller)).subscriptionId);
  expect((await statusOf(seller)).currentPlan).toBe('starter');
});

test.for([
  ['pm_card_chargeCustomerFail', 'Your card was declined.'],
  ['pm_card_authenticationRequired', 'Your bank wants you to confirm the payment.'],
] as const)(
  'keeps an upgrade that cannot be charged (%s) pending with one invoice',
  async ([card, words]) => {
    const shop = await openShop();
    const seller = await payingSeller(shop);
    await giveCard(shop, seller, card);
    const first = await wish(seller, 'growth');
    expect(first).toMatchObject({
      status: 200,
      body: { change: 'payment_needed', plan: 'growth', charged: 0 },
    });
    expect(first.body.url).toContain('/sandbox/invoice/');
    expect(first.body.message).toContain(words);
    expect(await statusOf(seller)).toMatchObject({ currentPlan: 'starter', due: { plan: 'growth' } });
    expect((await wish(seller, 'growth')).body).toEqual(first.body);

    await giveCard(shop, seller, 'pm_card_visa');
    const id = new URL(first.body.url ?? '').pathname.split('/').at(-1) ?? '';
    await shop.context.stripe.plans.invoices.pay(id);
    await shop.settled();
    expect(await statusOf(seller)).toMatchObject({ currentPlan: 'growth', due: null });
    expect((await atProvider(shop)).charged).toHaveLength(2);
  },
);

test('replaces a pending upgrade when another plan is chosen', async () => {
  const shop = await openShop();
  const seller = await payingSeller(shop);
  await giveCard(shop, seller, 'pm_card_chargeCustomerFail');
  await wish(seller, 'growth');
  expect((await wish(seller, 'pro')).body).toMatchObject({ change: 'payment_needed', plan: 'pro' });
  expect(await statusOf(seller)).toMatchObject({ currentPlan: 'starter', due: { plan: 'pro' } });
  const { data } = await shop.context.stripe.plans.invoices.list({ status: 'open' });
  expect(data).toHaveLength(1);
});

test('drops an upgrade that is not paid in time', async () => {
  const shop = await openShop();
  const seller = await payingSeller(shop);
  await giveCard(shop, seller, 'pm_card_chargeCustomerFail');
  await wish(seller, 'growth');
  await passDays(shop, 1);
  expect(await statusOf(seller)).toMatchObject({ status: 'active', currentPlan: 'starter', due: null });
  await giveCard(shop, seller, 'pm_card_visa');
  expect((await wish(seller, 'growth')).body).toMatchObject({ change: 'upgraded' });
});

test('cancels a pending upgrade when the current plan is chosen', async () => {
  const shop = await openShop();
  const seller = await payingSeller(shop);
  await giveCard(shop, seller, 'pm_card_chargeCustomerFail');
  await wish(seller, 'growth');
  expect((await wish(seller, 'starter')).body).toMatchObject({ change: 'kept', plan: 'starter' });
  expect(await statusOf(seller)).toMatchObject({ currentPlan: 'starter', due: null });
});

test('schedules a downgrade for the next period and lets the seller undo it', async () => {
  const shop = await openShop();
  const seller = await payingSeller(shop, 'growth');
  const { currentPeriodEnd: at } = await statusOf(seller);
  for (let times = 0; times < 2; times++)
    expect((await wish(seller, 'starter')).body).toMatchObject({ change: 'scheduled', plan: 'starter', at });
  expect(await statusOf(seller)).toMatchObject({
    currentPlan: 'growth',
    pendingPlan: { plan: 'starter', at },
  });
  expect((await wish(seller, 'growth')).body).toMatchObject({ change: 'kept', plan: 'growth' });
  expect((await statusOf(seller)).pendingPlan).toBeNull();

  await wish(seller, 'starter');
  await passDays(shop, 31);
  expect(await statusOf(seller)).toMatchObject({ currentPlan: 'starter', pendingPlan: null });
  expect((await atProvider(shop)).charged).toEqual([2900, 900]);
});

test('replaces a scheduled downgrade by an upgrade', async () => {
  const shop = await openShop();
  const seller = await payingSeller(shop, 'growth');
  await wish(seller, 'starter');
  expect((await wish(seller, 'pro')).body).toMatchObject({ change: 'upgraded', plan: 'pro' });
  expect(await statusOf(seller)).toMatchObject({ currentPlan: 'pro', pendingPlan: null });
});

test('rejects a downgrade below the sales of this month and names both amounts', async () => {
  const shop = await openShop();
  const [paying, trying] = [await payingSeller(shop, 'growth'), await sellerOnTrial(shop, 'growth')];
  for (const seller of [paying, trying]) {
    await sell(shop, seller, 3001);
    expect(await wish(seller, 'starter')).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'downgrade_below_sales',
          message: 'This month’s sales of $3,001.00 are above the Starter limit of $3,000.00.',
        },
      },
    });
    expect(await statusOf(seller)).toMatchObject({ currentPlan: 'growth', pendingPlan: null });
  }
});

test('rejects a change while an invoice is overdue', async () => {
  const shop = await openShop();
  const seller = await payingSeller(shop);
  await giveCard(shop, seller, 'pm_card_chargeCustomerFail');
  await passDays(shop, 31);
  expect(await statusOf(seller)).toMatchObject({ status: 'past_due', access: true, due: { amount: 900 } });
  const { status, body } = await wish(seller, 'pro');
  expect([status, body.error?.code]).toEqual([402, 'payment_overdue']);
  expect(String(body.error?.url)).toContain('/sandbox/invoice/');
});

test('rejects the second of two concurrent changes', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const seller = await payingSeller(shop);
  let second: Promise<unknown> = Promise.resolve();
  road.hold(/^POST \/v1\/subscriptions\//, async () => {
    second = wish(seller, 'pro').then(({ status, body }) => [status, body.error?.code]);
    await second;
  });
  expect((await wish(seller, 'growth')).body).toMatchObject({ change: 'upgraded' });
  expect(await second).toEqual([409, 'plan_change_under_way']);
  expect((await statusOf(seller)).currentPlan).toBe('growth');
  expect((await atProvider(shop)).charged).toHaveLength(2);
});

test('reports the result of a change by the limit and never undoes a cancellation', async () => {
  const shop = await openShop();
  const [paying, ending] = [await payingSeller(shop), await payingSeller(shop)];
  const move = async (seller: TestSeller) =>
    changePlan(shop.context, await sellerIdOf(shop, seller), 'growth', { why: 'limit' });
  await ending.call('cancel-subscription', {});
  expect(await move(ending)).toMatchObject({ change: 'kept', plan: 'starter' });
  const first = await move(paying);
  expect(first).toMatchObject({ change: 'upgraded', plan: 'growth' });
  expect(await move(paying)).toEqual(first);
  expect((await atProvider(shop)).charged).toHaveLength(3);
});
