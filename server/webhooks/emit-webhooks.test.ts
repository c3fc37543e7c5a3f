import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { orderEvents } from '#server/db/schema-ledger.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { webhookDeliveries, webhookEvents } from '#server/db/schema-webhooks.ts';
import { loadAggregates } from '#server/ledger/load-aggregates.ts';
import { listAttempts } from '#server/ledger/queries/ledger-rows.ts';
import { buyPage, createSoldOrder } from '#server/testing/sold-orders.ts';
import { createTestApp, sellableConfig, type TestApp } from '#server/testing/test-app.ts';

import { emitOrderWebhooks } from '../ledger/emit-order-webhooks.ts';
import { parseEvent } from '../testing/webhook-event-validator.ts';
import { quoteName } from './event-sentences.ts';

const UNREACHABLE_URL = 'http://127.0.0.1:9/hooks';

const listMessages = ({ context: { db } }: TestApp) =>
  db.select().from(webhookEvents).orderBy(asc(webhookEvents.position));

test('logs every event, and sends an endpoint only those that it subscribed to from then on', async () => {
  const { app, seller } = await createSoldOrder();
  const listTypes = async () => (await listMessages(app)).map(({ type }) => type);
  const before = await listTypes();
  expect(before).toContain('order.paid');
  expect(await app.context.db.select().from(webhookDeliveries)).toEqual([]);
  const refunds = { url: UNREACHABLE_URL, events: ['refund.completed' as const] };
  const { endpoint: filteredEndpoint } = (await seller.rpc('create-webhook-endpoint', refunds)).body;
  await buyPage(app, 'taller');
  expect(await app.context.db.select().from(webhookDeliveries)).toEqual([]);
  const { endpoint: unfilteredEndpoint } = (await seller.rpc('create-webhook-endpoint', { url: UNREACHABLE_URL })).body;
  await buyPage(app, 'taller');
  expect((await listMessages(app)).at(-1)).toMatchObject({ type: 'order.paid', orderNumber: 3, logged: true });
  const { orders } = (await seller.rpc('list-orders', {})).body;
  const [order] = orders;
  const { payments } = (await seller.rpc('get-order', { orderId: order?.id ?? '' })).body;
  const refundInput = {
    orderId: order?.id ?? '',
    paymentId: payments[0]?.id ?? '',
    reason: 'duplicate' as const,
  };
  await seller.rpc('refund-order', { ...refundInput, request: crypto.randomUUID() });
  const messages = await listMessages(app);
  expect(messages.map(({ type }) => type).slice(-3)).toEqual(['order.paid', 'refund.requested', 'refund.completed']);
  const deliveries = await app.context.db.select().from(webhookDeliveries).orderBy(webhookDeliveries.position);
  const expectedIds = [
    unfilteredEndpoint.id,
    unfilteredEndpoint.id,
    unfilteredEndpoint.id,
    filteredEndpoint.id,
  ].toSorted();
  expect(deliveries.map(({ endpointId }) => endpointId).toSorted()).toEqual(expectedIds);
  expect(deliveries.filter(({ endpointId }) => endpointId === filteredEndpoint.id)).toMatchObject([
    { messageId: messages.at(-1)?.id },
  ]);
});

test('includes the buyer’s answers in an event and nothing secret', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const field = { id: 'size', kind: 'short' as const, name: 'size', label: 'Which size?', help: '' };
  const customFields = [{ ...field, required: false, choices: [], min: '', max: '' }];
  const { pageId, slug } = await seller.publishPage({ customFields }, 'taller');
  await seller.rpc('create-webhook-endpoint', { url: UNREACHABLE_URL });
  const { body } = await app.rpc('create-checkout-session', { slug, answers: { size: 'L <b>' } });
  await app.payAtStripe(body.url);
  const message = (await listMessages(app)).at(-1);
  const { data } = parseEvent(message?.body ?? '');
  expect(data.order).toMatchObject({
    pageId,
    buyer: { email: 'buyer@example.com' },
    answers: [{ fieldId: 'size', kind: 'short', label: 'Which size?', value: 'L <b>' }],
  });
  expect(message?.body).not.toMatch(/acct_|cus_|token|42424242|providerUrl/);
  expect(message?.summary).toBe('Sold “Throwing Taller” (order No. 1) for $29.00 USD.');
});

test('emits events recorded before the order existed together with it, in order of time', async () => {
  const { app, seller } = await createSoldOrder();
  await seller.rpc('create-webhook-endpoint', { url: UNREACHABLE_URL });
  const { context } = app;
  await context.db.delete(webhookEvents);
  const [attempt] = await context.db.select().from(checkoutAttempts);
  if (!attempt) throw new Error('There is no attempt');
  const rows = await context.db.select().from(orderEvents);
  const paymentEvents = rows.filter(({ kind }) => kind === 'paid' || kind === 'checkout_started');
  const at = new Date((paymentEvents.find(({ kind }) => kind === 'paid')?.at.getTime() ?? 0) + 60_000);
  const earlyEvent = { id: crypto.randomUUID(), attemptId: attempt.id, facts: {}, at } as const;
  await context.db.insert(orderEvents).values({ ...earlyEvent, key: 'cancellation_set 1', kind: 'cancellation_set' });
  await context.db.transaction(async (tx) => {
    const { aggregates } = await loadAggregates(tx, await listAttempts(tx, context.mode, [attempt.id]));
    const aggregate = aggregates.get(attempt.id);
    if (!aggregate) throw new Error('There is no leaf');
    await emitOrderWebhooks(context, tx, [{ aggregate, events: paymentEvents, isNew: true }]);
    // The same events a second time are ignored.
    expect(await emitOrderWebhooks(context, tx, [{ aggregate, events: paymentEvents, isNew: true }])).toBe(false);
  });
  const messages = await listMessages(app);
  expect(messages.map(({ type }) => type)).toEqual(['order.paid', 'subscription.cancel_scheduled']);
  expect(await context.db.select().from(webhookDeliveries)).toHaveLength(2);
});

test('emits one event for each publication, each end of one, and the deletion', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'taller');
  await seller.rpc('create-webhook-endpoint', { url: UNREACHABLE_URL });
  const publishAgain = () =>
    seller.rpc('save-checkout-page', { config: sellableConfig({ price: '31' }), slug: 'taller', pageId });
  await publishAgain();
  await seller.rpc('unpublish-page', { pageId });
  await seller.rpc('unpublish-page', { pageId });
  await publishAgain();
  await seller.rpc('rename-page', { pageId, name: '<!channel> "Kiln"' });
  await seller.rpc('delete-page', { pageId });
  const url = 'http://localhost:3000/c/taller';
  const messages = (await listMessages(app)).slice(1);
  expect(messages.map(({ body }) => parseEvent(body).data.page)).toMatchObject([
    { id: pageId, name: null, productName: 'Throwing Taller', version: 2, state: 'published', url, price: 3100 },
    { id: pageId, name: null, version: 2, state: 'unpublished', url },
    { id: pageId, name: null, version: 3, state: 'published', url },
    { id: pageId, name: '<!channel> "Kiln"', version: 3, state: 'unpublished', url: null },
    { id: pageId, version: 3, state: 'unpublished', url: null },
  ]);
  expect(new Set(messages.map(({ orderingKey: subject }) => subject))).toEqual(new Set([pageId]));
});

test('shortens a long name in sentences and replaces a name without letters', () => {
  expect(quoteName('x'.repeat(200))).toBe(`“${'x'.repeat(79)}…”`);
  expect(quoteName(' \u202e\n ')).toBe('“a product”');
  expect(quoteName('Throwing\nTaller')).toBe('“Throwing Taller”');
});
