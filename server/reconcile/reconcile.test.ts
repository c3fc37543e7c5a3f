import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';

import { providerEvents } from '#server/db/schema-events.ts';
import { buyerSubscriptions, orderEvents, refunds } from '#server/db/schema-ledger.ts';
import { attempts, orders, sales } from '#server/db/schema-money.ts';
import { accountOf, chargesOf, refundNewest } from '#server/testing-refunds.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import {
  brokenIn,
  buy,
  cursorsOf,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  moveOn,
  openDeafShop,
} from '#server/testing-deaf.ts';
import { openRoad, TRIES } from '#server/testing-faults.ts';

import { openReconcileWorker } from './reconcile-worker.ts';

type Sums = { total: number; refunded: number };
const byTotal = (one: Sums, other: Sums) => one.total - other.total || one.refunded - other.refunded;

const ordersOf = async ({ context: { db } }: TestShop) =>
  (await db.select().from(orders))
    .toSorted(byTotal)
    .map(({ total, state, received, refunded }) => ({ total, state, received, refunded }));

const LISTED = /^GET \/v1\/events$/;

test('imports payments, subscriptions and refunds without events within 20 minutes', async () => {
  const shop = await openDeafShop();
  const seller = await shop.seller();
  await seller.publish({}, 'once');
  await seller.publish({ paymentType: 'subscription', price: '9' }, 'monthly');
  await buy(shop, 'monthly');
  await buy(shop, 'once');
  await refundNewest(shop, seller, '10');
  expect(await shop.context.db.select().from(providerEvents)).toEqual([]);

  await moveOn(shop, 20 * MINUTE_MS);
  expect(await ordersOf(shop)).toEqual([
    { total: 900, state: 'paid', received: 900, refunded: 0 },
    { total: 2900, state: 'partly_refunded', received: 2900, refunded: 1000 },
  ]);
  expect(await brokenIn(shop)).toEqual([]);
});

test('assigns listed events to their account although they do not name it', async () => {
  const road = openRoad();
  const shop = await openDeafShop({ aroundProvider: road.aroundProvider });
  const seller = await shop.seller();
  await seller.publish({}, 'once');
  await buy(shop, 'once');
  await refundNewest(shop, seller, '10');
  road.rewrite(LISTED, (list, accountId) => {
    const { data, ...rest } = list as { data: Record<string, unknown>[] };
    return { ...rest, data: data.map((event) => (accountId ? { ...event, account: undefined } : event)) };
  });
  await moveOn(shop, 20 * MINUTE_MS);
  expect(await ordersOf(shop)).toMatchObject([{ total: 2900, refunded: 1000 }]);
  const events = await shop.context.db.select().from(providerEvents);
  expect(new Set(events.map(({ accountId }) => accountId))).toEqual(new Set([await accountOf(seller)]));
});

test('finds a payment by its attempt when events cannot be listed', async () => {
  const road = openRoad();
  const shop = await openDeafShop({ aroundProvider: road.aroundProvider });
  await (await shop.seller()).publish({}, 'once');
  await buy(shop, 'once');
  road.break(LISTED, '429', 1000);
  await moveOn(shop, 14 * MINUTE_MS);
  expect(await ordersOf(shop)).toEqual([]);
  // Reconciliation shares the Stripe limiter with everything else, so a 429 slows down all requests.
  const asked = vi.spyOn(shop.context.stripeLimiter, 'ask');
  await moveOn(shop, 2 * MINUTE_MS);
  expect(await ordersOf(shop)).toMatchObject([{ total: 2900, state: 'paid' }]);
  expect(asked).toHaveBeenCalled();
});

test('moves the cursor only after all events of a window are stored', async () => {
  const road = openRoad();
  const shop = await openDeafShop({ aroundProvider: road.aroundProvider });
  const seller = await shop.seller();
  await seller.publish({}, 'once');
  const account = await accountOf(seller);
  await moveOn(shop, 11 * MINUTE_MS);
  const before = (await cursorsOf(shop)).get(account)?.listedTo;
  await buy(shop, 'once');
  await refundNewest(shop, seller, '10');

  road.break(LISTED, '500 after', 2 * TRIES);
  await moveOn(shop, 11 * MINUTE_MS);
  expect((await cursorsOf(shop)).get(account)?.listedTo).toEqual(before);
  await moveOn(shop, 11 * MINUTE_MS);
  const after = (await cursorsOf(shop)).get(account)?.listedTo;
  expect(after?.getTime()).toBeGreaterThan((before?.getTime() ?? 0) + 20 * MINUTE_MS);
  expect(await ordersOf(shop)).toMatchObject([{ state: 'partly_refunded', refunded: 1000 }]);
});

test('visits selling accounts every ten minutes, renewing ones hourly and others daily', async () => {
  const shop = await openDeafShop();
  const [busy, renewing, quiet] = [await shop.seller(), await shop.seller(), await shop.seller()];
  await busy.publish({}, 'once');
  await renewing.publish({ paymentType: 'subscription', price: '9' }, 'monthly');
  await quiet.publish({}, 'nobody');
  await buy(shop, 'monthly');
  await moveOn(shop, 2 * DAY_MS);
  await buy(shop, 'once');
  await moveOn(shop, DAY_MS + HOUR_MS);
  const cursors = await cursorsOf(shop);
  const gapOf = async (seller: typeof busy) => {
    const next = cursors.get(await accountOf(seller))?.nextAt.getTime() ?? 0;
    return Math.round((next - shop.context.now().getTime()) / MINUTE_MS);
  };
  expect([await gapOf(renewing), await gapOf(quiet)]).toEqual([60, 24 * 60]);
  await buy(shop, 'once');
  await moveOn(shop, 2 * MINUTE_MS);
  const next = (await cursorsOf(shop)).get(await accountOf(busy))?.nextAt.getTime() ?? 0;
  expect(Math.round((next - shop.context.now().getTime()) / MINUTE_MS)).toBeLessThanOrEqual(10);
});

test('imports no event twice and sends no requests while nothing is due', async () => {
  const road = openRoad();
  const shop = await openDeafShop({ aroundProvider: road.aroundProvider });
  await (await shop.seller()).publish({}, 'once');
  await buy(shop, 'once');
  await moveOn(shop, 20 * MINUTE_MS);
  const before = await shop.context.db.select().from(providerEvents);
  await moveOn(shop, 20 * MINUTE_MS);
  expect(await shop.context.db.select().from(providerEvents)).toEqual(before);
  const asked = road.calls.length;
  await shop.settled();
  expect(road.calls.length).toBe(asked);
});

test('visits an account once with two processes', async () => {
  const road = openRoad();
  const shop = await openDeafShop({ aroundProvider: road.aroundProvider });
  await (await shop.seller()).publish({}, 'once');
  await buy(shop, 'once');
  const other = openReconcileWorker(shop.context);
  await moveOn(shop, 20 * MINUTE_MS);
  let listed = 0;
  // Steps below ten minutes: after a longer step every account is due again, although it was just visited.
  for (let step = 0; step < 3; step++) {
    const before = road.calls.length;
    shop.sandbox?.clock.moveTo(new Date(shop.sandbox.now().getTime() + 8 * MINUTE_MS));
    await Promise.all([shop.workers.reconcile.settled(), other.settled()]);
    const calls = road.calls.slice(before).filter((call) => LISTED.test(call)).length;
    // Platform and account, two calls each: there are more event types than one call accepts.
    expect(calls).toBeLessThanOrEqual(4);
    listed += calls;
  }
  expect(listed).toBeGreaterThanOrEqual(4);
  await other.close();
});

test('restores attempts and orders that a restored database lacks', async () => {
  const shop = await openDeafShop();
  const seller = await shop.seller();
  await seller.publish({ requireTerms: false }, 'once');
  await seller.publish({ paymentType: 'subscription', price: '9' }, 'monthly');
  await moveOn(shop, 20 * MINUTE_MS);
  for (const slug of ['monthly', 'once', 'once']) await buy(shop, slug);
  await shop.call('create-checkout-session', { slug: 'once' });
  await refundNewest(shop, seller, '29');
  const { db } = shop.context;
  await db.execute(sql`delete from outbox`);
  await db.execute(sql`delete from attempts`);
  await moveOn(shop, 20 * MINUTE_MS);
  expect(await ordersOf(shop)).toEqual([
    { total: 900, state: 'paid', received: 900, refunded: 0 },
    { total: 2900, state: 'paid', received: 2900, refunded: 0 },
    { total: 2900, state: 'refunded', received: 2900, refunded: 2900 },
  ]);
  expect(await db.select().from(attempts)).toHaveLength(3);
  expect(await brokenIn(shop)).toEqual([]);
});

test('processes events again that arrived before their attempts were restored', async () => {
  const shop = await openShop();
  await (await shop.seller()).publish({ requireTerms: false }, 'once');
  await moveOn(shop, 20 * MINUTE_MS);
  const { body } = await shop.call('create-checkout-session', { slug: 'once' });
  const { db } = shop.context;
  await db.execute(sql`delete from attempts`);
  await shop.pay(body.url);
  const statusOf = () =>
    db
      .select({ status: providerEvents.status })
      .from(providerEvents)
      .where(eq(providerEvents.type, 'checkout.session.completed'));
  expect([await statusOf(), await ordersOf(shop)]).toEqual([[{ status: 'done' }], []]);
  await moveOn(shop, 20 * MINUTE_MS);
  expect(await ordersOf(shop)).toEqual([{ total: 2900, state: 'paid', received: 2900, refunded: 0 }]);
  expect(await statusOf()).toEqual([{ status: 'done' }]);
  expect(await brokenIn(shop)).toEqual([]);
});

test('processes late events of restored attempts across several list windows', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const seller = await shop.seller();
  await seller.publish({ requireTerms: false }, 'once');
  await moveOn(shop, 20 * MINUTE_MS);
  road.break(LISTED, '429', 1000);
  const { db, sellerStripe } = shop.context;
  await db.execute(sql`delete from outbox`);
  for (let buyer = 0; buyer < 3; buyer++) {
    const { body } = await shop.call('create-checkout-session', { slug: 'once' });
    await db.execute(sql`delete from attempts`);
    await shop.pay(body.url);
  }
  await moveOn(shop, HOUR_MS);
  const account = await accountOf(seller);
  // More events than one window holds: it is halved, and the payments are in another half than these.
  for (const charge of await chargesOf(shop, account))
    for (let cent = 0; cent < 90; cent++)
      await sellerStripe(account).refunds.create({ charge, amount: 1 }, crypto.randomUUID());
  await shop.settled();
  expect(await ordersOf(shop)).toEqual([]);
  road.mend();
  await moveOn(shop, 20 * MINUTE_MS);
  const order = { total: 2900, state: 'partly_refunded', received: 2900, refunded: 90 };
  expect(await ordersOf(shop)).toEqual([order, order, order]);
  expect(await brokenIn(shop)).toEqual([]);
});

test("restores nothing for a session that names another seller's page", async () => {
  const shop = await openDeafShop();
  const [seller, other] = [await shop.seller(), await shop.seller()];
  await seller.publish({}, 'once');
  const { pageId } = await other.publish({}, 'theirs');
  const account = await accountOf(seller);
  const metadata = { attempt_id: crypto.randomUUID(), page_id: pageId, slug: 'theirs' };
  const session = await shop.context.sellerStripe(account).sessions.create(
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
  await shop.pay(session.url ?? '');
  await moveOn(shop, 20 * MINUTE_MS);
  expect(await ordersOf(shop)).toEqual([]);
  expect(await shop.context.db.select().from(attempts)).toEqual([]);
});

test('completes subscriptions and refunds that an earlier version did not store', async () => {
  const shop = await openDeafShop();
  const seller = await shop.seller();
  await seller.publish({ paymentType: 'subscription', price: '9' }, 'monthly');
  await buy(shop, 'monthly');
  await refundNewest(shop, seller, '4');
  await moveOn(shop, 20 * MINUTE_MS);
  const { db } = shop.context;
  await db.delete(buyerSubscriptions);
  await db.delete(refunds);
  await db.delete(orderEvents);
  await db.update(sales).set({ chargeId: null });
  await moveOn(shop, DAY_MS);
  expect(await db.select().from(buyerSubscriptions)).toMatchObject([{ status: 'active', amount: 900 }]);
  expect(await db.select().from(refunds)).toMatchObject([{ state: 'succeeded', amount: 400 }]);
  const [charge] = await db.select().from(sales).where(eq(sales.refunded, 400));
  expect(charge?.chargeId).toMatch(/^ch_/);
});
