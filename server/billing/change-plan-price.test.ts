import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { PlanId } from '#domain/plans.ts';
import { DAY_MS } from '#domain/time-units.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { announcePlanPrice } from '#server/sellers/seller-plans.ts';
import { createFaultyStripe } from '#server/testing/faulty-stripe.ts';
import {
  listStripeBilling,
  advanceDays,
  createPayingSeller,
  getPlanRow,
  createTrialSeller,
  getPlanStatus,
} from '#server/testing/seller-plans.ts';
import { createTestApp, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

/** Creates a former price of the plan. */
async function createFormerPrice({ context }: TestApp, plan: PlanId, amount: number): Promise<string> {
  const { id } = await context.stripe.plans.prices.create({
    product: `plan_${plan}`,
    currency: 'usd',
    unit_amount: amount,
    recurring: { interval: 'month' },
  });
  return id;
}

/** Creates a seller with a card who subscribed to Starter when it cost `amount`. */
async function createSellerAtFormerPrice(app: TestApp, amount: number): Promise<TestSeller> {
  const seller = await createTrialSeller(app, 'starter', 'pm_card_visa');
  const price = await createFormerPrice(app, 'starter', amount);
  const { subscriptions } = app.context.stripe.plans;
  const id = (await getPlanRow(app, seller)).subscriptionId ?? '';
  const [item] = (await subscriptions.retrieve(id)).items.data;
  await subscriptions.update(id, { items: [{ id: item?.id ?? '', price }], proration_behavior: 'none' });
  await app.waitUntilIdle();
  return seller;
}

async function listAnnouncements({ context: { db } }: TestApp) {
  const rows = await db
    .select({ props: outbox.props })
    .from(outbox)
    .where(eq(outbox.kind, 'plan_price_changes'))
    .orderBy(outbox.createdAt);
  return rows.map(({ props }) => props as { from: number; to: number; beginsAt: string });
}

const advanceClockTo = async (app: TestApp, iso: string, days = 0): Promise<void> => {
  const now = app.sandbox?.clock.now().getTime() ?? 0;
  await advanceDays(app, (Date.parse(iso) - now) / DAY_MS + days);
};

test('announces a higher price once, 30 days before the renewal at which it starts', async () => {
  const app = await createTestApp();
  const seller = await createSellerAtFormerPrice(app, 500);
  expect(await getPlanStatus(seller)).toMatchObject({ price: 500, newPrice: null });
  await advanceDays(app, 1.1);
  const [mail, ...otherEmails] = await listAnnouncements(app);
  expect([mail?.from, mail?.to, otherEmails]).toEqual([500, 900, []]);
  const beginsAt = mail?.beginsAt ?? '';
  const announcedAt = app.sandbox?.clock.now().getTime() ?? 0;
  expect(Date.parse(beginsAt) - announcedAt).toBeGreaterThan(29.9 * DAY_MS);
  expect(await getPlanStatus(seller)).toMatchObject({ price: 500, newPrice: { amount: 900, at: beginsAt } });

  await advanceDays(app, 7);
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([500]);
  expect((await getPlanStatus(seller)).currentPeriodEnd).toBe(beginsAt);
  await advanceDays(app, 1.1);
  expect(await getPlanStatus(seller)).toMatchObject({ price: 500, newPrice: { amount: 900, at: beginsAt } });

  await advanceClockTo(app, beginsAt, 1);
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([500, 900]);
  expect(await getPlanStatus(seller)).toMatchObject({ price: 900, newPrice: null });
  await advanceDays(app, 31);
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([500, 900, 900]);
  expect(await listAnnouncements(app)).toHaveLength(1);
});

test('starts a lower price with the next renewal', async () => {
  const app = await createTestApp();
  const seller = await createSellerAtFormerPrice(app, 1500);
  await advanceDays(app, 1.1);
  const { currentPeriodEnd } = await getPlanStatus(seller);
  expect(await listAnnouncements(app)).toMatchObject([{ from: 1500, to: 900, beginsAt: currentPeriodEnd }]);
  await advanceDays(app, 7);
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([900]);
  expect(await getPlanStatus(seller)).toMatchObject({ price: 900, newPrice: null });
});

test('never charges the new price to a seller who cancels before it starts', async () => {
  const app = await createTestApp();
  const seller = await createSellerAtFormerPrice(app, 500);
  await advanceDays(app, 1.1);
  const [mail] = await listAnnouncements(app);
  await advanceDays(app, 8);
  expect((await seller.rpc('cancel-subscription', {})).status).toBe(200);
  expect((await getPlanStatus(seller)).newPrice).toBeNull();
  await advanceClockTo(app, mail?.beginsAt ?? '', 2);
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([500]);
});

test('keeps the announced price and its date when a cancellation is undone', async () => {
  const app = await createTestApp();
  const seller = await createSellerAtFormerPrice(app, 500);
  await advanceDays(app, 1.1);
  const [mail] = await listAnnouncements(app);
  await seller.rpc('cancel-subscription', {});
  await advanceDays(app, 3);
  expect((await getPlanStatus(seller)).newPrice).toBeNull();
  await seller.rpc('reactivate-subscription', {});
  expect((await getPlanStatus(seller)).newPrice).toEqual({ amount: 900, at: mail?.beginsAt });
  await advanceDays(app, 4);
  await advanceClockTo(app, mail?.beginsAt ?? '', 1);
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([500, 900]);
});

test('drops the announcement when the plan changes and charges the current price', async () => {
  const app = await createTestApp();
  const seller = await createSellerAtFormerPrice(app, 500);
  await advanceDays(app, 1.1);
  await seller.rpc('upgrade-subscription', { targetPlan: 'growth', userId: seller.session.user.id });
  expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'growth', price: 2900, newPrice: null });
});

test("withdraws an announcement when the catalog returns to the seller's price", async () => {
  const app = await createTestApp();
  const seller = await createPayingSeller(app);
  const { db } = app.context;
  const row = await getPlanRow(app, seller);
  // Simulates an announcement by an earlier release whose catalog price was 12 dollars.
  const newPriceAt = new Date((row.currentPeriodEnd?.getTime() ?? 0) + 31 * DAY_MS);
  await announcePlanPrice(db, row, { newPrice: 1200, newPriceAt });
  expect((await getPlanStatus(seller)).newPrice).toMatchObject({ amount: 1200 });
  await advanceDays(app, 1.1);
  expect(await getPlanStatus(seller)).toMatchObject({ price: 900, newPrice: null });
  expect(await listAnnouncements(app)).toMatchObject([{ from: 900, to: 900 }]);
  await advanceDays(app, 70);
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([900, 900, 900]);
  expect(await listAnnouncements(app)).toHaveLength(1);
});

test('announces nothing while the price is unchanged', async () => {
  const app = await createTestApp();
  const seller = await createPayingSeller(app);
  await advanceDays(app, 3);
  expect(await getPlanStatus(seller)).toMatchObject({ price: 900, newPrice: null });
  expect(await listAnnouncements(app)).toEqual([]);
});

test('starts the price with the next renewal when a clock jump skips its date', async () => {
  const app = await createTestApp();
  const seller = await createSellerAtFormerPrice(app, 500);
  await advanceDays(app, 1.1);
  await advanceDays(app, 40);
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([500, 500]);
  const { newPrice, currentPeriodEnd } = await getPlanStatus(seller);
  expect(newPrice).toEqual({ amount: 900, at: currentPeriodEnd });
  await advanceClockTo(app, currentPeriodEnd ?? '', 1);
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([500, 500, 900]);
});

test('retries a price change that Stripe rejects after an hour without delaying other work', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await createSellerAtFormerPrice(app, 1500);
  const updates = () => transport.calls.filter((call) => call.startsWith('POST /v1/subscriptions/sub_')).length;
  const before = updates();
  transport.rejectOnce(/^POST \/v1\/subscriptions\/sub_/, 'parameter_invalid_integer');
  await advanceDays(app, 1.1);
  expect(updates() - before).toBe(1);
  expect(await listAnnouncements(app)).toHaveLength(1);
  await advanceDays(app, 0.1);
  expect(updates() - before).toBe(2);
  await advanceDays(app, 7);
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([900]);
  expect(await getPlanStatus(seller)).toMatchObject({ price: 900, newPrice: null });
});
