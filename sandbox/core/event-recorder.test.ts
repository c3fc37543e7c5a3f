import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import {
  buyOrder,
  createClient,
  getError,
  openFixture,
  createSeller,
  orderParams,
  origin,
} from '../testing/sandbox-fixture.ts';

test('sends the events of a bought subscription to the connect endpoint with account and request', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  await buyOrder(
    fixture,
    seller,
    orderParams({
      mode: 'subscription',
      subscription_data: { metadata: { page: 'p1' } },
      metadata: { checkout: 'c1' },
    }),
  );
  await fixture.sandbox.waitForDeliveries();
  const expectedTypes = [
    'customer.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'customer.subscription.created',
    'invoice.paid',
    'invoice.payment_succeeded',
    'checkout.session.completed',
  ];
  for (const type of expectedTypes) expect(fixture.eventTypes().filter((other) => other === type)).toHaveLength(1);
  for (const { event, url } of fixture.received) {
    expect(event).toMatchObject({
      account: seller.stripeAccount,
      api_version: '2026-10-28.endive',
      livemode: false,
      pending_webhooks: 1,
    });
    expect(url).toBe(`${origin}/webhooks/stripe/connect`);
  }
  const invoice = fixture.received.find(({ event }) => event.type === 'invoice.paid')?.event.data.object;
  expect(invoice).toMatchObject({
    status: 'paid',
    billing_reason: 'subscription_create',
    parent: { subscription_details: { metadata: { page: 'p1' } } },
  });
  const product = fixture.received.find(({ event }) => event.type === 'product.created')?.event.request;
  expect(product).toMatchObject({
    id: expect.stringMatching(/^req_/),
    idempotency_key: expect.stringMatching(/^stripe-node-retry/),
  });
  await fixture.sandbox.close();
});

test('sends platform events to the platform endpoint without an account', async () => {
  const { sandbox, stripe, received } = openFixture();
  const customer = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'cus:1' });
  await stripe.customers.update(customer.id, { email: 'b@example.com', metadata: { plan: 'pro' } });
  await sandbox.waitForDeliveries();
  expect(received.map(({ event, url }) => [event.type, event.account, url])).toEqual([
    ['customer.created', undefined, `${origin}/webhooks/stripe/platform`],
    ['customer.updated', undefined, `${origin}/webhooks/stripe/platform`],
  ]);
  expect(received[0]?.event.request?.idempotency_key).toBe('cus:1');
  expect(received[1]?.event.data.previous_attributes).toEqual({
    email: 'a@example.com',
    metadata: { plan: null },
  });
  await sandbox.close();
});

test('retries a delivery that was not answered with 2xx, with the same event and body', async () => {
  const { sandbox, stripe, received, responseStatuses } = openFixture();
  responseStatuses.push(500, 302, 200);
  await stripe.customers.create({});
  await sandbox.waitForDeliveries();
  expect(received).toHaveLength(3);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  expect(new Set(received.map(({ event }) => event.id)).size).toBe(1);
  await sandbox.close();
});

test('leaves an event undelivered after the last try and lists it by delivery_success', async () => {
  const { sandbox, stripe, received, responseStatuses } = openFixture({ retryDelays: [0] });
  responseStatuses.push(500, 500);
  const customer = await stripe.customers.create({});
  await sandbox.waitForDeliveries();
  await stripe.customers.del(customer.id);
  await sandbox.waitForDeliveries();
  expect(received.map(({ event }) => event.type)).toEqual(['customer.created', 'customer.created', 'customer.deleted']);
  const failedEvents = await stripe.events.list({ delivery_success: false });
  expect(failedEvents.data.map(({ type, pending_webhooks: pending }) => [type, pending])).toEqual([
    ['customer.created', 1],
  ]);
  const deliveredEvents = await stripe.events.list({ delivery_success: true });
  expect(deliveredEvents.data.map(({ type, pending_webhooks: pending }) => [type, pending])).toEqual([
    ['customer.deleted', 0],
  ]);
  await sandbox.close();
});

test('lists events by type, by several types and by time', async () => {
  const { sandbox, stripe } = openFixture();
  const customer = await stripe.customers.create({});
  await stripe.customers.update(customer.id, { name: 'Bo' });
  await stripe.products.create({ name: 'Course' });
  const types = async (params: object) => (await stripe.events.list(params)).data.map(({ type }) => type);
  expect(await types({ type: 'customer.updated' })).toEqual(['customer.updated']);
  expect(await types({ type: 'customer.*' })).toEqual(['customer.updated', 'customer.created']);
  expect(await types({ types: ['product.created', 'customer.created'] })).toEqual([
    'product.created',
    'customer.created',
  ]);
  const now = Math.floor(sandbox.now().getTime() / 1000);
  expect(await types({ created: { gte: now - 60, lte: now } })).toHaveLength(3);
  expect(await types({ created: { gt: now + 60 } })).toEqual([]);
  await sandbox.close();
});

test('restores its state and undelivered events from the file after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const file = join(folder, 'sandbox.sqlite');
  const firstFixture = openFixture({
    file,
    retryDelays: Array(10_000).fill(0),
    deliver: async () => ({ status: 503 }),
  });
  const customer = await firstFixture.stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'once' });
  await firstFixture.stripe.coupons.create({ id: 'co_late', percent_off: 5 });
  await firstFixture.sandbox.close();
  const secondFixture = openFixture({ file });
  await secondFixture.sandbox.waitForDeliveries();
  expect(secondFixture.eventTypes().toSorted()).toEqual(['coupon.created', 'customer.created']);
  expect((await secondFixture.stripe.customers.retrieve(customer.id)).id).toBe(customer.id);
  const repeated = await secondFixture.stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'once' });
  expect(repeated.id).toBe(customer.id);
  await secondFixture.sandbox.close();
  rmSync(folder, { recursive: true });
});

test('retrieves an event only on its own account', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  await fixture.sandbox.waitForDeliveries();
  const id = fixture.received[0]?.event.id ?? '';
  const event = await fixture.stripe.events.retrieve(id, undefined, seller);
  expect([event.type, event.pending_webhooks]).toEqual(['account.updated', 0]);
  const { data } = await fixture.stripe.events.list({ limit: 100 }, seller);
  expect(data.map(({ id: listedId }) => listedId)).toContain(id);
  // Only webhook payloads name the account; Stripe does not document it for the events API.
  expect([event, ...data].filter(({ account }) => account !== undefined)).toEqual([]);
  const error = await getError(createClient(fixture.sandbox).events.retrieve(id));
  expect([error.code, error.statusCode]).toEqual(['resource_missing', 404]);
  await fixture.sandbox.close();
});
