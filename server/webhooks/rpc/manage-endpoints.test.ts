import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { HOUR_MS } from '#domain/time-units.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '#server/db/schema-webhooks.ts';
import { createApiClient } from '#server/testing/api-client.ts';
import { buyPage } from '#server/testing/sold-orders.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { startReceiver, verifyRequest } from '#server/testing/webhook-test-env.ts';

const UNREACHABLE_URL = 'http://127.0.0.1:9/hooks';

async function createSellerEnv() {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  const createEndpoint = (url: string, more: object = {}) => seller.rpc('create-webhook-endpoint', { url, ...more });
  const getEndpoint = async (endpointId: string) =>
    (await seller.rpc('get-webhook-endpoint', { endpointId })).body.endpoint;
  return { app, seller, createEndpoint, getEndpoint };
}

test('creates, lists, updates and deletes an endpoint and shows its secret again', async () => {
  const { seller, createEndpoint } = await createSellerEnv();
  const { body, status } = await createEndpoint(`${UNREACHABLE_URL}?key=a b`, {
    description: '  Our\n warehouse ',
    events: ['refund.completed', 'order.paid', 'refund.completed'],
  });
  expect(status).toBe(200);
  expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(body.endpoint).toEqual({
    id: body.endpoint.id,
    url: `${UNREACHABLE_URL}?key=a%20b`,
    description: 'Our warehouse',
    format: 'standard',
    events: ['order.paid', 'refund.completed'],
    state: 'active',
    pausedBy: null,
    createdAt: body.endpoint.createdAt,
    oldSecretUntil: null,
    failingSince: null,
    lastDeliveredAt: null,
    delivered: 0,
    failed: 0,
    waiting: 0,
  });
  const endpointId = body.endpoint.id;
  expect((await seller.rpc('list-webhook-endpoints', {})).body).toEqual({
    endpoints: [body.endpoint],
    most: 20,
  });
  expect((await seller.rpc('show-webhook-secret', { endpointId })).body).toEqual({ secret: body.secret });
  const changed = { description: '', format: 'slack' as const, events: [], url: 'http://localhost:9/' };
  const { body: after } = await seller.rpc('update-webhook-endpoint', { endpointId, ...changed });
  expect(after.endpoint).toEqual({ ...body.endpoint, ...changed });
  expect((await seller.rpc('update-webhook-endpoint', { endpointId })).body).toEqual(after);
  expect((await seller.rpc('delete-webhook-endpoint', { endpointId })).body).toEqual({ deleted: true });
  expect((await seller.rpc('get-webhook-endpoint', { endpointId })).status).toBe(404);
  expect((await seller.rpc('delete-webhook-endpoint', { endpointId })).status).toBe(404);
});

test('requires step-up authentication for a new URL of an endpoint but not for other changes or API keys', async () => {
  const { app, seller, createEndpoint, getEndpoint } = await createSellerEnv();
  const endpointId = (await createEndpoint(UNREACHABLE_URL)).body.endpoint.id;
  const apiClient = await createApiClient(app, seller);
  app.advance(6 * 60_000);
  const update = (change: object) => seller.rpc('update-webhook-endpoint', { endpointId, ...change });
  const errorResponse = await update({ url: 'https://thief.example/hook', description: 'Taken' });
  expect([errorResponse.status, errorResponse.body.error?.code]).toEqual([403, 'confirmation_needed']);
  expect(await getEndpoint(endpointId)).toMatchObject({ url: UNREACHABLE_URL, description: '' });
  expect((await update({ url: UNREACHABLE_URL, description: 'Ours', state: 'paused' })).status).toBe(200);
  const rotated = await seller.rpc('rotate-webhook-secret', { endpointId });
  expect(rotated.body.error?.code).toBe('confirmation_needed');
  const url = 'https://hooks.example.com/moved';
  expect((await apiClient.send('PATCH', `/webhook-endpoints/${endpointId}`, { body: { url } })).status).toBe(200);
  await seller.rpc('confirm-identity', { password: 'correct horse' });
  expect((await update({ url: UNREACHABLE_URL })).status).toBe(200);
});

test('enforces the plan’s endpoint limit under concurrency and keeps endpoints above it', async () => {
  const { app, seller, createEndpoint } = await createSellerEnv();
  const setPlan = (plan: 'pro' | 'starter') => app.context.db.update(planSubscriptions).set({ plan });
  await setPlan('starter');
  const responses = await Promise.all(Array.from({ length: 5 }, () => createEndpoint(UNREACHABLE_URL)));
  expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 200, 409, 409, 409,
  ]);
  expect(responses.find(({ status }) => status === 409)?.body.error).toMatchObject({
    code: 'webhook_endpoint_limit',
    message: 'Your plan includes 2 webhooks. Delete one to add another.',
  });
  await setPlan('pro');
  const more = await Promise.all(Array.from({ length: 20 }, () => createEndpoint(UNREACHABLE_URL)));
  expect(more.filter(({ status }) => status === 200)).toHaveLength(18);
  await setPlan('starter');
  const { endpoints, most } = (await seller.rpc('list-webhook-endpoints', {})).body;
  expect([endpoints.length, most]).toEqual([20, 2]);
});

const REFUSED_URLS = [
  'ftp://example.com/hooks',
  'http://example.com/hooks',
  'https://user:secret@example.com/hooks',
  'https://10.0.0.1/hooks',
  'https://[::ffff:169.254.169.254]/',
  'https://metadata.internal/',
  'https://example.com:22/',
  'hooks',
  '',
  `https://example.com/${'x'.repeat(2000)}`,
];

test.for(REFUSED_URLS.map((url) => [url.slice(0, 60), url] as const))(
  'refuses to send to %s with an explanation',
  async ([, url]) => {
    const { seller, createEndpoint } = await createSellerEnv();
    const { status, body } = await createEndpoint(url);
    expect([status, body.error?.code]).toEqual([422, 'webhook_address_refused']);
    expect(body.error?.problems).toEqual([{ field: 'url', message: body.error?.message }]);
    const { endpoint } = (await createEndpoint(UNREACHABLE_URL)).body;
    const answer = await seller.rpc('update-webhook-endpoint', { endpointId: endpoint.id, url });
    expect([answer.status, answer.body.error?.code]).toEqual([422, 'webhook_address_refused']);
  },
);

test('refuses malformed input before any lookup', async () => {
  const { seller, createEndpoint } = await createSellerEnv();
  const { endpoint } = (await createEndpoint(UNREACHABLE_URL)).body;
  const endpointId = endpoint.id;
  const ids = (length: number) => Array.from({ length }, () => crypto.randomUUID());
  const invalidCalls: [string, object][] = [
    ['create-webhook-endpoint', { url: 1 }],
    ['create-webhook-endpoint', { url: UNREACHABLE_URL, events: ['order.refunded'] }],
    ['create-webhook-endpoint', { url: UNREACHABLE_URL, events: ['webhook.test'] }],
    ['create-webhook-endpoint', { url: UNREACHABLE_URL, events: Array(1000).fill('order.paid') }],
    ['create-webhook-endpoint', { url: UNREACHABLE_URL, format: 'teams' }],
    ['create-webhook-endpoint', { url: UNREACHABLE_URL, description: 'x'.repeat(201) }],
    ['create-webhook-endpoint', { url: UNREACHABLE_URL, secret: 'whsec_mine' }],
    ['create-webhook-endpoint', { url: 'x'.repeat(6000) }],
    ['update-webhook-endpoint', { endpointId, state: 'off' }],
    ['update-webhook-endpoint', { endpointId, pausedBy: null }],
    ['update-webhook-endpoint', { endpointId: '1' }],
    ['list-webhook-deliveries', { endpointId, limit: 101 }],
    ['list-webhook-deliveries', { endpointId, limit: 0 }],
    ['list-webhook-deliveries', { endpointId, state: 'lost' }],
    ['redeliver-webhooks', { endpointId }],
    ['redeliver-webhooks', { endpointId, deliveryIds: [] }],
    ['redeliver-webhooks', { endpointId, deliveryIds: ids(101) }],
    ['redeliver-webhooks', { endpointId, deliveryIds: ids(400) }],
    ['redeliver-webhooks', { endpointId, failedSince: 'yesterday' }],
    ['redeliver-webhooks', { endpointId, failedSince: '2026-02-30T00:00:00Z' }],
    ['redeliver-webhooks', { endpointId, deliveryIds: ids(1), failedSince: '2026-11-20T00:00:00Z' }],
    ...['', '.', 'AAAA', '9'.repeat(100), Buffer.from('99999999999999999.1').toString('base64url')].map(
      (cursor): [string, object] => ['list-webhook-deliveries', { endpointId, cursor }],
    ),
  ];
  for (const [name, body] of invalidCalls) {
    const answer = await seller.rpc(name as 'redeliver-webhooks', body as never);
    expect([name, body, answer.status, answer.body.error?.code]).toEqual([name, body, 400, 'invalid_request']);
  }
  for (const failedSince of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59+14:00'])
    expect((await seller.rpc('redeliver-webhooks', { endpointId, failedSince })).body).toEqual({
      queued: 0,
      remaining: 0,
    });
});

test('signs with the old secret too for a day after a rotation', async () => {
  const { app, seller, createEndpoint, getEndpoint } = await createSellerEnv();
  const receiver = await startReceiver();
  const { endpoint, secret: old } = (await createEndpoint(receiver.url)).body;
  const endpointId = endpoint.id;
  const sendTest = async () => {
    await seller.rpc('send-test-webhook', { endpointId });
    await app.waitUntilIdle();
    const delivery = receiver.received.at(-1);
    if (!delivery) throw new Error('Nothing was heard');
    return delivery;
  };
  const { secret, endpoint: rotated } = (await seller.rpc('rotate-webhook-secret', { endpointId })).body;
  expect(secret).not.toBe(old);
  expect(new Date(rotated.oldSecretUntil ?? 0).getTime() - app.context.realNow().getTime()).toBeGreaterThan(
    23 * HOUR_MS,
  );
  for (const one of [secret, old]) verifyRequest(await sendTest(), one);
  const past = new Date(app.context.realNow().getTime() - 1);
  await app.context.db.update(webhookEndpoints).set({ oldSecretUntil: past });
  verifyRequest(await sendTest(), secret);
  const laterDelivery = await sendTest();
  expect(() => verifyRequest(laterDelivery, old)).toThrow();
  expect((await getEndpoint(endpointId)).oldSecretUntil).toBeNull();
});

test('deletes endpoints and deliveries with the account and exports them without secrets', async () => {
  const { app, seller, createEndpoint } = await createSellerEnv();
  const { secret } = (await createEndpoint(UNREACHABLE_URL, { description: 'Our warehouse' })).body;
  await buyPage(app, 'taller');
  const { db } = app.context;
  expect(await db.select().from(webhookDeliveries)).toHaveLength(1);
  const copy = JSON.stringify((await seller.rpc('export-account', {})).body);
  expect(copy).toContain('Our warehouse');
  expect(copy).not.toContain(secret);
  expect((await seller.rpc('delete-account', { email: seller.email })).status).toBe(200);
  for (const table of [webhookEndpoints, webhookEvents, webhookDeliveries])
    expect(await db.select().from(table)).toEqual([]);
});

test('answers another seller’s endpoints, deliveries and secrets like missing ones', async () => {
  const { app, seller, createEndpoint } = await createSellerEnv();
  const { endpoint } = (await createEndpoint(UNREACHABLE_URL)).body;
  await buyPage(app, 'taller');
  const otherSeller = await app.signUpSeller();
  const otherEndpointId = (await otherSeller.rpc('create-webhook-endpoint', { url: UNREACHABLE_URL })).body.endpoint.id;
  const { deliveries } = (await seller.rpc('list-webhook-deliveries', { endpointId: endpoint.id })).body;
  const deliveryId = deliveries[0]?.id ?? '';
  const before = await app.context.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpoint.id));
  const calls: [string, (id: string) => object][] = [
    ...(
      [
        'get-webhook-endpoint',
        'update-webhook-endpoint',
        'delete-webhook-endpoint',
        'show-webhook-secret',
        'rotate-webhook-secret',
        'send-test-webhook',
        'list-webhook-deliveries',
      ] as const
    ).map((name): [string, (id: string) => object] => [name, (endpointId) => ({ endpointId })]),
    ['redeliver-webhooks', (endpointId) => ({ endpointId, failedSince: '2026-11-20T00:00:00Z' })],
  ];
  for (const [name, body] of calls) {
    const foreign = await otherSeller.rpc(name as 'redeliver-webhooks', body(endpoint.id) as never);
    expect([name, foreign.status]).toEqual([name, 404]);
    expect(foreign).toEqual(await otherSeller.rpc(name as 'redeliver-webhooks', body(crypto.randomUUID()) as never));
  }
  expect((await otherSeller.rpc('get-webhook-delivery', { deliveryId })).status).toBe(404);
  const smuggled = await otherSeller.rpc('redeliver-webhooks', {
    endpointId: otherEndpointId,
    deliveryIds: [deliveryId],
  });
  expect(smuggled.status).toBe(404);
  expect((await otherSeller.rpc('list-webhook-endpoints', {})).body.endpoints).toHaveLength(1);
  expect(await app.context.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpoint.id))).toEqual(
    before,
  );
});
