import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { planSubscriptions } from '#server/db/schema-plans.ts';
import { webhookDeliveries, webhookEndpoints, webhookMessages } from '#server/db/schema-webhooks.ts';
import { openReceiver, verified } from '#server/seller-webhooks/testing-hooks.ts';
import { openProgram } from '#server/testing-api.ts';
import { openShop } from '#server/testing.ts';
import { buy } from '#server/testing-orders.ts';

const HOUR_MS = 3_600_000;
const NOWHERE = 'http://127.0.0.1:9/hooks';

async function openSelling() {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  const create = (url: string, more: object = {}) => seller.call('create-webhook-endpoint', { url, ...more });
  const get = async (endpointId: string) =>
    (await seller.call('get-webhook-endpoint', { endpointId })).body.endpoint;
  return { shop, seller, create, get };
}

test('creates, lists, updates and deletes an endpoint and shows its secret again', async () => {
  const { seller, create } = await openSelling();
  const { body, status } = await create(`${NOWHERE}?key=a b`, {
    description: '  Our\n warehouse ',
    events: ['refund.completed', 'order.paid', 'refund.completed'],
  });
  expect(status).toBe(200);
  expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(body.endpoint).toEqual({
    id: body.endpoint.id,
    url: `${NOWHERE}?key=a%20b`,
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
  expect((await seller.call('list-webhook-endpoints', {})).body).toEqual({
    endpoints: [body.endpoint],
    most: 20,
  });
  expect((await seller.call('show-webhook-secret', { endpointId })).body).toEqual({ secret: body.secret });
  const changed = { description: '', format: 'slack' as const, events: [], url: 'http://localhost:9/' };
  const { body: after } = await seller.call('update-webhook-endpoint', { endpointId, ...changed });
  expect(after.endpoint).toEqual({ ...body.endpoint, ...changed });
  expect((await seller.call('update-webhook-endpoint', { endpointId })).body).toEqual(after);
  expect((await seller.call('delete-webhook-endpoint', { endpointId })).body).toEqual({ deleted: true });
  expect((await seller.call('get-webhook-endpoint', { endpointId })).status).toBe(404);
  expect((await seller.call('delete-webhook-endpoint', { endpointId })).status).toBe(404);
});

test('requires step-up authentication for a new URL of an endpoint but not for other changes or API keys', async () => {
  const { shop, seller, create, get } = await openSelling();
  const endpointId = (await create(NOWHERE)).body.endpoint.id;
  const program = await openProgram(shop, seller);
  shop.advance(6 * 60_000);
  const update = (change: object) => seller.call('update-webhook-endpoint', { endpointId, ...change });
  const refused = await update({ url: 'https://thief.example/hook', description: 'Taken' });
  expect([refused.status, refused.body.error?.code]).toEqual([403, 'confirmation_needed']);
  expect(await get(endpointId)).toMatchObject({ url: NOWHERE, description: '' });
  expect((await update({ url: NOWHERE, description: 'Ours', state: 'paused' })).status).toBe(200);
  const rotated = await seller.call('rotate-webhook-secret', { endpointId });
  expect(rotated.body.error?.code).toBe('confirmation_needed');
  const url = 'https://hooks.example.com/moved';
  expect((await program.ask('PATCH', `/webhooks/${endpointId}`, { body: { url } })).status).toBe(200);
  await seller.call('confirm-identity', { password: 'correct horse' });
  expect((await update({ url: NOWHERE })).status).toBe(200);
});

test('enforces the plan’s endpoint limit under concurrency and keeps endpoints above it', async () => {
  const { shop, seller, create } = await openSelling();
  const take = (plan: 'pro' | 'starter') => shop.context.db.update(planSubscriptions).set({ plan });
  await take('starter');
  const made = await Promise.all(Array.from({ length: 5 }, () => create(NOWHERE)));
  expect(made.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 200, 409, 409, 409,
  ]);
  expect(made.find(({ status }) => status === 409)?.body.error).toMatchObject({
    code: 'webhook_endpoint_limit',
    message: 'Your plan has 2 webhooks. Remove one first.',
  });
  await take('pro');
  const more = await Promise.all(Array.from({ length: 20 }, () => create(NOWHERE)));
  expect(more.filter(({ status }) => status === 200)).toHaveLength(18);
  await take('starter');
  const { endpoints, most } = (await seller.call('list-webhook-endpoints', {})).body;
  expect([endpoints.length, most]).toEqual([20, 2]);
});

const REFUSED = [
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

test.for(REFUSED.map((url) => [url.slice(0, 60), url] as const))(
  'refuses to send to %s with an explanation',
  async ([, url]) => {
    const { seller, create } = await openSelling();
    const { status, body } = await create(url);
    expect([status, body.error?.code]).toEqual([422, 'webhook_address_refused']);
    expect(body.error?.problems).toEqual([{ field: 'url', message: body.error?.message }]);
    const { endpoint } = (await create(NOWHERE)).body;
    const answer = await seller.call('update-webhook-endpoint', { endpointId: endpoint.id, url });
    expect([answer.status, answer.body.error?.code]).toEqual([422, 'webhook_address_refused']);
  },
);

test('refuses malformed input before any lookup', async () => {
  const { seller, create } = await openSelling();
  const { endpoint } = (await create(NOWHERE)).body;
  const endpointId = endpoint.id;
  const ids = (length: number) => Array.from({ length }, () => crypto.randomUUID());
  const wrong: [string, object][] = [
    ['create-webhook-endpoint', { url: 1 }],
    ['create-webhook-endpoint', { url: NOWHERE, events: ['order.refunded'] }],
    ['create-webhook-endpoint', { url: NOWHERE, events: ['webhook.test'] }],
    ['create-webhook-endpoint', { url: NOWHERE, events: Array(1000).fill('order.paid') }],
    ['create-webhook-endpoint', { url: NOWHERE, format: 'teams' }],
    ['create-webhook-endpoint', { url: NOWHERE, description: 'x'.repeat(201) }],
    ['create-webhook-endpoint', { url: NOWHERE, secret: 'whsec_mine' }],
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
  for (const [name, body] of wrong) {
    const answer = await seller.call(name as 'redeliver-webhooks', body as never);
    expect([name, body, answer.status, answer.body.error?.code]).toEqual([
      name,
      body,
      400,
      'invalid_request',
    ]);
  }
  for (const failedSince of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59+14:00'])
    expect((await seller.call('redeliver-webhooks', { endpointId, failedSince })).body).toEqual({
      queued: 0,
    });
});

test('signs with the old secret too for a day after a rotation', async () => {
  const { shop, seller, create, get } = await openSelling();
  const receiver = await openReceiver();
  const { endpoint, secret: old } = (await create(receiver.url)).body;
  const endpointId = endpoint.id;
  const test = async () => {
    await seller.call('send-test-webhook', { endpointId });
    await shop.settled();
    const heard = receiver.heard.at(-1);
    if (!heard) throw new Error('Nothing was heard');
    return heard;
  };
  const { secret, endpoint: rotated } = (await seller.call('rotate-webhook-secret', { endpointId })).body;
  expect(secret).not.toBe(old);
  expect(new Date(rotated.oldSecretUntil ?? 0).getTime() - shop.context.realNow().getTime()).toBeGreaterThan(
    23 * HOUR_MS,
  );
  for (const one of [secret, old]) verified(await test(), one);
  const past = new Date(shop.context.realNow().getTime() - 1);
  await shop.context.db.update(webhookEndpoints).set({ oldSecretUntil: past });
  verified(await test(), secret);
  const late = await test();
  expect(() => verified(late, old)).toThrow();
  expect((await get(endpointId)).oldSecretUntil).toBeNull();
});

test('deletes endpoints and deliveries with the account and exports them without secrets', async () => {
  const { shop, seller, create } = await openSelling();
  const { secret } = (await create(NOWHERE, { description: 'Our warehouse' })).body;
  await buy(shop, 'taller');
  const { db } = shop.context;
  expect(await db.select().from(webhookMessages)).toHaveLength(1);
  const copy = JSON.stringify((await seller.call('export-account', {})).body);
  expect(copy).toContain('Our warehouse');
  expect(copy).not.toContain(secret);
  expect((await seller.call('delete-account', { email: seller.email })).status).toBe(200);
  for (const table of [webhookEndpoints, webhookMessages, webhookDeliveries])
    expect(await db.select().from(table)).toEqual([]);
});

test('answers another seller’s endpoints, deliveries and secrets like missing ones', async () => {
  const { shop, seller, create } = await openSelling();
  const { endpoint } = (await create(NOWHERE)).body;
  await buy(shop, 'taller');
  const other = await shop.seller();
  const mine = (await other.call('create-webhook-endpoint', { url: NOWHERE })).body.endpoint.id;
  const { deliveries } = (await seller.call('list-webhook-deliveries', { endpointId: endpoint.id })).body;
  const deliveryId = deliveries[0]?.id ?? '';
  const before = await shop.context.db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, endpoint.id));
  const tries: [string, (id: string) => object][] = [
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
  for (const [name, body] of tries) {
    const foreign = await other.call(name as 'redeliver-webhooks', body(endpoint.id) as never);
    expect([name, foreign.status]).toEqual([name, 404]);
    expect(foreign).toEqual(
      await other.call(name as 'redeliver-webhooks', body(crypto.randomUUID()) as never),
    );
  }
  expect((await other.call('get-webhook-delivery', { deliveryId })).status).toBe(404);
  const smuggled = await other.call('redeliver-webhooks', { endpointId: mine, deliveryIds: [deliveryId] });
  expect(smuggled.status).toBe(404);
  expect((await other.call('list-webhook-endpoints', {})).body.endpoints).toHaveLength(1);
  expect(
    await shop.context.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpoint.id)),
  ).toEqual(before);
});
