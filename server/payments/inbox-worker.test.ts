import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { MINUTE_MS } from '#domain/time-units.ts';
import { orders } from '#server/db/schema-orders.ts';
import { stripeEvents } from '#server/db/schema-stripe-events.ts';
import { createFaultyStripe, type FaultyStripe } from '#server/testing/faulty-stripe.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const READ_SESSION = /^GET \/v1\/checkout\/sessions\//;

/** Creates an app with one payment whose event has failed so far. */
async function createAppWithFailedEvent(failureCount: number): Promise<{ app: TestApp; transport: FaultyStripe }> {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe, freezeClock: true });
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  transport.injectFault(READ_SESSION, '400', failureCount);
  const { body } = await app.rpc('create-checkout-session', { slug: 'taller' });
  await app.payAtStripe(body.url);
  return { app, transport };
}

async function completedEvent({ context: { db } }: TestApp) {
  const [row] = await db.select().from(stripeEvents).where(eq(stripeEvents.type, 'checkout.session.completed'));
  if (!row) throw new Error('No event has come');
  return row;
}

const countOrders = async ({ context: { db } }: TestApp) => (await db.select().from(orders)).length;

test('retries an event whose handler fails and applies it once', async () => {
  const { app } = await createAppWithFailedEvent(2);
  for (const attempts of [1, 2]) {
    expect(await completedEvent(app)).toMatchObject({ status: 'received', attempts });
    expect((await completedEvent(app)).lastError).toContain('Refused on purpose');
    app.advance(MINUTE_MS);
    await app.workers.inbox.waitUntilIdle();
  }
  expect(await completedEvent(app)).toMatchObject({ status: 'done', attempts: 3, lastError: null });
  expect(await countOrders(app)).toBe(1);
});

test('increases the delay between tries and dead-letters the event after the twelfth', async () => {
  const { app, transport } = await createAppWithFailedEvent(1000);
  const delays: number[] = [];
  for (let tries = 1; tries < 12; tries++) {
    const { attempts, nextAt, status } = await completedEvent(app);
    expect([attempts, status]).toEqual([tries, 'received']);
    const delayMs = nextAt.getTime() - app.context.realNow().getTime();
    delays.push(Math.round(delayMs / 1000));
    app.advance(delayMs + 1);
    await app.workers.inbox.waitUntilIdle();
  }
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(delays[0]).toBeLessThanOrEqual(2);
  expect(delays.at(-1)).toBeGreaterThan(1000);
  expect(await completedEvent(app)).toMatchObject({ status: 'dead_lettered', attempts: 12 });

  const callCount = transport.calls.length;
  app.advance(7 * 24 * 60 * MINUTE_MS);
  await app.workers.inbox.waitUntilIdle();
  expect(transport.calls.length).toBe(callCount);
  expect(await countOrders(app)).toBe(0);
});

test('dead-letters an event without another try if the process died in all of them', async () => {
  const { app, transport } = await createAppWithFailedEvent(1);
  const { id } = await completedEvent(app);
  await app.context.db.update(stripeEvents).set({ attempts: 12 }).where(eq(stripeEvents.id, id));
  const callCount = transport.calls.length;
  app.advance(MINUTE_MS);
  await app.workers.inbox.waitUntilIdle();
  expect(await completedEvent(app)).toMatchObject({ status: 'dead_lettered' });
  expect(transport.calls.length).toBe(callCount);
});

test('processes other events while one fails', async () => {
  const { app } = await createAppWithFailedEvent(1);
  const { body } = await app.rpc('create-checkout-session', { slug: 'taller' });
  await app.payAtStripe(body.url);
  expect(await countOrders(app)).toBe(1);
  expect(await completedEvent(app)).toBeDefined();
  app.advance(MINUTE_MS);
  await app.workers.inbox.waitUntilIdle();
  expect(await countOrders(app)).toBe(2);
});
