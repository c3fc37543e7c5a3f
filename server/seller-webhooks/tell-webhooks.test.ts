import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { listAttempts } from '#server/db/ledger-rows.ts';
import { attempts } from '#server/db/schema-money.ts';
import { orderEvents } from '#server/db/schema-ledger.ts';
import { webhookDeliveries, webhookMessages } from '#server/db/schema-webhooks.ts';
import { leavesOf } from '#server/ledger/read-leaves.ts';
import { buy, openSold } from '#server/testing-orders.ts';
import { openShop, sellableConfig, type TestShop } from '#server/testing.ts';

import { tellOfOrders } from './tell-of-orders.ts';
import { eventOf } from './testing-events.ts';
import { quoted } from './webhook-sentences.ts';

const NOWHERE = 'http://127.0.0.1:9/hooks';

const messagesOf = ({ context: { db } }: TestShop) =>
  db.select().from(webhookMessages).orderBy(asc(webhookMessages.position));

test('writes no event without an endpoint for it, and sends a new endpoint only later events', async () => {
  const { shop, seller } = await openSold();
  expect(await messagesOf(shop)).toEqual([]);
  const refunds = { url: NOWHERE, events: ['refund.completed' as const] };
  const { endpoint: some } = (await seller.call('create-webhook-endpoint', refunds)).body;
  await buy(shop, 'taller');
  expect(await messagesOf(shop)).toEqual([]);
  const { endpoint: all } = (await seller.call('create-webhook-endpoint', { url: NOWHERE })).body;
  await buy(shop, 'taller');
  expect(await messagesOf(shop)).toMatchObject([{ type: 'order.paid', orderNumber: 3 }]);
  const { orders } = (await seller.call('list-orders', {})).body;
  const [order] = orders;
  const { payments } = (await seller.call('get-order', { orderId: order?.id ?? '' })).body;
  const wish = { orderId: order?.id ?? '', paymentId: payments[0]?.id ?? '', reason: 'duplicate' as const };
  await seller.call('refund-order', { ...wish, request: crypto.randomUUID() });
  const told = await messagesOf(shop);
  expect(told.map(({ type }) => type)).toEqual(['order.paid', 'refund.requested', 'refund.completed']);
  const sent = await shop.context.db.select().from(webhookDeliveries).orderBy(webhookDeliveries.position);
  const wanted = [all.id, all.id, all.id, some.id].toSorted();
  expect(sent.map(({ endpointId }) => endpointId).toSorted()).toEqual(wanted);
  expect(sent.filter(({ endpointId }) => endpointId === some.id)).toMatchObject([{ messageId: told[2]?.id }]);
});

test('includes the buyer’s answers in an event and nothing secret', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const asked = { id: 'size', kind: 'short' as const, name: 'size', label: 'Which size?', help: '' };
  const customFields = [{ ...asked, required: false, choices: [], min: '', max: '' }];
  const { pageId, slug } = await seller.publish({ customFields }, 'taller');
  await seller.call('create-webhook-endpoint', { url: NOWHERE });
  const { body } = await shop.call('create-checkout-session', { slug, answers: { size: 'L <b>' } });
  await shop.pay(body.url);
  const [message] = await messagesOf(shop);
  const { data } = eventOf(message?.body ?? '');
  expect(data.order).toMatchObject({
    pageId,
    buyer: { email: 'buyer@example.com' },
    answers: [{ id: 'size', kind: 'short', label: 'Which size?', value: 'L <b>' }],
  });
  expect(message?.body).not.toMatch(/acct_|cs_|cus_|token|4242|providerUrl/);
  expect(message?.sentence).toBe('Sold “Throwing Taller” (order No. 1) for $29.00 USD.');
});

test('emits events recorded before the order existed together with it, in order of time', async () => {
  const { shop, seller } = await openSold();
  await seller.call('create-webhook-endpoint', { url: NOWHERE });
  const { context } = shop;
  const [attempt] = await context.db.select().from(attempts);
  if (!attempt) throw new Error('There is no attempt');
  const rows = await context.db.select().from(orderEvents);
  const paid = rows.filter(({ kind }) => kind === 'paid' || kind === 'pressed_pay');
  const at = new Date((paid.find(({ kind }) => kind === 'paid')?.at.getTime() ?? 0) + 60_000);
  const early = { id: crypto.randomUUID(), attemptId: attempt.id, facts: {}, at } as const;
  await context.db
    .insert(orderEvents)
    .values({ ...early, key: 'cancellation_set 1', kind: 'cancellation_set' });
  await context.db.transaction(async (tx) => {
    const { leaves } = await leavesOf(tx, await listAttempts(tx, context.mode, [attempt.id]));
    const leaf = leaves.get(attempt.id);
    if (!leaf) throw new Error('There is no leaf');
    await tellOfOrders(context, tx, [{ leaf, events: paid, isNew: true }]);
    // The same events a second time are ignored.
    expect(await tellOfOrders(context, tx, [{ leaf, events: paid, isNew: true }])).toBe(false);
  });
  const told = await messagesOf(shop);
  expect(told.map(({ type }) => type)).toEqual(['order.paid', 'subscription.cancellation_set']);
  expect(await context.db.select().from(webhookDeliveries)).toHaveLength(2);
});

test('emits one event for each publication and each end of one', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'taller');
  await seller.call('create-webhook-endpoint', { url: NOWHERE });
  const again = () =>
    seller.call('save-checkout-page', { config: sellableConfig({ price: '31' }), slug: 'taller', pageId });
  await again();
  await seller.call('unpublish-page', { pageId });
  await seller.call('unpublish-page', { pageId });
  await again();
  await seller.call('rename-page', { pageId, name: '<!channel> "Kiln"' });
  await seller.call('delete-page', { pageId });
  const url = 'http://localhost:3000/c/taller';
  const told = await messagesOf(shop);
  expect(told.map(({ body }) => (JSON.parse(body) as { data: { page: object } }).data.page)).toEqual([
    { id: pageId, name: 'Throwing Taller', version: 2, state: 'published', url },
    { id: pageId, name: 'Throwing Taller', version: 2, state: 'unpublished', url },
    { id: pageId, name: 'Throwing Taller', version: 3, state: 'published', url },
    { id: pageId, name: '<!channel> "Kiln"', version: 3, state: 'unpublished', url: null },
  ]);
  expect(new Set(told.map(({ subject }) => subject))).toEqual(new Set([pageId]));
});

test('shortens a long name in sentences and replaces a name without letters', () => {
  expect(quoted('x'.repeat(200))).toBe(`“${'x'.repeat(79)}…”`);
  expect(quoted(' \u202e\n ')).toBe('“a product”');
  expect(quoted('Throwing\nTaller')).toBe('“Throwing Taller”');
});
