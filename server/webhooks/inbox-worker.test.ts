import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { orders } from '#server/db/schema-money.ts';
import { providerEvents } from '#server/db/schema-events.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import { openRoad, type Road } from '#server/testing-faults.ts';

const READ_SESSION = /^GET \/v1\/checkout\/sessions\//;
const MINUTE_MS = 60_000;

/** Creates an app with one payment whose event has failed so far. */
async function openWithOpenEvent(broken: number): Promise<{ shop: TestShop; road: Road }> {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider, still: true });
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  road.break(READ_SESSION, '400', broken);
  const { body } = await shop.call('create-checkout-session', { slug: 'taller' });
  await shop.pay(body.url);
  return { shop, road };
}

async function completedEvent({ context: { db } }: TestShop) {
  const [row] = await db
    .select()
    .from(providerEvents)
    .where(eq(providerEvents.type, 'checkout.session.completed'));
  if (!row) throw new Error('No event has come');
  return row;
}

const orderCount = async ({ context: { db } }: TestShop) => (await db.select().from(orders)).length;

test('retries an event whose handler fails and applies it once', async () => {
  const { shop } = await openWithOpenEvent(2);
  for (const attempts of [1, 2]) {
    expect(await completedEvent(shop)).toMatchObject({ status: 'received', attempts });
    expect((await completedEvent(shop)).lastError).toContain('Refused on purpose');
    shop.advance(MINUTE_MS);
    await shop.workers.inbox.settled();
  }
  expect(await completedEvent(shop)).toMatchObject({ status: 'done', attempts: 3, lastError: null });
  expect(await orderCount(shop)).toBe(1);
});

test('increases the delay between tries and dead-letters the event after the twelfth', async () => {
  const { shop, road } = await openWithOpenEvent(1000);
  const gaps: number[] = [];
  for (let tries = 1; tries < 12; tries++) {
    const { attempts, nextAt, status } = await completedEvent(shop);
    expect([attempts, status]).toEqual([tries, 'received']);
    const gap = nextAt.getTime() - shop.context.realNow().getTime();
    gaps.push(Math.round(gap / 1000));
    shop.advance(gap + 1);
    await shop.workers.inbox.settled();
  }
  expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
  expect(gaps[0]).toBeLessThanOrEqual(2);
  expect(gaps.at(-1)).toBeGreaterThan(1000);
  expect(await completedEvent(shop)).toMatchObject({ status: 'parked', attempts: 12 });

  const asked = road.calls.length;
  shop.advance(7 * 24 * 60 * MINUTE_MS);
  await shop.workers.inbox.settled();
  expect(road.calls.length).toBe(asked);
  expect(await orderCount(shop)).toBe(0);
});

test('processes an event of a crashed worker after its lease expires', async () => {
  const { shop } = await openWithOpenEvent(1);
  const leased = new Date(shop.context.realNow().getTime() + MINUTE_MS);
  await shop.context.db.update(providerEvents).set({ nextAt: leased }).where(eq(providerEvents.attempts, 1));
  await shop.workers.inbox.settled();
  expect(await orderCount(shop)).toBe(0);
  shop.advance(MINUTE_MS + 1000);
  await shop.workers.inbox.settled();
  expect(await orderCount(shop)).toBe(1);
});

test('dead-letters an event without another try if the process died in all of them', async () => {
  const { shop, road } = await openWithOpenEvent(1);
  const { id } = await completedEvent(shop);
  await shop.context.db.update(providerEvents).set({ attempts: 12 }).where(eq(providerEvents.id, id));
  const asked = road.calls.length;
  shop.advance(MINUTE_MS);
  await shop.workers.inbox.settled();
  expect(await completedEvent(shop)).toMatchObject({ status: 'parked' });
  expect(road.calls.length).toBe(asked);
});

test('processes other events while one fails', async () => {
  const { shop } = await openWithOpenEvent(1);
  const { body } = await shop.call('create-checkout-session', { slug: 'taller' });
  await shop.pay(body.url);
  expect(await orderCount(shop)).toBe(1);
  expect(await completedEvent(shop)).toBeDefined();
  shop.advance(MINUTE_MS);
  await shop.workers.inbox.settled();
  expect(await orderCount(shop)).toBe(2);
});
