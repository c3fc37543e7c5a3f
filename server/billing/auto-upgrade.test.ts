import { expect, test } from 'vitest';

import { nextMonthStart } from '#domain/usage.ts';

import { outbox } from '#server/db/schema-mail.ts';
import { planUpgrades } from '#server/db/schema-plans.ts';
import { openShop, type TestSeller, type TestShop } from '#server/testing.ts';
import { openRoad, TRIES } from '#server/testing-faults.ts';
import {
  atProvider,
  DAY_MS,
  giveCard,
  payingSeller,
  planRowOf,
  sellerOnTrial,
  statusOf,
} from '#server/testing-plans.ts';
import { refundNewest } from '#server/testing-refunds.ts';

const UPDATE = /^POST \/v1\/subscriptions\/sub_/;

/** Makes a sale at this price. */
async function sell(shop: TestShop, seller: TestSeller, price: string): Promise<void> {
  const slug = `page-${crypto.randomUUID()}`;
  await seller.publish({ price }, slug);
  const { body } = await shop.call('create-checkout-session', { slug });
  await shop.pay(body.url);
}

const upgradesIn = ({ context: { db } }: TestShop) =>
  db.select().from(planUpgrades).orderBy(planUpgrades.createdAt);

const mailsIn = async ({ context: { db } }: TestShop, kind: string) =>
  (await db.select().from(outbox)).filter((mail) => mail.kind === kind);

/** Lists the charges for plans after the first month. */
const chargedFor = async (shop: TestShop) => (await atProvider(shop)).charged.slice(1);

/** Advances the clock and waits for due work. */
async function wait(shop: TestShop, ms: number) {
  shop.sandbox?.clock.moveTo(new Date(shop.context.now().getTime() + ms));
  await shop.settled();
}

/** Creates an app at the start of a month. */
async function openShopEarly(parts: Parameters<typeof openShop>[0] = {}): Promise<TestShop> {
  const shop = await openShop(parts);
  shop.sandbox?.clock.moveTo(nextMonthStart(shop.context.now()));
  return shop;
}

/** Creates a Starter seller whose sales are above the limit and whose upgrade Stripe has rejected. */
async function openWaiting(refusals = 1): Promise<{ shop: TestShop; seller: TestSeller }> {
  const road = openRoad();
  const shop = await openShopEarly({ aroundProvider: road.aroundProvider });
  const seller = await payingSeller(shop);
  road.break(UPDATE, '429', refusals * TRIES);
  await sell(shop, seller, '3001');
  expect(await upgradesIn(shop)).toMatchObject([{ toPlan: 'growth', state: 'waiting', attempts: 1 }]);
  return { shop, seller };
}

test('upgrades a seller who passes the limit, charges the difference once and sends an email', async () => {
  const shop = await openShopEarly();
  const seller = await payingSeller(shop);
  await sell(shop, seller, '2900');
  expect(await chargedFor(shop)).toEqual([]);
  await sell(shop, seller, '101');
  expect(await statusOf(seller)).toMatchObject({ status: 'active', currentPlan: 'growth' });
  const [charge = 0, ...more] = await chargedFor(shop);
  expect(more).toEqual([]);
    // Nearly the whole month remains for both prices.
  expect(charge).toBeGreaterThan(1900);
  expect(charge).toBeLessThanOrEqual(2000);
  expect(await upgradesIn(shop)).toMatchObject([{ state: 'done', charged: charge, toPlan: 'growth' }]);
  const [mail, ...others] = await mailsIn(shop, 'plan_upgraded');
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    recipient: seller.email,
    props: { from: 'starter', to: 'growth', charged: charge },
  });
  await sell(shop, seller, '50');
  expect(await chargedFor(shop)).toEqual([charge]);
});

test('upgrades to the largest required plan with one charge', async () => {
  const shop = await openShopEarly();
  const seller = await payingSeller(shop);
  await sell(shop, seller, '10001');
  expect(await statusOf(seller)).toMatchObject({ currentPlan: 'pro', needsUpgrade: false });
  expect(await chargedFor(shop)).toHaveLength(1);
});

test('charges once for each of two upgrades in a month', async () => {
  const shop = await openShopEarly();
  const seller = await payingSeller(shop);
  await sell(shop, seller, '4000');
  await sell(shop, seller, '7000');
  expect(await statusOf(seller)).toMatchObject({ currentPlan: 'pro' });
  expect(await chargedFor(shop)).toHaveLength(2);
  expect((await upgradesIn(shop)).map(({ fromPlan, toPlan, state }) => [fromPlan, toPlan, state])).toEqual([
    ['starter', 'growth', 'done'],
    ['growth', 'pro', 'done'],
  ]);
});

test('switches the plan without a charge during a trial', async () => {
  const shop = await openShopEarly();
  const seller = await sellerOnTrial(shop);
  await sell(shop, seller, '3001');
  expect(await statusOf(seller)).toMatchObject({ status: 'trialing', currentPlan: 'growth' });
  expect((await atProvider(shop)).charged).toEqual([]);
  expect(await mailsIn(shop, 'plan_upgraded')).toMatchObject([{ props: { to: 'growth', charged: 0 } }]);
});

test('keeps the plan when the card is declined and retries daily, five times at most', async () => {
  const shop = await openShopEarly();
  const seller = await payingSeller(shop);
  await giveCard(shop, seller, 'pm_card_chargeCustomerFail');
  await sell(shop, seller, '3001');
  expect(await statusOf(seller)).toMatchObject({ currentPlan: 'starter', access: true });
  expect(await mailsIn(shop, 'upgrade_needs_payment')).toMatchObject([
    { props: { to: 'growth', reason: 'declined' } },
  ]);
  for (let tries = 1; tries <= 5; tries++) {
    expect(await upgradesIn(shop)).toMatchObject([{ state: 'needs_payment', attempts: tries }]);
    await wait(shop, DAY_MS - 60_000);
    expect(await upgradesIn(shop)).toMatchObject([{ attempts: tries }]);
    await wait(shop, 60_000);
  }
  await wait(shop, 20 * DAY_MS);
  expect(await upgradesIn(shop)).toMatchObject([{ state: 'needs_payment', attempts: 5 }]);
  expect(await chargedFor(shop)).toEqual([]);
  expect(await mailsIn(shop, 'upgrade_needs_payment')).toHaveLength(1);
});

test('upgrades as soon as a declined card is replaced', async () => {
  const shop = await openShopEarly();
  const seller = await payingSeller(shop);
  await giveCard(shop, seller, 'pm_card_chargeCustomerFail');
  await sell(shop, seller, '3001');
  await giveCard(shop, seller, 'pm_card_visa');
  await shop.settled();
  expect(await planRowOf(shop, seller)).toMatchObject({ plan: 'growth', status: 'active' });
  expect(await chargedFor(shop)).toHaveLength(1);
  expect(await upgradesIn(shop)).toMatchObject([{ state: 'done' }]);
});

test('skips an upgrade of a plan that is canceled at period end', async () => {
  const shop = await openShopEarly();
  const seller = await payingSeller(shop);
  await seller.call('cancel-subscription', {});
  await sell(shop, seller, '3001');
  const after = await statusOf(seller);
  expect(after).toMatchObject({ currentPlan: 'starter' });
  expect(after.cancelAt).not.toBeNull();
  expect(await upgradesIn(shop)).toMatchObject([{ state: 'skipped' }]);
  await seller.call('reactivate-subscription', {});
  await sell(shop, seller, '1');
  expect(await statusOf(seller)).toMatchObject({ currentPlan: 'growth', cancelAt: null });
  expect(await chargedFor(shop)).toHaveLength(1);
});

test.for(['time-out before', 'time-out after', '500 after', '429'] as const)(
  'retries later and charges once when Stripe fails (%s)',
  async (fault) => {
    const road = openRoad();
    const shop = await openShopEarly({ aroundProvider: road.aroundProvider });
    const seller = await payingSeller(shop);
    road.break(UPDATE, fault, TRIES);
    await sell(shop, seller, '3001');
    for (let tries = 0; tries < 4; tries++) await wait(shop, 130_000);
    expect(await statusOf(seller)).toMatchObject({ currentPlan: 'growth' });
    const [charge, ...more] = await chargedFor(shop);
    expect(more).toEqual([]);
    expect(await upgradesIn(shop)).toMatchObject([{ state: 'done', charged: charge }]);
    expect(await mailsIn(shop, 'plan_upgraded')).toMatchObject([{ props: { charged: charge } }]);
  },
);

test('runs an upgrade of a crashed process after its lease expires', async () => {
  const { shop, seller } = await openWaiting();
  const leased = new Date(shop.context.now().getTime() + 120_000);
  await shop.context.db.update(planUpgrades).set({ nextAt: leased });
  await shop.settled();
  expect(await statusOf(seller)).toMatchObject({ currentPlan: 'starter' });
  await wait(shop, 121_000);
  expect(await statusOf(seller)).toMatchObject({ currentPlan: 'growth' });
  expect(await chargedFor(shop)).toHaveLength(1);
});

test('skips an upgrade that a refund made unnecessary until the limit is passed again', async () => {
  const { shop, seller } = await openWaiting();
  await refundNewest(shop, seller, '100');
  await wait(shop, 60_000);
  expect(await upgradesIn(shop)).toMatchObject([{ state: 'skipped' }]);
  expect(await statusOf(seller)).toMatchObject({ currentPlan: 'starter' });
  await sell(shop, seller, '100');
  expect(await statusOf(seller)).toMatchObject({ currentPlan: 'growth' });
  expect(await chargedFor(shop)).toHaveLength(1);
});

test('makes one upgrade when sales pass a second limit before the first upgrade is made', async () => {
  const { shop, seller } = await openWaiting(2);
  await sell(shop, seller, '8000');
  expect((await upgradesIn(shop)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  await wait(shop, 60_000);
  expect(await statusOf(seller)).toMatchObject({ currentPlan: 'pro' });
  expect(await chargedFor(shop)).toHaveLength(1);
  expect((await upgradesIn(shop)).map(({ toPlan, state }) => `${toPlan} ${state}`).toSorted()).toEqual([
    'growth skipped',
    'pro done',
  ]);
});

test('skips an upgrade after the end of its month', async () => {
  const { shop, seller } = await openWaiting();
  await wait(shop, 25 * DAY_MS);
  expect(await statusOf(seller)).toMatchObject({
    currentPlan: 'starter',
    monthlySales: { amount: 0, transactions: 0, exceeded: false },
  });
  expect(await upgradesIn(shop)).toMatchObject([{ state: 'skipped' }]);
});
