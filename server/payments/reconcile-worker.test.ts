import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { buyerSubscriptions, orderEvents, refunds } from '#server/db/schema-ledger.ts';
import { checkoutAttempts, orders, sales } from '#server/db/schema-orders.ts';
import { stripeEvents } from '#server/db/schema-stripe-events.ts';
import {
  listBrokenInvariants,
  buyPage,
  cursorsByAccount,
  advanceBusinessClock,
  createAppWithoutEvents,
} from '#server/testing/dropped-events.ts';
import { createFaultyStripe, TRIES } from '#server/testing/faulty-stripe.ts';
import { getStripeAccountId, listRefundableCharges, refundNewest } from '#server/testing/sold-orders.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

import { openReconcileWorker } from './reconcile-worker.ts';

type Sums = { total: number; refunded: number };
const byTotal = (a: Sums, b: Sums) => a.total - b.total || a.refunded - b.refunded;

const ordersOf = async ({ context: { db } }: TestApp) =>
  (await db.select().from(orders))
    .toSorted(byTotal)
    .map(({ total, state, received, refunded }) => ({ total, state, received, refunded }));

const EVENTS_REQUEST = /^GET \/v1\/events$/;

test('imports payments, subscriptions and refunds without events within 20 minutes', async () => {
  const app = await createAppWithoutEvents();
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'once');
  await seller.publishPage({ paymentType: 'subscription', price: '9' }, 'monthly');
  await buyPage(app, 'monthly');
  await buyPage(app, 'once');
  await refundNewest(app, seller, '10');
  expect(await app.context.db.select().from(stripeEvents)).toEqual([]);

  await advanceBusinessClock(app, 20 * MINUTE_MS);
  expect(await ordersOf(app)).toEqual([
    { total: 900, state: 'paid', received: 900, refunded: 0 },
    { total: 2900, state: 'partly_refunded', received: 2900, refunded: 1000 },
  ]);
  expect(await listBrokenInvariants(app)).toEqual([]);
});

test('assigns listed events to their account although they do not name it', async () => {
  const transport = createFaultyStripe();
  const app = await createAppWithoutEvents({ wrapStripe: transport.wrapStripe });
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'once');
  await buyPage(app, 'once');
  await refundNewest(app, seller, '10');
  transport.rewrite(EVENTS_REQUEST, (list, accountId) => {
    const { data, ...rest } = list as { data: Record<string, unknown>[] };
    return { ...rest, data: data.map((event) => (accountId ? { ...event, account: undefined } : event)) };
  });
  await advanceBusinessClock(app, 20 * MINUTE_MS);
  expect(await ordersOf(app)).toMatchObject([{ total: 2900, refunded: 1000 }]);
  const events = await app.context.db.select().from(stripeEvents);
  expect(new Set(events.map(({ accountId }) => accountId))).toEqual(new Set([await getStripeAccountId(seller)]));
});

test('finds a payment by its attempt when events cannot be listed', async () => {
  const transport = createFaultyStripe();
  const app = await createAppWithoutEvents({ wrapStripe: transport.wrapStripe });
  await (await app.signUpSeller()).publishPage({}, 'once');
  await buyPage(app, 'once');
  transport.injectFault(EVENTS_REQUEST, '429', 1000);
  await advanceBusinessClock(app, 14 * MINUTE_MS);
  expect(await ordersOf(app)).toEqual([]);
  // Reconciliation shares the Stripe limiter with everything else, so a 429 slows down all requests.
  const schedule = vi.spyOn(app.context.stripeLimiter, 'schedule');
  await advanceBusinessClock(app, 2 * MINUTE_MS);
  expect(await ordersOf(app)).toMatchObject([{ total: 2900, state: 'paid' }]);
  expect(schedule).toHaveBeenCalled();
});

test('moves the cursor only after all events of a window are stored', async () => {
  const transport = createFaultyStripe();
  const app = await createAppWithoutEvents({ wrapStripe: transport.wrapStripe });
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'once');
  const account = await getStripeAccountId(seller);
  await advanceBusinessClock(app, 11 * MINUTE_MS);
  const before = (await cursorsByAccount(app)).get(account)?.listedUntil;
  await buyPage(app, 'once');
  await refundNewest(app, seller, '10');

  transport.injectFault(EVENTS_REQUEST, '500 after', 2 * TRIES);
  await advanceBusinessClock(app, 11 * MINUTE_MS);
  expect((await cursorsByAccount(app)).get(account)?.listedUntil).toEqual(before);
  await advanceBusinessClock(app, 11 * MINUTE_MS);
  const after = (await cursorsByAccount(app)).get(account)?.listedUntil;
  expect(after?.getTime()).toBeGreaterThan((before?.getTime() ?? 0) + 20 * MINUTE_MS);
  expect(await ordersOf(app)).toMatchObject([{ state: 'partly_refunded', refunded: 1000 }]);
});

test('visits selling accounts every ten minutes, renewing ones hourly and others daily', async () => {
  const app = await createAppWithoutEvents();
  const [busy, renewing, quiet] = [await app.signUpSeller(), await app.signUpSeller(), await app.signUpSeller()];
  await busy.publishPage({}, 'once');
  await renewing.publishPage({ paymentType: 'subscription', price: '9' }, 'monthly');
  await quiet.publishPage({}, 'nobody');
  await buyPage(app, 'monthly');
  await advanceBusinessClock(app, 2 * DAY_MS);
  await buyPage(app, 'once');
  await advanceBusinessClock(app, DAY_MS + HOUR_MS);
  const cursors = await cursorsByAccount(app);
  const minutesUntilVisit = async (seller: typeof busy) => {
    const next = cursors.get(await getStripeAccountId(seller))?.nextAt.getTime() ?? 0;
    return Math.round((next - app.context.now().getTime()) / MINUTE_MS);
  };
  expect([await minutesUntilVisit(renewing), await minutesUntilVisit(quiet)]).toEqual([60, 24 * 60]);
  await buyPage(app, 'once');
  await advanceBusinessClock(app, 2 * MINUTE_MS);
  const next = (await cursorsByAccount(app)).get(await getStripeAccountId(busy))?.nextAt.getTime() ?? 0;
  expect(Math.round((next - app.context.now().getTime()) / MINUTE_MS)).toBeLessThanOrEqual(10);
});

test('imports no event twice and sends no requests while nothing is due', async () => {
  const transport = createFaultyStripe();
  const app = await createAppWithoutEvents({ wrapStripe: transport.wrapStripe });
  await (await app.signUpSeller()).publishPage({}, 'once');
  await buyPage(app, 'once');
  await advanceBusinessClock(app, 20 * MINUTE_MS);
  const before = await app.context.db.select().from(stripeEvents);
  await advanceBusinessClock(app, 20 * MINUTE_MS);
  expect(await app.context.db.select().from(stripeEvents)).toEqual(before);
  const callCount = transport.calls.length;
  await app.waitUntilIdle();
  expect(transport.calls.length).toBe(callCount);
});

test('visits an account once with two processes', async () => {
  const transport = createFaultyStripe();
  const app = await createAppWithoutEvents({ wrapStripe: transport.wrapStripe });
  await (await app.signUpSeller()).publishPage({}, 'once');
  await buyPage(app, 'once');
  const otherWorker = openReconcileWorker(app.context);
  await advanceBusinessClock(app, 20 * MINUTE_MS);
  let listed = 0;
  // Steps below ten minutes: after a longer step every account is due again, although it was just visited.
  for (let step = 0; step < 3; step++) {
    const before = transport.calls.length;
    app.sandbox?.clock.moveTo(new Date(app.sandbox.now().getTime() + 8 * MINUTE_MS));
    await Promise.all([app.workers.reconcile.waitUntilIdle(), otherWorker.waitUntilIdle()]);
    const calls = transport.calls.slice(before).filter((call) => EVENTS_REQUEST.test(call)).length;
    // Platform and account, two calls each: there are more event types than one call accepts.
    expect(calls).toBeLessThanOrEqual(4);
    listed += calls;
  }
  expect(listed).toBeGreaterThanOrEqual(4);
  await otherWorker.close();
});

test('restores attempts and orders that a restored database lacks', async () => {
  const app = await createAppWithoutEvents();
  const seller = await app.signUpSeller();
  await seller.publishPage({ requireTerms: false }, 'once');
  await seller.publishPage({ paymentType: 'subscription', price: '9' }, 'monthly');
  await advanceBusinessClock(app, 20 * MINUTE_MS);
  for (const slug of ['monthly', 'once', 'once']) await buyPage(app, slug);
  await app.rpc('create-checkout-session', { slug: 'once' });
  await refundNewest(app, seller, '29');
  const { db } = app.context;
  await db.execute(sql`delete from outbox`);
  await db.execute(sql`delete from checkout_attempts`);
  await advanceBusinessClock(app, 20 * MINUTE_MS);
  expect(await ordersOf(app)).toEqual([
    { total: 900, state: 'paid', received: 900, refunded: 0 },
    { total: 2900, state: 'paid', received: 2900, refunded: 0 },
    { total: 2900, state: 'refunded', received: 2900, refunded: 2900 },
  ]);
  expect(await db.select().from(checkoutAttempts)).toHaveLength(3);
  expect(await listBrokenInvariants(app)).toEqual([]);
});

test('processes events again that arrived before their attempts were restored', async () => {
  const app = await createTestApp();
  await (await app.signUpSeller()).publishPage({ requireTerms: false }, 'once');
  await advanceBusinessClock(app, 20 * MINUTE_MS);
  const { body } = await app.rpc('create-checkout-session', { slug: 'once' });
  const { db } = app.context;
  await db.execute(sql`delete from checkout_attempts`);
  await app.payAtStripe(body.url);
  const statusOf = () =>
    db
      .select({ status: stripeEvents.status })
      .from(stripeEvents)
      .where(eq(stripeEvents.type, 'checkout.session.completed'));
  expect([await statusOf(), await ordersOf(app)]).toEqual([[{ status: 'done' }], []]);
  await advanceBusinessClock(app, 20 * MINUTE_MS);
  expect(await ordersOf(app)).toEqual([{ total: 2900, state: 'paid', received: 2900, refunded: 0 }]);
  expect(await statusOf()).toEqual([{ status: 'done' }]);
  expect(await listBrokenInvariants(app)).toEqual([]);
});

test('processes late events of restored attempts across several list windows', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await app.signUpSeller();
  await seller.publishPage({ requireTerms: false }, 'once');
  await advanceBusinessClock(app, 20 * MINUTE_MS);
  transport.injectFault(EVENTS_REQUEST, '429', 1000);
  const { db, sellerStripe } = app.context;
  await db.execute(sql`delete from outbox`);
  for (let buyer = 0; buyer < 3; buyer++) {
    const { body } = await app.rpc('create-checkout-session', { slug: 'once' });
    await db.execute(sql`delete from checkout_attempts`);
    await app.payAtStripe(body.url);
  }
  await advanceBusinessClock(app, HOUR_MS);
  const account = await getStripeAccountId(seller);
  // More events than one window holds: it is halved, and the payments are in another half than these.
  for (const charge of await listRefundableCharges(app, account))
    for (let cent = 0; cent < 90; cent++)
      await sellerStripe(account).refunds.create({ charge, amount: 1 }, crypto.randomUUID());
  await app.waitUntilIdle();
  expect(await ordersOf(app)).toEqual([]);
  transport.clearFaults();
  await advanceBusinessClock(app, 20 * MINUTE_MS);
  const order = { total: 2900, state: 'partly_refunded', received: 2900, refunded: 90 };
  expect(await ordersOf(app)).toEqual([order, order, order]);
  expect(await listBrokenInvariants(app)).toEqual([]);
});

test("restores nothing for a session that names another seller's page", async () => {
  const app = await createAppWithoutEvents();
  const [seller, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  await seller.publishPage({}, 'once');
  const { pageId } = await otherSeller.publishPage({}, 'theirs');
  const account = await getStripeAccountId(seller);
  const metadata = { attempt_id: crypto.randomUUID(), page_id: pageId, slug: 'theirs' };
  const session = await app.context.sellerStripe(account).sessions.create(
    {
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Theirs' } } },
      ],
      metadata,
      success_url: 'https://example.com/',
    },
    crypto.randomUUID(),
  );
  await app.payAtStripe(session.url ?? '');
  await advanceBusinessClock(app, 20 * MINUTE_MS);
  expect(await ordersOf(app)).toEqual([]);
  expect(await app.context.db.select().from(checkoutAttempts)).toEqual([]);
});

test('completes subscriptions and refunds that an earlier version did not store', async () => {
  const app = await createAppWithoutEvents();
  const seller = await app.signUpSeller();
  await seller.publishPage({ paymentType: 'subscription', price: '9' }, 'monthly');
  await buyPage(app, 'monthly');
  await refundNewest(app, seller, '4');
  await advanceBusinessClock(app, 20 * MINUTE_MS);
  const { db } = app.context;
  await db.delete(buyerSubscriptions);
  await db.delete(refunds);
  await db.delete(orderEvents);
  await db.update(sales).set({ chargeId: null });
  await advanceBusinessClock(app, DAY_MS);
  expect(await db.select().from(buyerSubscriptions)).toMatchObject([{ status: 'active', amount: 900 }]);
  expect(await db.select().from(refunds)).toMatchObject([{ state: 'succeeded', amount: 400 }]);
  const [charge] = await db.select().from(sales).where(eq(sales.refunded, 400));
  expect(charge?.chargeId).toMatch(/^ch_/);
});
