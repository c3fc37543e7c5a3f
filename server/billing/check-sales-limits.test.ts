import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { PlanId } from '#domain/plans.ts';
import { FOREVER, type ProviderStatus } from '#domain/subscription.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { sellers } from '#server/db/schema-pages.ts';
import { monthlySales, planSubscriptions, planUpgrades } from '#server/db/schema-plans.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

type PlanState = {
  status: ProviderStatus;
  plan: PlanId;
  card?: { brand: string; last4: string };
  cancelAt?: Date;
};

/**
 * Creates an app whose seller has a plan and a page at each price. Stripe does not know the plan: upgrades are tested
 * elsewhere.
 */
async function createAppWithPlan(planState: PlanState, prices: Record<string, string>) {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  for (const [slug, price] of Object.entries(prices)) await seller.publishPage({ price }, slug);
  const { db, mode, now } = app.context;
  const [row] = await db.select().from(sellers);
  await db.delete(planSubscriptions);
  await db.insert(planSubscriptions).values({
    ...planState,
    sellerId: row?.id ?? '',
    mode,
    generation: 1,
    chosenPlan: planState.plan,
    accessUntil: FOREVER,
    dueAt: FOREVER,
    createdAt: now(),
  });
  return { app, seller };
}

const buy = async (app: TestApp, slug: string) => {
  const { body } = await app.rpc('create-checkout-session', { slug });
  await app.payAtStripe(body.url);
};

const CARD = { brand: 'visa', last4: '4242' };

const listLimitEmails = async ({ context: { db } }: TestApp) =>
  (await db.select().from(outbox)).filter(({ kind }) => kind === 'usage_warning' || kind === 'limit_reached');
const listUpgrades = ({ context: { db } }: TestApp) => db.select().from(planUpgrades);

test('warns at 80 percent of the limit once per month and plan, without an upgrade', async () => {
  const { app, seller } = await createAppWithPlan(
    { status: 'active', plan: 'starter', card: CARD },
    { most: '2399.99', cent: '0.50' },
  );
  await buy(app, 'most');
  expect(await listLimitEmails(app)).toEqual([]);
  await buy(app, 'cent');
  await buy(app, 'cent');
  const [mail, ...otherEmails] = await listLimitEmails(app);
  expect(otherEmails).toEqual([]);
  expect(mail).toMatchObject({ kind: 'usage_warning', recipient: seller.email });
  expect(mail?.props).toEqual({
    plan: 'starter',
    percentage: 80,
    amount: 240_049,
    limit: 300_000,
    nextPlan: 'growth',
    nextPrice: 2900,
  });
  expect(await listUpgrades(app)).toEqual([]);
});

test('reports exactly the limit as reached but not exceeded', async () => {
  const { app } = await createAppWithPlan(
    { status: 'active', plan: 'starter', card: CARD },
    { all: '3000', cent: '0.50' },
  );
  await buy(app, 'all');
  expect(await listLimitEmails(app)).toMatchObject([
    { kind: 'limit_reached', props: { amount: 300_000, nextPlan: 'growth', willCharge: true } },
  ]);
  expect(await listUpgrades(app)).toEqual([]);
  await buy(app, 'cent');
  expect(await listUpgrades(app)).toMatchObject([{ fromPlan: 'starter', toPlan: 'growth' }]);
  expect(await listLimitEmails(app)).toHaveLength(1);
});

test('requests the smallest plan that fits', async () => {
  const { app } = await createAppWithPlan({ status: 'active', plan: 'starter', card: CARD }, { big: '10000.50' });
  await buy(app, 'big');
  expect(await listUpgrades(app)).toMatchObject([{ fromPlan: 'starter', toPlan: 'pro' }]);
  expect(await listLimitEmails(app)).toMatchObject([{ props: { nextPlan: 'pro', nextPrice: 9900 } }]);
});

test.for<[string, PlanState, object]>([
  ['in a trial', { status: 'trialing', plan: 'starter' }, { willCharge: false }],
  ['without a card', { status: 'active', plan: 'starter' }, { willCharge: false }],
])('announces no charge in the limit email %s', async ([, planState, props]) => {
  const { app } = await createAppWithPlan(planState, { big: '3001' });
  await buy(app, 'big');
  expect(await listLimitEmails(app)).toMatchObject([{ kind: 'limit_reached', props }]);
  expect(await listUpgrades(app)).toHaveLength(1);
});

test('never exceeds an unlimited plan and never upgrades an unpaid one', async () => {
  for (const planState of [
    { status: 'active', plan: 'pro', card: CARD },
    { status: 'past_due', plan: 'starter', card: CARD },
  ] as const) {
    const { app } = await createAppWithPlan(planState, { big: '20000' });
    await buy(app, 'big');
    expect([await listLimitEmails(app), await listUpgrades(app)]).toEqual([[], []]);
  }
});

test('starts each month at zero', async () => {
  const { app } = await createAppWithPlan(
    { status: 'active', plan: 'starter', card: CARD },
    { large: '2000', small: '10' },
  );
  await buy(app, 'large');
  await app.context.db.update(monthlySales).set({ month: '2001-01' });
  await buy(app, 'large');
  expect([await listLimitEmails(app), await listUpgrades(app)]).toEqual([[], []]);
});

test('requests one upgrade when payments pass the limit at once', async () => {
  const { app } = await createAppWithPlan({ status: 'active', plan: 'starter', card: CARD }, { half: '1600' });
  await Promise.all(Array.from({ length: 4 }, () => buy(app, 'half')));
  expect(await listUpgrades(app)).toHaveLength(1);
  expect(await listLimitEmails(app)).toHaveLength(1);
  const [sum] = await app.context.db.select().from(monthlySales).where(eq(monthlySales.mode, 'sandbox'));
  expect(sum).toMatchObject({ usdCents: 640_000, transactions: 4 });
});
