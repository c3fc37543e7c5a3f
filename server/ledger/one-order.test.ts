import { expect, test } from 'vitest';

import { attempts, orders, sales } from '#server/db/schema-money.ts';
import { providerEvents } from '#server/db/schema-events.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import { openRoad } from '#server/testing-faults.ts';

type Delivery = { url: string; init: RequestInit & { body: string } };

/** Creates an app whose Stripe events are captured instead of delivered. */
async function openDeafShop() {
  const caught: Delivery[] = [];
  const shop = await openShop({
    aroundEvents: () => async (url, init) => {
      caught.push({ url, init });
      return { status: 200 };
    },
  });
  const deliver = async ({ url, init }: Delivery) => (await shop.request(url, init)).status;
  const caughtOf = (type: string) =>
    caught.filter(({ init }) => (JSON.parse(init.body) as { type: string }).type === type);
  return { shop, caught, caughtOf, deliver };
}

const books = async ({ context: { db } }: TestShop) => ({
  orders: await db.select().from(orders),
  sales: await db.select().from(sales),
  attempts: await db.select().from(attempts),
});

const buy = async (shop: TestShop, slug: string, appliedCoupon: string | null = null) => {
  const { body } = await shop.call('create-checkout-session', { slug, appliedCoupon });
  await shop.pay(body.url);
};

test('creates one order with the right amount for an event that is delivered five times at once', async () => {
  const { shop, caughtOf, deliver } = await openDeafShop();
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  await buy(shop, 'taller');
  expect((await books(shop)).orders).toEqual([]);

  const [completed] = caughtOf('checkout.session.completed');
  if (!completed) throw new Error('No event was sent');
  const statuses = await Promise.all(Array.from({ length: 5 }, () => deliver(completed)));
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  await shop.settled();
  await deliver(completed);
  await shop.settled();
  const { orders: made, sales: money } = await books(shop);
  expect(made).toMatchObject([{ number: 1, total: 2900, currency: 'USD', state: 'paid' }]);
  expect(money).toMatchObject([{ amount: 2900, currency: 'USD' }]);
});

test('creates one order and one sale per payment when events arrive twice and in any order', async () => {
  const { shop, caught, deliver } = await openDeafShop();
  const seller = await shop.seller();
  const validCoupons = [{ code: 'HALF', discount: 50, type: 'percentage' as const }];
  await seller.publish({ enableCoupon: true, validCoupons }, 'once');
  await seller.publish({ paymentType: 'subscription', price: '9' }, 'monthly');
  for (const slug of ['once', 'monthly', 'once', 'monthly']) await buy(shop, slug);
  await buy(shop, 'once', 'HALF');
  expect(caught.length).toBeGreaterThan(20);

  const backwards = caught.toReversed();
  await Promise.all(backwards.map(deliver));
  await Promise.all(caught.map(deliver));
  await shop.settled();
  const { orders: made, sales: money } = await books(shop);
  const totals = [900, 900, 1450, 2900, 2900];
  expect(made.map(({ total }) => total).toSorted((a, b) => a - b)).toEqual(totals);
  expect(made.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
  expect(money.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual(totals);
  const rows = await shop.context.db.select().from(providerEvents);
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['done', 'ignored']));
});

test('creates one order and completes the attempt when an event arrives before the session is saved', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  let orderedMeanwhile = 0;
  road.hold(/^POST \/v1\/checkout\/sessions$/, async (answer) => {
    const { url } = (await answer.json()) as { url: string };
    await shop.pay(url);
    const { orders: made, attempts: tried } = await books(shop);
    orderedMeanwhile = made.length;
    expect(tried).toMatchObject([{ state: 'completed' }]);
  });
  const { status } = await shop.call('create-checkout-session', { slug: 'taller' });
  await shop.settled();
  expect([status, orderedMeanwhile]).toEqual([200, 1]);
  const { orders: made, attempts: tried, sales: money } = await books(shop);
  expect(made).toMatchObject([{ total: 2900, state: 'paid', sessionId: tried[0]?.sessionId }]);
  expect(tried).toMatchObject([{ state: 'completed' }]);
  expect(money).toHaveLength(1);
});

test('numbers orders of concurrent buyers without gaps', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  await Promise.all(Array.from({ length: 8 }, () => buy(shop, 'taller')));
  await shop.settled();
  const { body } = await seller.call('list-orders', {});
  expect(body.orders.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(body.count).toBe(8);
});
