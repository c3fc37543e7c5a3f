import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { PlanId } from '#domain/plans.ts';

import { updateAnnouncedPrice } from '#server/db/plan-subscriptions.ts';
import { outbox } from '#server/db/schema-mail.ts';
import {
  atProvider,
  DAY_MS,
  passDays,
  payingSeller,
  planRowOf,
  sellerOnTrial,
  statusOf,
} from '#server/testing-plans.ts';
import { openRoad } from '#server/testing-faults.ts';
import { openShop, type TestSeller, type TestShop } from '#server/testing.ts';

/** Creates a former price of the plan. */
async function formerPrice({ context }: TestShop, plan: PlanId, amount: number): Promise<string> {
  const { id } = await context.stripe.plans.prices.create({
    product: `plan_${plan}`,
    currency: 'usd',
    unit_amount: amount,
    recurring: { interval: 'month' },
  });
  return id;
}

/** Creates a seller with a card who subscribed to Starter when it cost `amount`. */
async function sellerAtFormerPrice(shop: TestShop, amount: number): Promise<TestSeller> {
  const seller = await sellerOnTrial(shop, 'starter', 'pm_card_visa');
  const price = await formerPrice(shop, 'starter', amount);
  const { subscriptions } = shop.context.stripe.plans;
  const id = (await planRowOf(shop, seller)).subscriptionId ?? '';
  const [item] = (await subscriptions.retrieve(id)).items.data;
  await subscriptions.update(id, { items: [{ id: item?.id ?? '', price }], proration_behavior: 'none' });
  await shop.settled();
  return seller;
}

async function announcementsIn({ context: { db } }: TestShop) {
  const rows = await db
    .select({ props: outbox.props })
    .from(outbox)
    .where(eq(outbox.kind, 'plan_price_changes'))
    .orderBy(outbox.createdAt);
  return rows.map(({ props }) => props as { from: number; to: number; beginsAt: string });
}

const moveTo = async (shop: TestShop, iso: string, days = 0): Promise<void> => {
  const now = shop.sandbox?.clock.now().getTime() ?? 0;
  await passDays(shop, (Date.parse(iso) - now) / DAY_MS + days);
};

test('announces a higher price once, 30 days before the renewal at which it starts', async () => {
  const shop = await openShop();
  const seller = await sellerAtFormerPrice(shop, 500);
  expect(await statusOf(seller)).toMatchObject({ price: 500, newPrice: null });
  await passDays(shop, 1.1);
  const [mail, ...others] = await announcementsIn(shop);
  expect([mail?.from, mail?.to, others]).toEqual([500, 900, []]);
  const beginsAt = mail?.beginsAt ?? '';
  const announcedAt = shop.sandbox?.clock.now().getTime() ?? 0;
  expect(Date.parse(beginsAt) - announcedAt).toBeGreaterThan(29.9 * DAY_MS);
  expect(await statusOf(seller)).toMatchObject({ price: 500, newPrice: { amount: 900, at: beginsAt } });

  await passDays(shop, 7);
  expect((await atProvider(shop)).charged).toEqual([500]);
  expect((await statusOf(seller)).currentPeriodEnd).toBe(beginsAt);
  await passDays(shop, 1.1);
  expect(await statusOf(seller)).toMatchObject({ price: 500, newPrice: { amount: 900, at: beginsAt } });

  await moveTo(shop, beginsAt, 1);
  expect((await atProvider(shop)).charged).toEqual([500, 900]);
  expect(await statusOf(seller)).toMatchObject({ price: 900, newPrice: null });
  await passDays(shop, 31);
  expect((await atProvider(shop)).charged).toEqual([500, 900, 900]);
  expect(await announcementsIn(shop)).toHaveLength(1);
});

test('starts a lower price with the next renewal', async () => {
  const shop = await openShop();
  const seller = await sellerAtFormerPrice(shop, 1500);
  await passDays(shop, 1.1);
  const { currentPeriodEnd } = await statusOf(seller);
  expect(await announcementsIn(shop)).toMatchObject([{ from: 1500, to: 900, beginsAt: currentPeriodEnd }]);
  await passDays(shop, 7);
  expect((await atProvider(shop)).charged).toEqual([900]);
  expect(await statusOf(seller)).toMatchObject({ price: 900, newPrice: null });
});

test('never charges the new price to a seller who cancels before it starts', async () => {
  const shop = await openShop();
  const seller = await sellerAtFormerPrice(shop, 500);
  await passDays(shop, 1.1);
  const [mail] = await announcementsIn(shop);
  await passDays(shop, 8);
  expect((await seller.call('cancel-subscription', {})).status).toBe(200);
  expect((await statusOf(seller)).newPrice).toBeNull();
  await moveTo(shop, mail?.beginsAt ?? '', 2);
  expect((await atProvider(shop)).charged).toEqual([500]);
});

test('keeps the announced price and its date when a cancellation is undone', async () => {
  const shop = await openShop();
  const seller = await sellerAtFormerPrice(shop, 500);
  await passDays(shop, 1.1);
  const [mail] = await announcementsIn(shop);
  await seller.call('cancel-subscription', {});
  await passDays(shop, 3);
  expect((await statusOf(seller)).newPrice).toBeNull();
  await seller.call('reactivate-subscription', {});
  expect((await statusOf(seller)).newPrice).toEqual({ amount: 900, at: mail?.beginsAt });
  await passDays(shop, 4);
  await moveTo(shop, mail?.beginsAt ?? '', 1);
  expect((await atProvider(shop)).charged).toEqual([500, 900]);
});

test('drops the announcement when the plan changes and charges the current price', async () => {
  const shop = await openShop();
  const seller = await sellerAtFormerPrice(shop, 500);
  await passDays(shop, 1.1);
  await seller.call('upgrade-subscription', { targetPlan: 'growth', userId: seller.session.user.id });
  expect(await statusOf(seller)).toMatchObject({ currentPlan: 'growth', price: 2900, newPrice: null });
});

test("withdraws an announcement when the catalog returns to the seller's price", async () => {
  const shop = await openShop();
  const seller = await payingSeller(shop);
  const { db } = shop.context;
  const row = await planRowOf(shop, seller);
  // Simulates an announcement by an earlier release whose catalog price was 12 dollars.
  const newPriceAt = new Date((row.currentPeriodEnd?.getTime() ?? 0) + 31 * DAY_MS);
  await updateAnnouncedPrice(db, row, { newPrice: 1200, newPriceAt });
  expect((await statusOf(seller)).newPrice).toMatchObject({ amount: 1200 });
  await passDays(shop, 1.1);
  expect(await statusOf(seller)).toMatchObject({ price: 900, newPrice: null });
  expect(await announcementsIn(shop)).toMatchObject([{ from: 900, to: 900 }]);
  await passDays(shop, 70);
  expect((await atProvider(shop)).charged).toEqual([900, 900, 900]);
  expect(await announcementsIn(shop)).toHaveLength(1);
});

test('announces nothing while the price is unchanged', async () => {
  const shop = await openShop();
  const seller = await payingSeller(shop);
  await passDays(shop, 3);
  expect(await statusOf(seller)).toMatchObject({ price: 900, newPrice: null });
  expect(await announcementsIn(shop)).toEqual([]);
});

test('starts the price with the next renewal when a clock jump skips its date', async () => {
  const shop = await openShop();
  const seller = await sellerAtFormerPrice(shop, 500);
  await passDays(shop, 1.1);
  await passDays(shop, 40);
  expect((await atProvider(shop)).charged).toEqual([500, 500]);
  const { newPrice, currentPeriodEnd } = await statusOf(seller);
  expect(newPrice).toEqual({ amount: 900, at: currentPeriodEnd });
  await moveTo(shop, currentPeriodEnd ?? '', 1);
  expect((await atProvider(shop)).charged).toEqual([500, 500, 900]);
});

test('retries a price change that Stripe rejects after an hour without delaying other work', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const seller = await sellerAtFormerPrice(shop, 1500);
  const updates = () => road.calls.filter((call) => call.startsWith('POST /v1/subscriptions/sub_')).length;
  const before = updates();
  road.refuse(/^POST \/v1\/subscriptions\/sub_/, 'parameter_invalid_integer');
  await passDays(shop, 1.1);
  expect(updates() - before).toBe(1);
  expect(await announcementsIn(shop)).toHaveLength(1);
  await passDays(shop, 0.1);
  expect(updates() - before).toBe(2);
  await passDays(shop, 7);
  expect((await atProvider(shop)).charged).toEqual([900]);
  expect(await statusOf(seller)).toMatchObject({ price: 900, newPrice: null });
});
