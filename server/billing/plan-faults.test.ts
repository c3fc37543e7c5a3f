import { expect, onTestFinished, test, vi } from 'vitest';

import { openShop, type TestSeller } from '#server/testing.ts';
import { PATIENCE_MS } from '#server/stripe/provider-errors.ts';
import { openTestDatabase } from '#server/testing-database.ts';
import { openRoad, TRIES } from '#server/testing-faults.ts';
import {
  atProvider,
  giveCard,
  passDays,
  payingSeller,
  planRowOf,
  sellerIdOf,
  statusOf,
} from '#server/testing-plans.ts';
import { changePlan } from './change-plan.ts';
import { fetchPlan } from './fetch-plan.ts';
import { upgradePlan } from './plan-items.ts';

const grow = (seller: TestSeller) =>
  seller.call('upgrade-subscription', { targetPlan: 'growth', userId: seller.session.user.id });

const UNAVAILABLE = { status: 503, body: { error: { code: 'provider_unavailable' } } };

test.for([
  ['customer', /^POST \/v1\/customers$/],
  ['subscription', /^POST \/v1\/subscriptions$/],
  ['price', /^POST \/v1\/prices$/],
  ['portal configuration', /^POST \/v1\/billing_portal\/configurations$/],
] as const)(
  'retries a rejected %s with a new key and starts the trial',
  async ([, made]) => {
    const road = openRoad();
    const shop = await openShop({ aroundProvider: road.aroundProvider });
    const seller = await shop.seller();
    const begin = () => seller.call('create-subscription', { planId: 'growth' });
    road.refuse(made, 'refused');
    await begin();
    expect(await begin()).toMatchObject({ status: 200, body: { status: { status: 'trialing' } } });
    expect((await atProvider(shop)).subscriptions).toHaveLength(1);
  },
);

test.for([
  ['customer', /^POST \/v1\/customers$/, 'time-out after'],
  ['subscription', /^POST \/v1\/subscriptions$/, 'time-out before'],
  ['subscription', /^POST \/v1\/subscriptions$/, 'time-out after'],
  ['subscription', /^POST \/v1\/subscriptions$/, '500 after'],
  ['price', /^POST \/v1\/prices$/, '500 after'],
] as const)(
  'never starts a second trial when the creation of a %s fails (%s, %s)',
  async ([, made, fault]) => {
    const road = openRoad();
    const shop = await openShop({ aroundProvider: road.aroundProvider });
    const seller = await shop.seller();
    const begin = () => seller.call('create-subscription', { planId: 'growth' });
    road.break(made, fault, TRIES);
    expect(await begin()).toMatchObject(UNAVAILABLE);
    const healed = await begin();
    expect(healed).toMatchObject({ status: 200, body: { created: true, status: { status: 'trialing' } } });
    expect((await atProvider(shop)).subscriptions).toHaveLength(1);
    expect((await shop.context.stripe.plans.customers.list()).data).toHaveLength(1);
    expect(await begin()).toMatchObject({ status: 200, body: { created: false } });
  },
);

test('finds a trial whose creation was not confirmed by syncing', async () => {
  const road = openRoad();
  const shop = await openShop({
    aroundProvider: road.aroundProvider,
    aroundEvents: () => async () => ({ status: 200 }),
  });
  const seller = await shop.seller();
  road.break(/^POST \/v1\/subscriptions$/, 'time-out after', TRIES);
  expect(await seller.call('create-subscription', { planId: 'pro' })).toMatchObject(UNAVAILABLE);
  expect((await statusOf(seller)).hasSubscription).toBe(false);
  await passDays(shop, 0.1);
  expect(await statusOf(seller)).toMatchObject({ status: 'trialing', currentPlan: 'pro', access: true });
});

test.for(['time-out before', 'time-out after', '500 after'] as const)(
  'charges a change whose response is lost (%s) once, however often it is requested',
  async (fault) => {
    const road = openRoad();
    const shop = await openShop({ aroundProvider: road.aroundProvider });
    const seller = await payingSeller(shop);
    road.break(/^POST \/v1\/subscriptions\/sub_/, fault, TRIES);
    expect(await grow(seller)).toMatchObject(UNAVAILABLE);
    const again = await grow(seller);
    const { charged } = await atProvider(shop);
    expect(again).toMatchObject({ status: 200, body: { change: 'upgraded', charged: charged[1] } });
    await shop.settled();
    await passDays(shop, 0.1);
    expect((await grow(seller)).body.error?.code).toBe('plan_held');
    expect((await statusOf(seller)).currentPlan).toBe('growth');
    expect((await atProvider(shop)).charged).toHaveLength(2);
  },
);

test('sends an upgrade that takes 30 seconds once and returns its charge to the second request', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const seller = await payingSeller(shop);
  const row = await planRowOf(shop, seller);
  const fetched = await fetchPlan(shop.context, row);
  if (!fetched) throw new Error('There is no plan');
  const upgrade = () => upgradePlan(shop.context, { row, fetched }, 'growth');
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  road.hold(/^POST \/v1\/subscriptions\/sub_/, () => {
    asked.resolve();
    return answered.promise;
  });
  const before = road.calls.length;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const first = expect(upgrade()).rejects.toMatchObject({ code: 'provider_unavailable' });
  await asked.promise;
  await vi.advanceTimersByTimeAsync(2 * PATIENCE_MS);
  await first;
  vi.useRealTimers();
  expect(road.calls.slice(before).filter((call) => call.startsWith('POST'))).toHaveLength(1);
  answered.resolve();
  const { charged } = await atProvider(shop);
  expect(await upgrade()).toMatchObject({ change: 'upgraded', charged: charged[1] });
  expect(charged).toHaveLength(2);
});

test('accepts an open invoice that is paid while the payment is retried', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const seller = await payingSeller(shop);
  await giveCard(shop, seller, 'pm_card_chargeCustomerFail');
  expect((await grow(seller)).body).toMatchObject({ change: 'payment_needed' });
  await giveCard(shop, seller, 'pm_card_visa');
  const { invoices } = shop.context.stripe.plans;
  const [open] = (await invoices.list({ status: 'open' })).data;
  // Paid on Stripe's page after the plan was fetched.
  road.hold(/^GET \/v1\/subscriptions\//, async () => void (await invoices.pay(open?.id ?? '')));
  expect(await grow(seller)).toMatchObject({ status: 200, body: { change: 'upgraded' } });
});

test('returns the charge of a change by the limit whose response was lost', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const seller = await payingSeller(shop);
  const sellerId = await sellerIdOf(shop, seller);
  const move = () => changePlan(shop.context, sellerId, 'growth', { why: 'limit' });
  road.break(/^POST \/v1\/subscriptions\/sub_/, 'time-out after', TRIES);
  await expect(move()).rejects.toMatchObject({ code: 'provider_unavailable' });
  await shop.settled();
  const told = await move();
  const { charged } = await atProvider(shop);
  expect(charged).toHaveLength(2);
  expect(told).toMatchObject({ change: 'upgraded', plan: 'growth', charged: charged[1] });
});

test('reports success and syncs later when a change cannot be read back', async () => {
  const road = openRoad();
  const shop = await openShop({
    aroundProvider: road.aroundProvider,
    aroundEvents: () => async () => ({ status: 200 }),
  });
  const seller = await payingSeller(shop);
  road.hold(/^POST \/v1\/subscriptions\/sub_/, async () => {
    road.break(/^GET \/v1\/subscriptions\//, 'time-out before', TRIES);
  });
  expect((await grow(seller)).body).toMatchObject({ change: 'upgraded', plan: 'growth' });
  await shop.settled();
  expect(await statusOf(seller)).toMatchObject({ currentPlan: 'growth' });
});

test('changes nothing while Stripe is unavailable and returns the stored status', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const seller = await payingSeller(shop);
  const before = await planRowOf(shop, seller);
  const asked = road.calls.length;
  await statusOf(seller);
  expect(road.calls).toHaveLength(asked);
  road.break(/./, '429', 1000);
  expect(await grow(seller)).toMatchObject(UNAVAILABLE);
  expect(await seller.call('cancel-subscription', {})).toMatchObject(UNAVAILABLE);
  expect(await seller.call('customer-portal', {})).toMatchObject(UNAVAILABLE);
  expect(await seller.call('check-subscription-status', { refresh: true })).toMatchObject({
    status: 200,
    body: { currentPlan: 'starter' },
  });
  const { plan, status, changes, cancelAt } = before;
  expect(await planRowOf(shop, seller)).toMatchObject({
    plan,
    status,
    changes,
    cancelAt,
    changingUntil: null,
  });
});

test.for(['time-out after', '500 after'] as const)(
  'creates and charges a new subscription once when the response is lost (%s)',
  async (fault) => {
    const road = openRoad();
    const shop = await openShop({ aroundProvider: road.aroundProvider });
    const seller = await payingSeller(shop);
    await seller.call('cancel-subscription', {});
    await passDays(shop, 31);
    road.break(/^POST \/v1\/subscriptions$/, fault, TRIES);
    expect(await seller.call('reactivate-subscription', {})).toMatchObject(UNAVAILABLE);
    expect((await seller.call('reactivate-subscription', {})).body).toEqual({ reactivated: true });
    await shop.settled();
    const { subscriptions, charged } = await atProvider(shop);
    expect(subscriptions).toHaveLength(2);
    expect(charged).toEqual([900, 900]);
    expect(await statusOf(seller)).toMatchObject({ status: 'active', access: true });
  },
);

test('starts one trial when two processes start it at once', async () => {
  const database = await openTestDatabase();
  const first = await openShop({ database });
  const second = await openShop({
    database: { ...database, close: () => Promise.resolve() },
    aroundProvider: (own) => first.sandbox?.api ?? own,
  });
  const seller = await first.seller();
  const elsewhere = (planId: 'starter') =>
    second
      .request('/functions/v1/create-subscription', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${seller.session.access_token}`,
        },
        body: JSON.stringify({ planId }),
      })
      .then(async (answer) => ({
        status: answer.status,
        body: (await answer.json()) as { created: boolean },
      }));
  const answers = await Promise.all([
    seller.call('create-subscription', { planId: 'starter' }),
    elsewhere('starter'),
    seller.call('create-subscription', { planId: 'starter' }),
    elsewhere('starter'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers.filter(({ body }) => body.created)).toHaveLength(1);
  expect((await atProvider(first)).subscriptions).toHaveLength(1);
});
