import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { PlanId } from '#domain/plans.ts';
import { FOREVER, type ProviderStatus } from '#domain/subscription.ts';
import { outbox } from '#server/db/schema-mail.ts';
import { sellers } from '#server/db/schema-pages.ts';
import { monthlySales, planSubscriptions, planUpgrades } from '#server/db/schema-plans.ts';
import { openShop, type TestShop } from '#server/testing.ts';

type Held = {
  status: ProviderStatus;
  plan: PlanId;
  card?: { brand: string; last4: string };
  cancelAt?: Date;
};

/**
 * Creates an app whose seller has a plan and a page at each price. Stripe does not know the plan: upgrades are tested
 * elsewhere.
 */
async function openHolding(held: Held, prices: Record<string, string>) {
  const shop = await openShop();
  const seller = await shop.seller();
  for (const [slug, price] of Object.entries(prices)) await seller.publish({ price }, slug);
  const { db, mode, now } = shop.context;
  const [row] = await db.select().from(sellers);
  await db.delete(planSubscriptions);
  await db.insert(planSubscriptions).values({
    ...held,
    sellerId: row?.id ?? '',
    mode,
    generation: 1,
    chosenPlan: held.plan,
    accessUntil: FOREVER,
    dueAt: FOREVER,
    createdAt: now(),
  });
  return { shop, seller };
}

const buy = async (shop: TestShop, slug: string) => {
  const { body } = await shop.call('create-checkout-session', { slug });
  await shop.pay(body.url);
};

const CARD = { brand: 'visa', last4: '4242' };

const mailsIn = async ({ context: { db } }: TestShop) =>
  (await db.select().from(outbox)).filter(({ kind }) => kind === 'usage_warning' || kind === 'limit_reached');
const upgradesIn = ({ context: { db } }: TestShop) => db.select().from(planUpgrades);

test('warns at 80 percent of the limit once per month and plan, without an upgrade', async () => {
  const { shop, seller } = await openHolding(
    { status: 'active', plan: 'starter', card: CARD },
    { most: '2399.99', cent: '0.50' },
  );
  await buy(shop, 'most');
  expect(await mailsIn(shop)).toEqual([]);
  await buy(shop, 'cent');
  await buy(shop, 'cent');
  const [mail, ...more] = await mailsIn(shop);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ kind: 'usage_warning', recipient: seller.email });
  expect(mail?.props).toEqual({
    plan: 'starter',
    percentage: 80,
    amount: 240_049,
    limit: 300_000,
    nextPlan: 'growth',
    nextPrice: 2900,
  });
  expect(await upgradesIn(shop)).toEqual([]);
});

test('reports exactly the limit as reached but not exceeded', async () => {
  const { shop } = await openHolding(
    { status: 'active', plan: 'starter', card: CARD },
    { all: '3000', cent: '0.50' },
  );
  await buy(shop, 'all');
  expect(await mailsIn(shop)).toMatchObject([
    { kind: 'limit_reached', props: { amount: 300_000, nextPlan: 'growth', willCharge: true } },
  ]);
  expect(await upgradesIn(shop)).toEqual([]);
  await buy(shop, 'cent');
  expect(await upgradesIn(shop)).toMatchObject([{ fromPlan: 'starter', toPlan: 'growth' }]);
  expect(await mailsIn(shop)).toHaveLength(1);
});

test('requests the smallest plan that fits', async () => {
  const { shop } = await openHolding({ status: 'active', plan: 'starter', card: CARD }, { big: '10000.50' });
  await buy(shop, 'big');
  expect(await upgradesIn(shop)).toMatchObject([{ fromPlan: 'starter', toPlan: 'pro' }]);
  expect(await mailsIn(shop)).toMatchObject([{ props: { nextPlan: 'pro', nextPrice: 9900 } }]);
});

test.for<[string, Held, object]>([
  ['in a trial', { status: 'trialing', plan: 'starter' }, { willCharge: false }],
  ['without a card', { status: 'active', plan: 'starter' }, { willCharge: false }],
])('announces no charge in the limit email %s', async ([, held, props]) => {
  const { shop } = await openHolding(held, { big: '3001' });
  await buy(shop, 'big');
  expect(await mailsIn(shop)).toMatchObject([{ kind: 'limit_reached', props }]);
  expect(await upgradesIn(shop)).toHaveLength(1);
});

test('never exceeds an unlimited plan and never upgrades an unpaid one', async () => {
  for (const held of [
    { status: 'active', plan: 'pro', card: CARD },
    { status: 'past_due', plan: 'starter', card: CARD },
  ] as const) {
    const { shop } = await openHolding(held, { big: '20000' });
    await buy(shop, 'big');
    expect([await mailsIn(shop), await upgradesIn(shop)]).toEqual([[], []]);
  }
});

test('starts each month at zero', async () => {
  const { shop } = await openHolding(
    { status: 'active', plan: 'starter', card: CARD },
    { large: '2000', small: '10' },
  );
  await buy(shop, 'large');
  await shop.context.db.update(monthlySales).set({ month: '2001-01' });
  await buy(shop, 'large');
  expect([await mailsIn(shop), await upgradesIn(shop)]).toEqual([[], []]);
});

test('requests one upgrade when payments pass the limit at once', async () => {
  const { shop } = await openHolding({ status: 'active', plan: 'starter', card: CARD }, { half: '1600' });
  await Promise.all(Array.from({ length: 4 }, () => buy(shop, 'half')));
  expect(await upgradesIn(shop)).toHaveLength(1);
  expect(await mailsIn(shop)).toHaveLength(1);
  const [sum] = await shop.context.db.select().from(monthlySales).where(eq(monthlySales.mode, 'sandbox'));
  expect(sum).toMatchObject({ usdCents: 640_000, transactions: 4 });
});
