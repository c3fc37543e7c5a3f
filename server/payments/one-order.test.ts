import { expect, test } from 'vitest';

import { checkoutAttempts, orders, sales } from '#server/db/schema-orders.ts';
import { stripeEvents } from '#server/db/schema-stripe-events.ts';
import { createFaultyStripe } from '#server/testing/faulty-stripe.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

type Delivery = { url: string; init: RequestInit & { body: string } };

/** Creates an app whose Stripe events are captured instead of delivered. */
async function createAppWithCapturedEvents() {
  const captured: Delivery[] = [];
  const app = await createTestApp({
    wrapEventDelivery: () => async (url, init) => {
      captured.push({ url, init });
      return { status: 200 };
    },
  });
  const deliver = async ({ url, init }: Delivery) => (await app.request(url, init)).status;
  const capturedOfType = (type: string) =>
    captured.filter(({ init }) => (JSON.parse(init.body) as { type: string }).type === type);
  return { app, captured, capturedOfType, deliver };
}

const readLedger = async ({ context: { db } }: TestApp) => ({
  orders: await db.select().from(orders),
  sales: await db.select().from(sales),
  attempts: await db.select().from(checkoutAttempts),
});

const buy = async (app: TestApp, slug: string, appliedCoupon: string | null = null) => {
  const { body } = await app.rpc('create-checkout-session', { slug, appliedCoupon });
  await app.payAtStripe(body.url);
};

test('creates one order with the right amount for an event that is delivered five times at once', async () => {
  const { app, capturedOfType, deliver } = await createAppWithCapturedEvents();
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  await buy(app, 'taller');
  expect((await readLedger(app)).orders).toEqual([]);

  const [completed] = capturedOfType('checkout.session.completed');
  if (!completed) throw new Error('No event was sent');
  const statuses = await Promise.all(Array.from({ length: 5 }, () => deliver(completed)));
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  await app.waitUntilIdle();
  await deliver(completed);
  await app.waitUntilIdle();
  const { orders: orderRows, sales: saleRows } = await readLedger(app);
  expect(orderRows).toMatchObject([{ number: 1, total: 2900, currency: 'USD', state: 'paid' }]);
  expect(saleRows).toMatchObject([{ amount: 2900, currency: 'USD' }]);
});

test('creates one order and one sale per payment when events arrive twice and in any order', async () => {
  const { app, captured, deliver } = await createAppWithCapturedEvents();
  const seller = await app.signUpSeller();
  const validCoupons = [{ code: 'HALF', discount: 50, type: 'percentage' as const }];
  await seller.publishPage({ enableCoupon: true, validCoupons }, 'once');
  await seller.publishPage({ paymentType: 'subscription', price: '9' }, 'monthly');
  for (const slug of ['once', 'monthly', 'once', 'monthly']) await buy(app, slug);
  await buy(app, 'once', 'HALF');
  expect(captured.length).toBeGreaterThan(20);

  const reversed = captured.toReversed();
  await Promise.all(reversed.map(deliver));
  await Promise.all(captured.map(deliver));
  await app.waitUntilIdle();
  const { orders: orderRows, sales: saleRows } = await readLedger(app);
  const totals = [900, 900, 1450, 2900, 2900];
  expect(orderRows.map(({ total }) => total).toSorted((a, b) => a - b)).toEqual(totals);
  expect(orderRows.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
  expect(saleRows.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual(totals);
  const rows = await app.context.db.select().from(stripeEvents);
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['done', 'ignored']));
});

test('creates one order and completes the attempt when an event arrives before the session is saved', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  let orderCountBeforeResponse = 0;
  transport.delayOnce(/^POST \/v1\/checkout\/sessions$/, async (response) => {
    const { url } = (await response.json()) as { url: string };
    await app.payAtStripe(url);
    const { orders: orderRows, attempts: attemptRows } = await readLedger(app);
    orderCountBeforeResponse = orderRows.length;
    expect(attemptRows).toMatchObject([{ state: 'completed' }]);
  });
  const { status } = await app.rpc('create-checkout-session', { slug: 'taller' });
  await app.waitUntilIdle();
  expect([status, orderCountBeforeResponse]).toEqual([200, 1]);
  const { orders: orderRows, attempts: attemptRows, sales: saleRows } = await readLedger(app);
  expect(orderRows).toMatchObject([{ total: 2900, state: 'paid', sessionId: attemptRows[0]?.sessionId }]);
  expect(attemptRows).toMatchObject([{ state: 'completed' }]);
  expect(saleRows).toHaveLength(1);
});

test('numbers orders of concurrent buyers without gaps', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  await Promise.all(Array.from({ length: 8 }, () => buy(app, 'taller')));
  await app.waitUntilIdle();
  const { body } = await seller.rpc('list-orders', {});
  expect(body.orders.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(body.count).toBe(8);
});
