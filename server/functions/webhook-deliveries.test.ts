import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { Calls } from '#domain/calls.ts';
import { webhookDeliveries, webhookEndpoints } from '#server/db/schema-webhooks.ts';
import { openHooks, openReceiver, verified } from '#server/seller-webhooks/testing-hooks.ts';
import { openShop } from '#server/testing.ts';

type LogWish = Omit<Calls['list-webhook-deliveries']['body'], 'endpointId'>;

/** Creates a seller with a webhook endpoint, its receiver and its delivery log. */
async function openLog() {
  const shop = await openShop({ still: true });
  const hooks = await openHooks(shop);
  const receiver = await openReceiver();
  const { id: endpointId, secret } = await hooks.endpoint(receiver.url);
  const { seller } = hooks;
  const list = async (wish: LogWish = {}) =>
    (await seller.call('list-webhook-deliveries', { endpointId, ...wish })).body;
  const say = (...texts: string[]) =>
    hooks.tell(...texts.map((text) => ({ subject: text.replace(/\d+$/, ''), say: text })));
  const statesOf = async () => (await list()).deliveries.toReversed().map(({ state }) => state);
  const get = async () => (await seller.call('get-webhook-endpoint', { endpointId })).body.endpoint;
  return { shop, ...hooks, receiver, endpointId, secret, list, say, statesOf, get };
}

test('sends a test event to one endpoint only and logs request and response', async () => {
  const { shop, seller, receiver, endpointId, secret, endpoint } = await openLog();
  await endpoint((await openReceiver()).url);
  receiver.behave(() => (answer) => answer.writeHead(200, { 'x-till': 'heard' }).end('Thank you'));
  const { delivery } = (await seller.call('send-test-webhook', { endpointId })).body;
  expect(delivery).toMatchObject({ type: 'webhook.test', orderNumber: null });
  await shop.settled();
  expect(receiver.heard).toHaveLength(1);
  const [heard] = receiver.heard;
  const { body } = await seller.call('get-webhook-delivery', { deliveryId: delivery.id });
  expect(body.delivery).toMatchObject({ state: 'delivered', tries: 1, lastStatus: 200, lastProblem: null });
  expect(heard && verified({ ...heard, body: body.delivery.body }, secret)).toMatchObject({
    type: 'webhook.test',
    data: { endpointId },
  });
  const [once] = body.delivery.log;
  expect(once).toMatchObject({ status: 200, answer: 'Thank you', answerCut: false, problem: null });
  expect(once?.answerHeaders).toContainEqual(['x-till', 'heard']);
  expect(once?.requestHeaders).toContainEqual(['webhook-id', heard?.id]);
  expect(body.delivery.messageId).toBe(heard?.id);
  expect(JSON.stringify(body)).not.toContain(heard?.headers['webhook-signature']);
});

test('pages through the log without gaps while new deliveries arrive', async () => {
  const { shop, say, list } = await openLog();
  await shop.workers.deliveries.close();
  const texts = Array.from({ length: 7 }, (_, at) => `a${at}`);
  // Emitted together, so they share a millisecond.
  await say(...texts);
  const all = (await list()).deliveries.map(({ id }) => id);
  expect(all).toHaveLength(7);
  const first = await list({ limit: 3 });
  await say('b1', 'b2');
  const second = await list({ limit: 3, cursor: first.next ?? '' });
  await say('c1');
  const third = await list({ limit: 3, cursor: second.next ?? '' });
  const read = [first, second, third].flatMap(({ deliveries }) => deliveries.map(({ id }) => id));
  expect(read).toEqual(all);
  expect(third.next).toBeNull();
  expect((await list({ limit: 10 })).next).toBeNull();
  expect((await list({ limit: 9 })).next).not.toBeNull();
});

test('distinguishes deliveries held behind an earlier one from waiting ones, also in filters', async () => {
  const { shop, say, list, statesOf, receiver, get } = await openLog();
  receiver.behave(({ say: text }) => (text === 'a1' ? 500 : 204));
  await say('a1', 'a2', 'b1');
  await shop.settled();
  expect(await statesOf()).toEqual(['waiting', 'held', 'delivered']);
  for (const state of ['waiting', 'held', 'delivered'] as const)
    expect((await list({ state })).deliveries.map((one) => one.state)).toEqual([state]);
  expect((await list({ state: 'failed' })).deliveries).toEqual([]);
  expect((await list({ event: 'order.paid' })).deliveries).toHaveLength(3);
  expect((await list({ event: 'order.pending' })).deliveries).toEqual([]);
  const [, held, waiting] = (await list()).deliveries;
  expect([held?.nextTryAt, waiting?.nextTryAt === null]).toEqual([null, false]);
  expect(waiting).toMatchObject({ tries: 1, lastStatus: 500 });
  expect(await get()).toMatchObject({ delivered: 1, failed: 0, waiting: 2 });
});

test('keeps deliveries of a paused endpoint, refuses tests for it, and delivers in order when it resumes', async () => {
  const { shop, seller, endpointId, say, statesOf, receiver, get, list } = await openLog();
  const update = (state: 'active' | 'paused') =>
    seller.call('update-webhook-endpoint', { endpointId, state });
  expect((await update('paused')).body.endpoint).toMatchObject({ state: 'paused', pausedBy: 'seller' });
  await say('a1', 'b1', 'a2');
  await shop.settled();
  expect(receiver.heard).toEqual([]);
  expect(await statesOf()).toEqual(['held', 'held', 'held']);
  const deliveryIds = (await list()).deliveries.map(({ id }) => id);
  const asked = [
    await seller.call('send-test-webhook', { endpointId }),
    await seller.call('redeliver-webhooks', { endpointId, deliveryIds }),
  ];
  for (const { status, body } of asked) expect([status, body.error?.code]).toEqual([409, 'webhook_paused']);
  await shop.context.db.update(webhookEndpoints).set({ pausedBy: 'failures', failingSince: new Date(0) });
  expect((await update('paused')).body.endpoint.pausedBy).toBe('failures');
  expect((await update('active')).body.endpoint).toMatchObject({ state: 'active', failingSince: null });
  await shop.settled();
  expect(receiver.said().filter((text) => text.startsWith('a'))).toEqual(['a1', 'a2']);
  expect(receiver.said().toSorted()).toEqual(['a1', 'a2', 'b1']);
  expect(await get()).toMatchObject({ delivered: 3, waiting: 0 });
});

test('redelivers failed deliveries since a given time, oldest first and at most 100', async () => {
  const { shop, seller, endpointId, say, receiver, list, get } = await openLog();
  receiver.behave(() => 500);
  await say(...Array.from({ length: 105 }, (_, at) => `s${at}x`));
  await shop.context.db.update(webhookDeliveries).set({ status: 'failed' });
  const { db } = shop.context;
  const rows = await db.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.position));
  const old = new Date(Date.now() - 3_600_000);
  await db
    .update(webhookDeliveries)
    .set({ createdAt: old })
    .where(eq(webhookDeliveries.id, rows[0]?.id ?? ''));
  await shop.settled();
  receiver.behave(() => 204);
  const failedSince = new Date(Date.now() - 1_800_000).toISOString();
  const again = () => seller.call('redeliver-webhooks', { endpointId, failedSince });
  expect((await again()).body).toEqual({ queued: 100 });
  await shop.settled();
  const left = (await list({ state: 'failed', limit: 100 })).deliveries.map(({ id }) => id);
  expect(left).toEqual([...rows.slice(101).toReversed(), ...rows.slice(0, 1)].map(({ id }) => id));
  expect((await again()).body).toEqual({ queued: 4 });
  await shop.settled();
  expect((await again()).body).toEqual({ queued: 0 });
  expect(await get()).toMatchObject({ delivered: 104, failed: 1 });
});

test('redelivers a delivered event with the same id, and only within its own endpoint', async () => {
  const { shop, seller, endpointId, say, receiver, list } = await openLog();
  await say('a1', 'a2');
  await shop.settled();
  const [newest, oldest] = (await list()).deliveries;
  const wish = { endpointId, deliveryIds: [oldest?.id ?? '', oldest?.id ?? ''] };
  expect((await seller.call('redeliver-webhooks', wish)).body).toEqual({ queued: 1 });
  await shop.settled();
  expect(receiver.said()).toEqual(['a1', 'a2', 'a1']);
  expect(receiver.heard[2]?.id).toBe(receiver.heard[0]?.id);
  const { endpoint } = (await seller.call('create-webhook-endpoint', { url: 'http://127.0.0.1:9/' })).body;
  const elsewhere = { endpointId: endpoint.id, deliveryIds: [newest?.id ?? ''] };
  expect((await seller.call('redeliver-webhooks', elsewhere)).status).toBe(404);
  const unknown = { endpointId, deliveryIds: [newest?.id ?? '', crypto.randomUUID()] };
  expect((await seller.call('redeliver-webhooks', unknown)).status).toBe(404);
  await shop.settled();
  expect(receiver.heard).toHaveLength(3);
});

test('sends a scheduled retry at once on request unless it is under way', async () => {
  const { shop, seller, endpointId, say, receiver, list, statesOf } = await openLog();
  receiver.behave(() => 500);
  await say('a1');
  await shop.settled();
  expect(receiver.said()).toEqual(['a1']);
  const deliveryIds = (await list()).deliveries.map(({ id }) => id);
  const again = () => seller.call('redeliver-webhooks', { endpointId, deliveryIds });
  let answer = () => {};
  receiver.behave(() => (response) => {
    answer = () => response.writeHead(204).end();
  });
  await again();
  await expect.poll(() => receiver.heard.length).toBe(2);
  await again();
  answer();
  await shop.settled();
  expect([receiver.said(), await statesOf()]).toEqual([['a1', 'a1'], ['delivered']]);
});

test.for([
  ['slack', (text: string) => ({ text })],
  ['discord', (text: string) => ({ content: text, allowed_mentions: { parse: [] } })],
] as const)('sends a sentence to a %s channel and logs what was sent', async ([format, bodyOf]) => {
  const { shop, seller, endpoint } = await openLog();
  const receiver = await openReceiver();
  const { id: endpointId } = await endpoint(receiver.url, { format });
  const { delivery } = (await seller.call('send-test-webhook', { endpointId })).body;
  await shop.settled();
  const { body } = await seller.call('get-webhook-delivery', { deliveryId: delivery.id });
  expect(body.delivery.body).toBe(receiver.heard[0]?.body);
  expect(JSON.parse(body.delivery.body)).toEqual(
    bodyOf('This is a test: what happens in your shop will be told here.'),
  );
  expect(receiver.heard[0]?.headers).not.toHaveProperty('webhook-signature');
});
