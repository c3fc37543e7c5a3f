import { expect, test } from 'vitest';

import { DAY_MS } from '#domain/time-units.ts';
import { getNextMonthStart } from '#domain/usage.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { planUpgrades } from '#server/db/schema-plans.ts';
import { createFaultyStripe, TRIES } from '#server/testing/faulty-stripe.ts';
import {
  listStripeBilling,
  attachCard,
  createPayingSeller,
  getPlanRow,
  createTrialSeller,
  getPlanStatus,
} from '#server/testing/seller-plans.ts';
import { refundNewest } from '#server/testing/sold-orders.ts';
import { createTestApp, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

const UPDATE = /^POST \/v1\/subscriptions\/sub_/;

/** Makes a sale at this price. */
async function sell(app: TestApp, seller: TestSeller, price: string): Promise<void> {
  const slug = `page-${crypto.randomUUID()}`;
  await seller.publishPage({ price }, slug);
  const { body } = await app.rpc('create-checkout-session', { slug });
  await app.payAtStripe(body.url);
}

const listUpgrades = ({ context: { db } }: TestApp) => db.select().from(planUpgrades).orderBy(planUpgrades.createdAt);

const emailsOfKind = async ({ context: { db } }: TestApp, kind: string) =>
  (await db.select().from(outbox)).filter((email) => email.kind === kind);

/** Lists the charges for plans after the first month. */
const upgradeCharges = async (app: TestApp) => (await listStripeBilling(app)).chargedAmounts.slice(1);

/** Advances the clock and waits for due work. */
async function advanceClock(app: TestApp, ms: number) {
  app.sandbox?.clock.moveTo(new Date(app.context.now().getTime() + ms));
  await app.waitUntilIdle();
}

/** Creates an app at the start of a month. */
async function createAppAtMonthStart(options: Parameters<typeof createTestApp>[0] = {}): Promise<TestApp> {
  const app = await createTestApp(options);
  app.sandbox?.clock.moveTo(getNextMonthStart(app.context.now()));
  return app;
}

/** Creates a Starter seller whose sales are above the limit and whose upgrade Stripe has rejected. */
async function createWaitingUpgrade(failureCount = 1): Promise<{ app: TestApp; seller: TestSeller }> {
  const transport = createFaultyStripe();
  const app = await createAppAtMonthStart({ wrapStripe: transport.wrapStripe });
  const seller = await createPayingSeller(app);
  transport.injectFault(UPDATE, '429', failureCount * TRIES);
  await sell(app, seller, '3001');
  expect(await listUpgrades(app)).toMatchObject([{ toPlan: 'growth', state: 'waiting', tries: 1 }]);
  return { app, seller };
}

test('upgrades a seller who passes the limit, charges the difference once and sends an email', async () => {
  const app = await createAppAtMonthStart();
  const seller = await createPayingSeller(app);
  await sell(app, seller, '2900');
  expect(await upgradeCharges(app)).toEqual([]);
  await sell(app, seller, '101');
  expect(await getPlanStatus(seller)).toMatchObject({ status: 'active', currentPlan: 'growth' });
  const [charge = 0, ...otherCharges] = await upgradeCharges(app);
  expect(otherCharges).toEqual([]);
  // Nearly the whole month remains for both prices.
  expect(charge).toBeGreaterThan(1900);
  expect(charge).toBeLessThanOrEqual(2000);
  expect(await listUpgrades(app)).toMatchObject([{ state: 'done', charged: charge, toPlan: 'growth' }]);
  const [email, ...otherEmails] = await emailsOfKind(app, 'plan_upgraded');
  expect(otherEmails).toEqual([]);
  expect(email).toMatchObject({
    recipient: seller.email,
    props: { from: 'starter', to: 'growth', charged: charge },
  });
  await sell(app, seller, '50');
  expect(await upgradeCharges(app)).toEqual([charge]);
});

test('upgrades to the largest required plan with one charge', async () => {
  const app = await createAppAtMonthStart();
  const seller = await createPayingSeller(app);
  await sell(app, seller, '10001');
  expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'pro', needsUpgrade: false });
  expect(await upgradeCharges(app)).toHaveLength(1);
});

test('charges once for each of two upgrades in a month', async () => {
  const app = await createAppAtMonthStart();
  const seller = await createPayingSeller(app);
  await sell(app, seller, '4000');
  await sell(app, seller, '7000');
  expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'pro' });
  expect(await upgradeCharges(app)).toHaveLength(2);
  expect((await listUpgrades(app)).map(({ fromPlan, toPlan, state }) => [fromPlan, toPlan, state])).toEqual([
    ['starter', 'growth', 'done'],
    ['growth', 'pro', 'done'],
  ]);
});

test('switches the plan without a charge during a trial', async () => {
  const app = await createAppAtMonthStart();
  const seller = await createTrialSeller(app);
  await sell(app, seller, '3001');
  expect(await getPlanStatus(seller)).toMatchObject({ status: 'trialing', currentPlan: 'growth' });
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([]);
  expect(await emailsOfKind(app, 'plan_upgraded')).toMatchObject([{ props: { to: 'growth', charged: 0 } }]);
});

test('keeps the plan when the card is declined and retries daily, five times at most', async () => {
  const app = await createAppAtMonthStart();
  const seller = await createPayingSeller(app);
  await attachCard(app, seller, 'pm_card_chargeCustomerFail');
  await sell(app, seller, '3001');
  expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'starter', access: true });
  expect(await emailsOfKind(app, 'upgrade_needs_payment')).toMatchObject([
    { props: { to: 'growth', reason: 'declined' } },
  ]);
  for (let tries = 1; tries <= 5; tries++) {
    expect(await listUpgrades(app)).toMatchObject([{ state: 'needs_payment', tries: tries }]);
    await advanceClock(app, DAY_MS - 60_000);
    expect(await listUpgrades(app)).toMatchObject([{ tries: tries }]);
    await advanceClock(app, 60_000);
  }
  await advanceClock(app, 20 * DAY_MS);
  expect(await listUpgrades(app)).toMatchObject([{ state: 'needs_payment', tries: 5 }]);
  expect(await upgradeCharges(app)).toEqual([]);
  expect(await emailsOfKind(app, 'upgrade_needs_payment')).toHaveLength(1);
});

test('upgrades as soon as a declined card is replaced', async () => {
  const app = await createAppAtMonthStart();
  const seller = await createPayingSeller(app);
  await attachCard(app, seller, 'pm_card_chargeCustomerFail');
  await sell(app, seller, '3001');
  await attachCard(app, seller, 'pm_card_visa');
  await app.waitUntilIdle();
  expect(await getPlanRow(app, seller)).toMatchObject({ plan: 'growth', status: 'active' });
  expect(await upgradeCharges(app)).toHaveLength(1);
  expect(await listUpgrades(app)).toMatchObject([{ state: 'done' }]);
});

test('skips an upgrade of a plan that is canceled at period end', async () => {
  const app = await createAppAtMonthStart();
  const seller = await createPayingSeller(app);
  await seller.rpc('cancel-subscription', {});
  await sell(app, seller, '3001');
  const after = await getPlanStatus(seller);
  expect(after).toMatchObject({ currentPlan: 'starter' });
  expect(after.cancelAt).not.toBeNull();
  expect(await listUpgrades(app)).toMatchObject([{ state: 'skipped' }]);
  await seller.rpc('reactivate-subscription', {});
  await sell(app, seller, '1');
  expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'growth', cancelAt: null });
  expect(await upgradeCharges(app)).toHaveLength(1);
});

test.for(['time-out before', 'time-out after', '500 after', '429'] as const)(
  'retries later and charges once when Stripe fails (%s)',
  async (fault) => {
    const transport = createFaultyStripe();
    const app = await createAppAtMonthStart({ wrapStripe: transport.wrapStripe });
    const seller = await createPayingSeller(app);
    transport.injectFault(UPDATE, fault, TRIES);
    await sell(app, seller, '3001');
    for (let tries = 0; tries < 4; tries++) await advanceClock(app, 130_000);
    expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'growth' });
    const [charge, ...otherCharges] = await upgradeCharges(app);
    expect(otherCharges).toEqual([]);
    expect(await listUpgrades(app)).toMatchObject([{ state: 'done', charged: charge }]);
    expect(await emailsOfKind(app, 'plan_upgraded')).toMatchObject([{ props: { charged: charge } }]);
  },
);

test('runs an upgrade of a crashed process after its lease expires', async () => {
  const { app, seller } = await createWaitingUpgrade();
  const leasedUntil = new Date(app.context.now().getTime() + 120_000);
  await app.context.db.update(planUpgrades).set({ nextAt: leasedUntil });
  await app.waitUntilIdle();
  expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'starter' });
  await advanceClock(app, 121_000);
  expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'growth' });
  expect(await upgradeCharges(app)).toHaveLength(1);
});

test('skips an upgrade that a refund made unnecessary until the limit is passed again', async () => {
  const { app, seller } = await createWaitingUpgrade();
  await refundNewest(app, seller, '100');
  await advanceClock(app, 60_000);
  expect(await listUpgrades(app)).toMatchObject([{ state: 'skipped' }]);
  expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'starter' });
  await sell(app, seller, '100');
  expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'growth' });
  expect(await upgradeCharges(app)).toHaveLength(1);
});

test('makes one upgrade when sales pass a second limit before the first upgrade is made', async () => {
  const { app, seller } = await createWaitingUpgrade(2);
  await sell(app, seller, '8000');
  expect((await listUpgrades(app)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  await advanceClock(app, 60_000);
  expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'pro' });
  expect(await upgradeCharges(app)).toHaveLength(1);
  expect((await listUpgrades(app)).map(({ toPlan, state }) => `${toPlan} ${state}`).toSorted()).toEqual([
    'growth skipped',
    'pro done',
  ]);
});

test('skips an upgrade after the end of its month', async () => {
  const { app, seller } = await createWaitingUpgrade();
  await advanceClock(app, 25 * DAY_MS);
  expect(await getPlanStatus(seller)).toMatchObject({
    currentPlan: 'starter',
    monthlySales: { amount: 0, transactions: 0, exceeded: false },
  });
  expect(await listUpgrades(app)).toMatchObject([{ state: 'skipped' }]);
});
