import { expect, test } from 'vitest';

import { RETRY_DELAYS_MS } from '#domain/webhook-endpoint.ts';
import { waitForDisconnect } from '#server/testing/listening-server.ts';
import { claimDeliveries } from '#server/webhooks/queries/deliveries.ts';

import { createWebhookTestEnv, startReceiver, createAppWithFixedClock } from '../testing/webhook-test-env.ts';
import { openDeliveriesWorker } from './jobs.ts';

/** A retry delay including the maximum jitter. */
const withMaxJitter = (delayMs: number) => delayMs * 1.1 + 1;
const [FIRST_DELAY_MS] = RETRY_DELAYS_MS;

test('delays events of one order behind earlier ones, and nothing else', async () => {
  const app = await createAppWithFixedClock();
  const webhooks = await createWebhookTestEnv(app);
  const receiver = await startReceiver();
  const otherReceiver = await startReceiver();
  receiver.respondWith(({ label }, times) => (label === 'a1' && times === 1 ? 500 : 200));
  await webhooks.createEndpoint(receiver.url);
  await webhooks.createEndpoint(otherReceiver.url);
  await webhooks.emit(
    { subject: 'a', label: 'a1' },
    { subject: 'a', label: 'a2' },
    { subject: 'b', label: 'b1' },
    { subject: null, label: 'alone' },
  );
  await app.waitUntilIdle();
  await webhooks.emit({ subject: 'a', label: 'a3' }, { subject: 'b', label: 'b2' });
  await app.waitUntilIdle();
  expect(receiver.labels().toSorted()).toEqual(['a1', 'alone', 'b1', 'b2']);
  expect(otherReceiver.labels().filter((label) => label.startsWith('a') && label !== 'alone')).toEqual([
    'a1',
    'a2',
    'a3',
  ]);
  app.advance(withMaxJitter(FIRST_DELAY_MS));
  await app.waitUntilIdle();
  expect(receiver.labels().slice(4)).toEqual(['a1', 'a2', 'a3']);
});

test('retries ten times with growing delays and then continues with later events', async () => {
  const app = await createAppWithFixedClock();
  const webhooks = await createWebhookTestEnv(app);
  const receiver = await startReceiver();
  receiver.respondWith(({ label }) => (label === 'one' ? 500 : 200));
  const { id } = await webhooks.createEndpoint(receiver.url);
  await webhooks.emit({ subject: 'a', label: 'one' }, { subject: 'a', label: 'two' });
  await app.waitUntilIdle();
  for (const [tries, delayMs] of RETRY_DELAYS_MS.entries()) {
    // Other events are delivered in between, so the endpoint is not paused.
    await webhooks.emit({ subject: null, label: 'else' });
    await app.waitUntilIdle();
    expect(receiver.labels().filter((label) => label !== 'else')).toEqual(Array(tries + 1).fill('one'));
    app.advance(delayMs - 1);
    await app.waitUntilIdle();
    expect(receiver.labels().filter((label) => label === 'one')).toHaveLength(tries + 1);
    app.advance(withMaxJitter(delayMs) - delayMs + 1);
    await app.waitUntilIdle();
  }
  expect(receiver.labels().filter((label) => label !== 'else')).toEqual([...Array(11).fill('one'), 'two']);
  const rows = await webhooks.listDeliveries(id);
  expect(rows.slice(0, 2)).toMatchObject([
    { status: 'failed', tries: 11, lastError: 'The server responded with 500 (Internal Server Error).' },
    { status: 'delivered', tries: 1 },
  ]);
  const { body } = await webhooks.call('get-webhook-delivery', { deliveryId: rows[0]?.id ?? '' });
  expect(body.delivery.log).toHaveLength(11);
  expect(new Set(receiver.received.filter(({ label }) => label === 'one').map((request) => request.id)).size).toBe(1);
});

test('sends a delivery that a dead process had claimed when its lease expires', async () => {
  const app = await createAppWithFixedClock();
  const webhooks = await createWebhookTestEnv(app);
  const receiver = await startReceiver();
  const { id } = await webhooks.createEndpoint(receiver.url);
  await app.workers.deliveries.close();
  await webhooks.emit({ subject: 'a', label: 'one' }, { subject: 'a', label: 'two' });
  const { db, mode, realNow } = app.context;
  const now = realNow();
  const limits = { healthy: 4, failing: 1 };
  const query = {
    mode,
    now,
    runningByEndpoint: new Map<string, number>(),
    perEndpoint: limits,
    capacity: limits,
  };
  expect(await claimDeliveries(db, query, new Date(now.getTime() + 30_000))).toHaveLength(1);
  const secondWorker = openDeliveriesWorker(app.context);
  await secondWorker.waitUntilIdle();
  expect(receiver.labels()).toEqual([]);
  app.advance(30_000);
  await secondWorker.waitUntilIdle();
  await secondWorker.close();
  expect(receiver.labels()).toEqual(['one', 'two']);
  // A try counts from its start.
  expect(await webhooks.listDeliveries(id)).toMatchObject([
    { status: 'delivered', tries: 2 },
    { status: 'delivered', tries: 1 },
  ]);
});

test('does not let an endpoint that never answers delay the others', async () => {
  const app = await createAppWithFixedClock();
  const webhooks = await createWebhookTestEnv(app);
  const [slow, quick] = [await startReceiver(), await startReceiver()];
  let maxOpenRequests = 0;
  slow.respondWith(() => () => void (maxOpenRequests = Math.max(maxOpenRequests, slow.openConnections())));
  const { id } = await webhooks.createEndpoint(slow.url);
  const buildEvents = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ subject: `order ${at}`, label: `${at}` }));
  await webhooks.emit(...buildEvents(40));
  await webhooks.createEndpoint(quick.url);
  await webhooks.emit(...buildEvents(60));
  while (quick.received.length < 60) await new Promise((resolve) => setImmediate(resolve));
  // Each of these requests takes five seconds.
  expect(slow.received.length).toBeLessThan(10);
  expect(maxOpenRequests).toBeLessThanOrEqual(4);
  await webhooks.call('update-webhook-endpoint', { endpointId: id, state: 'paused' });
  await app.waitUntilIdle();
  await waitForDisconnect(slow);
});

test('redelivers a delivered or failed event on request, ahead of its order', async () => {
  const app = await createAppWithFixedClock();
  const webhooks = await createWebhookTestEnv(app);
  const receiver = await startReceiver();
  const { id } = await webhooks.createEndpoint(receiver.url);
  await webhooks.emit({ subject: 'a', label: 'one' });
  await app.waitUntilIdle();
  receiver.respondWith(({ label }) => (label === 'two' ? 500 : 200));
  await webhooks.emit({ subject: 'a', label: 'two' }, { subject: 'a', label: 'three' });
  await app.waitUntilIdle();
  const [firstDelivery] = await webhooks.listDeliveries(id);
  const redeliver = () =>
    webhooks.call('redeliver-webhooks', { endpointId: id, deliveryIds: [firstDelivery?.id ?? ''] });

  // The redelivery runs before waiting deliveries and blocks none of them.
  receiver.respondWith(() => 500);
  expect((await redeliver()).body).toEqual({ queued: 1, remaining: 0 });
  await app.waitUntilIdle();
  expect(receiver.labels()).toEqual(['one', 'two', 'one']);
  expect((await webhooks.listDeliveries(id))[0]).toMatchObject({
    status: 'failed',
    tries: 2,
    redelivery: false,
  });
  // A redelivery is tried only once.
  app.advance(withMaxJitter(FIRST_DELAY_MS));
  await app.waitUntilIdle();
  expect(receiver.labels().filter((label) => label === 'one')).toHaveLength(2);

  receiver.respondWith(() => 200);
  await redeliver();
  await app.waitUntilIdle();
  expect((await webhooks.listDeliveries(id))[0]).toMatchObject({
    status: 'delivered',
    tries: 3,
    lastError: null,
  });
  expect(new Set(receiver.received.filter(({ label }) => label === 'one').map((request) => request.id)).size).toBe(1);
  app.advance(withMaxJitter(60_000));
  await app.waitUntilIdle();
  expect(receiver.labels().slice(-2)).toEqual(['two', 'three']);
});
