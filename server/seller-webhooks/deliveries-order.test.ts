import { expect, test } from 'vitest';

import { RETRY_GAPS_MS } from '#domain/webhook-endpoint.ts';

import { claimDeliveries } from '#server/db/webhook-deliveries.ts';
import { allGone } from '#server/testing-listening.ts';
import { openDeliveriesWorker } from './deliveries-worker.ts';
import { openHooks, openReceiver, openStillShop } from './testing-hooks.ts';

/** A retry delay including the maximum jitter. */
const later = (gap: number) => gap * 1.1 + 1;
const [FIRST_GAP] = RETRY_GAPS_MS;

test('delays events of one order behind earlier ones, and nothing else', async () => {
  const shop = await openStillShop();
  const hooks = await openHooks(shop);
  const receiver = await openReceiver();
  const other = await openReceiver();
  receiver.behave(({ say }, times) => (say === 'a1' && times === 1 ? 500 : 200));
  await hooks.endpoint(receiver.url);
  await hooks.endpoint(other.url);
  await hooks.tell(
    { subject: 'a', say: 'a1' },
    { subject: 'a', say: 'a2' },
    { subject: 'b', say: 'b1' },
    { subject: null, say: 'alone' },
  );
  await shop.settled();
  await hooks.tell({ subject: 'a', say: 'a3' }, { subject: 'b', say: 'b2' });
  await shop.settled();
  expect(receiver.said().toSorted()).toEqual(['a1', 'alone', 'b1', 'b2']);
  expect(other.said().filter((say) => say.startsWith('a') && say !== 'alone')).toEqual(['a1', 'a2', 'a3']);
  shop.advance(later(FIRST_GAP));
  await shop.settled();
  expect(receiver.said().slice(4)).toEqual(['a1', 'a2', 'a3']);
});

test('retries ten times with growing delays and then continues with later events', async () => {
  const shop = await openStillShop();
  const hooks = await openHooks(shop);
  const receiver = await openReceiver();
  receiver.behave(({ say }) => (say === 'one' ? 500 : 200));
  const { id } = await hooks.endpoint(receiver.url);
  await hooks.tell({ subject: 'a', say: 'one' }, { subject: 'a', say: 'two' });
  await shop.settled();
  for (const [tries, gap] of RETRY_GAPS_MS.entries()) {
    // Other events are delivered in between, so the endpoint is not paused.
    await hooks.tell({ subject: null, say: 'else' });
    await shop.settled();
    expect(receiver.said().filter((say) => say !== 'else')).toEqual(Array(tries + 1).fill('one'));
    shop.advance(gap - 1);
    await shop.settled();
    expect(receiver.said().filter((say) => say === 'one')).toHaveLength(tries + 1);
    shop.advance(later(gap) - gap + 1);
    await shop.settled();
  }
  expect(receiver.said().filter((say) => say !== 'else')).toEqual([...Array(11).fill('one'), 'two']);
  const rows = await hooks.deliveries(id);
  expect(rows.slice(0, 2)).toMatchObject([
    { status: 'failed', tries: 11, lastProblem: 'It answered 500 (Internal Server Error).' },
    { status: 'delivered', tries: 1 },
  ]);
  const { body } = await hooks.call('get-webhook-delivery', { deliveryId: rows[0]?.id ?? '' });
  expect(body.delivery.log).toHaveLength(11);
  expect(new Set(receiver.heard.filter(({ say }) => say === 'one').map((heard) => heard.id)).size).toBe(1);
});

test('sends a delivery that a dead process had claimed when its lease expires', async () => {
  const shop = await openStillShop();
  const hooks = await openHooks(shop);
  const receiver = await openReceiver();
  const { id } = await hooks.endpoint(receiver.url);
  await shop.workers.deliveries.close();
  await hooks.tell({ subject: 'a', say: 'one' }, { subject: 'a', say: 'two' });
  const { db, mode, realNow } = shop.context;
  const now = realNow();
  const limits = { arriving: 4, failing: 1 };
  const wanted = { mode, now, busy: new Map<string, number>(), each: limits, room: limits };
  expect(await claimDeliveries(db, wanted, new Date(now.getTime() + 30_000))).toHaveLength(1);
  const next = openDeliveriesWorker(shop.context);
  await next.settled();
  expect(receiver.said()).toEqual([]);
  shop.advance(30_000);
  await next.settled();
  await next.close();
  expect(receiver.said()).toEqual(['one', 'two']);
  // A try counts from its start.
  expect(await hooks.deliveries(id)).toMatchObject([
    { status: 'delivered', tries: 2 },
    { status: 'delivered', tries: 1 },
  ]);
});

test('does not let an endpoint that never answers delay the others', async () => {
  const shop = await openStillShop();
  const hooks = await openHooks(shop);
  const [slow, quick] = [await openReceiver(), await openReceiver()];
  let heldAtOnce = 0;
  slow.behave(() => () => void (heldAtOnce = Math.max(heldAtOnce, slow.open())));
  const { id } = await hooks.endpoint(slow.url);
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ subject: `order ${at}`, say: `${at}` }));
  await hooks.tell(...many(40));
  await hooks.endpoint(quick.url);
  await hooks.tell(...many(60));
  while (quick.heard.length < 60) await new Promise((resolve) => setImmediate(resolve));
  // Each of these requests takes five seconds.
  expect(slow.heard.length).toBeLessThan(10);
  expect(heldAtOnce).toBeLessThanOrEqual(4);
  await hooks.call('update-webhook-endpoint', { endpointId: id, state: 'paused' });
  await shop.settled();
  await allGone(slow);
});

test('redelivers a delivered or failed event on request, ahead of its order', async () => {
  const shop = await openStillShop();
  const hooks = await openHooks(shop);
  const receiver = await openReceiver();
  const { id } = await hooks.endpoint(receiver.url);
  await hooks.tell({ subject: 'a', say: 'one' });
  await shop.settled();
  receiver.behave(({ say }) => (say === 'two' ? 500 : 200));
  await hooks.tell({ subject: 'a', say: 'two' }, { subject: 'a', say: 'three' });
  await shop.settled();
  const [one] = await hooks.deliveries(id);
  const again = () => hooks.call('redeliver-webhooks', { endpointId: id, deliveryIds: [one?.id ?? ''] });

  // The redelivery runs before waiting deliveries and blocks none of them.
  receiver.behave(() => 500);
  expect((await again()).body).toEqual({ queued: 1 });
  await shop.settled();
  expect(receiver.said()).toEqual(['one', 'two', 'one']);
  expect((await hooks.deliveries(id))[0]).toMatchObject({ status: 'failed', tries: 2, redelivery: false });
  // A redelivery is tried only once.
  shop.advance(later(FIRST_GAP));
  await shop.settled();
  expect(receiver.said().filter((say) => say === 'one')).toHaveLength(2);

  receiver.behave(() => 200);
  await again();
  await shop.settled();
  expect((await hooks.deliveries(id))[0]).toMatchObject({ status: 'delivered', tries: 3, lastProblem: null });
  expect(new Set(receiver.heard.filter(({ say }) => say === 'one').map((heard) => heard.id)).size).toBe(1);
  shop.advance(later(60_000));
  await shop.settled();
  expect(receiver.said().slice(-2)).toEqual(['two', 'three']);
});
