import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { RpcContract } from '#domain/rpc-contract.ts';
import { webhookDeliveries, webhookEndpoints } from '#server/db/schema-webhooks.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { createWebhookTestEnv, startReceiver, verifyRequest } from '#server/testing/webhook-test-env.ts';

type LogQuery = Omit<RpcContract['list-webhook-deliveries']['body'], 'endpointId'>;

/** Creates a seller with a webhook endpoint, its receiver and its delivery log. */
async function createDeliveryLog() {
  const app = await createTestApp({ freezeClock: true });
  const webhooks = await createWebhookTestEnv(app);
  const receiver = await startReceiver();
  const { id: endpointId, secret } = await webhooks.createEndpoint(receiver.url);
  const { seller } = webhooks;
  const list = async (query: LogQuery = {}) =>
    (await seller.rpc('list-webhook-deliveries', { endpointId, ...query })).body;
  const emit = (...texts: string[]) =>
    webhooks.emit(...texts.map((text) => ({ subject: text.replace(/\d+$/, ''), label: text })));
  const listStates = async () => (await list()).deliveries.toReversed().map(({ state }) => state);
  const getEndpoint = async () => (await seller.rpc('get-webhook-endpoint', { endpointId })).body.endpoint;
  return { app, ...webhooks, receiver, endpointId, secret, list, emit, listStates, getEndpoint };
}

test('sends a test event to one endpoint only and logs request and response', async () => {
  const { app, seller, receiver, endpointId, secret, createEndpoint } = await createDeliveryLog();
  await createEndpoint((await startReceiver()).url);
  receiver.respondWith(() => (answer) => answer.writeHead(200, { 'x-till': 'heard' }).end('Thank you'));
  const { delivery } = (await seller.rpc('send-test-webhook', { endpointId })).body;
  expect(delivery).toMatchObject({ type: 'order.paid', orderNumber: null });
  await app.waitUntilIdle();
  expect(receiver.received).toHaveLength(1);
  const [received] = receiver.received;
  const { body } = await seller.rpc('get-webhook-delivery', { deliveryId: delivery.id });
  expect(body.delivery).toMatchObject({ state: 'delivered', tries: 1, lastStatus: 200, lastProblem: null });
  expect(received && verifyRequest({ ...received, body: body.delivery.body }, secret)).toMatchObject({
    id: received?.id,
    type: 'order.paid',
    test: true,
    data: { order: { number: 1 }, payment: { amount: 2900 } },
  });
  const refund = await seller.rpc('send-test-webhook', { endpointId, type: 'refund.completed' });
  expect(refund.body.delivery.type).toBe('refund.completed');
  const [firstTry] = body.delivery.log;
  expect(firstTry).toMatchObject({ status: 200, answer: 'Thank you', answerCut: false, problem: null });
  expect(firstTry?.answerHeaders).toContainEqual(['x-till', 'heard']);
  expect(firstTry?.requestHeaders).toContainEqual(['webhook-id', received?.id]);
  expect(body.delivery.messageId).toBe(received?.id);
  expect(JSON.stringify(body)).not.toContain(received?.headers['webhook-signature']);
});

test('pages through the log without gaps while new deliveries arrive', async () => {
  const { app, emit, list } = await createDeliveryLog();
  await app.workers.deliveries.close();
  const texts = Array.from({ length: 7 }, (_, at) => `a${at}`);
  // Emitted together, so they share a millisecond.
  await emit(...texts);
  const all = (await list()).deliveries.map(({ id }) => id);
  expect(all).toHaveLength(7);
  const first = await list({ limit: 3 });
  await emit('b1', 'b2');
  const second = await list({ limit: 3, cursor: first.next ?? '' });
  await emit('c1');
  const third = await list({ limit: 3, cursor: second.next ?? '' });
  const read = [first, second, third].flatMap(({ deliveries }) => deliveries.map(({ id }) => id));
  expect(read).toEqual(all);
  expect(third.next).toBeNull();
  expect((await list({ limit: 10 })).next).toBeNull();
  expect((await list({ limit: 9 })).next).not.toBeNull();
});

test('distinguishes deliveries blocked behind an earlier one from waiting ones, also in filters', async () => {
  const { app, emit, list, listStates, receiver, getEndpoint } = await createDeliveryLog();
  receiver.respondWith(({ label: text }) => (text === 'a1' ? 500 : 204));
  await emit('a1', 'a2', 'b1');
  await app.waitUntilIdle();
  expect(await listStates()).toEqual(['waiting', 'blocked', 'delivered']);
  for (const state of ['waiting', 'blocked', 'delivered'] as const)
    expect((await list({ state })).deliveries.map((delivery) => delivery.state)).toEqual([state]);
  expect((await list({ state: 'failed' })).deliveries).toEqual([]);
  expect((await list({ event: 'order.paid' })).deliveries).toHaveLength(3);
  expect((await list({ event: 'order.pending' })).deliveries).toEqual([]);
  const [, blockedDelivery, waiting] = (await list()).deliveries;
  expect([blockedDelivery?.nextTryAt, waiting?.nextTryAt === null]).toEqual([null, false]);
  expect(waiting).toMatchObject({ tries: 1, lastStatus: 500 });
  expect(await getEndpoint()).toMatchObject({ delivered: 1, failed: 0, waiting: 2 });
});

test('keeps deliveries of a paused endpoint, refuses tests for it, and delivers in order when it resumes', async () => {
  const { app, seller, endpointId, emit, listStates, receiver, getEndpoint, list } = await createDeliveryLog();
  const update = (state: 'active' | 'paused') => seller.rpc('update-webhook-endpoint', { endpointId, state });
  expect((await update('paused')).body.endpoint).toMatchObject({ state: 'paused', pausedBy: 'seller' });
  await emit('a1', 'b1', 'a2');
  await app.waitUntilIdle();
  expect(receiver.received).toEqual([]);
  expect(await listStates()).toEqual(['blocked', 'blocked', 'blocked']);
  const deliveryIds = (await list()).deliveries.map(({ id }) => id);
  const errorResponses = [
    await seller.rpc('send-test-webhook', { endpointId }),
    await seller.rpc('redeliver-webhooks', { endpointId, deliveryIds }),
  ];
  for (const { status, body } of errorResponses) expect([status, body.error?.code]).toEqual([409, 'webhook_paused']);
  await app.context.db.update(webhookEndpoints).set({ pausedBy: 'failures', failingSince: new Date(0) });
  expect((await update('paused')).body.endpoint.pausedBy).toBe('failures');
  expect((await update('active')).body.endpoint).toMatchObject({ state: 'active', failingSince: null });
  await app.waitUntilIdle();
  expect(receiver.labels().filter((text) => text.startsWith('a'))).toEqual(['a1', 'a2']);
  expect(receiver.labels().toSorted()).toEqual(['a1', 'a2', 'b1']);
  expect(await getEndpoint()).toMatchObject({ delivered: 3, waiting: 0 });
});

test('redelivers failed deliveries since a given time, oldest first and at most 100', async () => {
  const { app, seller, endpointId, emit, receiver, list, getEndpoint } = await createDeliveryLog();
  receiver.respondWith(() => 500);
  await emit(...Array.from({ length: 105 }, (_, at) => `s${at}x`));
  await app.context.db.update(webhookDeliveries).set({ status: 'failed' });
  const { db } = app.context;
  const rows = await db.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.position));
  const old = new Date(Date.now() - 3_600_000);
  await db
    .update(webhookDeliveries)
    .set({ createdAt: old })
    .where(eq(webhookDeliveries.id, rows[0]?.id ?? ''));
  await app.waitUntilIdle();
  receiver.respondWith(() => 204);
  const failedSince = new Date(Date.now() - 1_800_000).toISOString();
  const redeliver = () => seller.rpc('redeliver-webhooks', { endpointId, failedSince });
  expect((await redeliver()).body).toEqual({ queued: 100, remaining: 4 });
  await app.waitUntilIdle();
  const failedIds = (await list({ state: 'failed', limit: 100 })).deliveries.map(({ id }) => id);
  expect(failedIds).toEqual([...rows.slice(101).toReversed(), ...rows.slice(0, 1)].map(({ id }) => id));
  expect((await redeliver()).body).toEqual({ queued: 4, remaining: 0 });
  await app.waitUntilIdle();
  expect((await redeliver()).body).toEqual({ queued: 0, remaining: 0 });
  expect(await getEndpoint()).toMatchObject({ delivered: 104, failed: 1 });
});

test('redelivers a delivered event with the same id, and only within its own endpoint', async () => {
  const { app, seller, endpointId, emit, receiver, list } = await createDeliveryLog();
  await emit('a1', 'a2');
  await app.waitUntilIdle();
  const [newest, oldest] = (await list()).deliveries;
  const input = { endpointId, deliveryIds: [oldest?.id ?? '', oldest?.id ?? ''] };
  expect((await seller.rpc('redeliver-webhooks', input)).body).toEqual({ queued: 1, remaining: 0 });
  await app.waitUntilIdle();
  expect(receiver.labels()).toEqual(['a1', 'a2', 'a1']);
  expect(receiver.received[2]?.id).toBe(receiver.received[0]?.id);
  const { endpoint } = (await seller.rpc('create-webhook-endpoint', { url: 'http://127.0.0.1:9/' })).body;
  const elsewhere = { endpointId: endpoint.id, deliveryIds: [newest?.id ?? ''] };
  expect((await seller.rpc('redeliver-webhooks', elsewhere)).status).toBe(404);
  const unknown = { endpointId, deliveryIds: [newest?.id ?? '', crypto.randomUUID()] };
  expect((await seller.rpc('redeliver-webhooks', unknown)).status).toBe(404);
  await app.waitUntilIdle();
  expect(receiver.received).toHaveLength(3);
});

test('sends a scheduled retry at once on request unless it is under way', async () => {
  const { app, seller, endpointId, emit, receiver, list, listStates } = await createDeliveryLog();
  receiver.respondWith(() => 500);
  await emit('a1');
  await app.waitUntilIdle();
  expect(receiver.labels()).toEqual(['a1']);
  const deliveryIds = (await list()).deliveries.map(({ id }) => id);
  const redeliver = () => seller.rpc('redeliver-webhooks', { endpointId, deliveryIds });
  let answer = () => {};
  receiver.respondWith(() => (response) => {
    answer = () => response.writeHead(204).end();
  });
  await redeliver();
  await expect.poll(() => receiver.received.length).toBe(2);
  await redeliver();
  answer();
  await app.waitUntilIdle();
  expect([receiver.labels(), await listStates()]).toEqual([['a1', 'a1'], ['delivered']]);
});

test.for([
  ['slack', (text: string) => ({ text })],
  ['discord', (text: string) => ({ content: text, allowed_mentions: { parse: [] } })],
] as const)('sends a sentence to a %s channel and logs what was sent', async ([format, bodyOf]) => {
  const { app, seller, createEndpoint } = await createDeliveryLog();
  const receiver = await startReceiver();
  const { id: endpointId } = await createEndpoint(receiver.url, { format });
  const { delivery } = (await seller.rpc('send-test-webhook', { endpointId })).body;
  await app.waitUntilIdle();
  const { body } = await seller.rpc('get-webhook-delivery', { deliveryId: delivery.id });
  expect(body.delivery.body).toBe(receiver.received[0]?.body);
  expect(JSON.parse(body.delivery.body)).toEqual(bodyOf('This is a test. Your events will appear here.'));
  expect(receiver.received[0]?.headers).not.toHaveProperty('webhook-signature');
});
