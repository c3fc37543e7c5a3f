import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { webhookEndpoints } from '#server/db/schema-webhooks.ts';
import { openNameServer } from '#server/testing/dns-server.ts';

import {
  createWebhookTestEnv,
  startReceiver,
  createAppWithFixedClock,
  verifyRequest,
} from '../testing/webhook-test-env.ts';

test('delivers an event once, verifiable with the Standard Webhooks library', async () => {
  const app = await createAppWithFixedClock();
  const webhooks = await createWebhookTestEnv(app);
  const receiver = await startReceiver();
  const { id, secret } = await webhooks.createEndpoint(receiver.url);
  await webhooks.emit({ subject: 'a', label: 'Grüße 🏺 "quoted"' });
  await app.waitUntilIdle();
  const [request] = receiver.received;
  if (!request || receiver.received.length > 1) throw new Error('It was to be heard once');
  expect(verifyRequest(request, secret)).toMatchObject({
    type: 'order.paid',
    data: { label: 'Grüße 🏺 "quoted"' },
  });
  expect(request.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Tillwright-Webhooks/1 (+http://localhost:3000/developers/webhooks)',
    connection: 'close',
  });
  const [row] = await webhooks.listDeliveries(id);
  expect(row).toMatchObject({
    status: 'delivered',
    tries: 1,
    lastStatus: 204,
    lastError: null,
    messageId: request.id,
  });
  expect((await webhooks.findEndpoint(id)).lastDeliveredAt).toEqual(row?.deliveredAt);
  await app.waitUntilIdle();
  expect(receiver.received).toHaveLength(1);
});

test('makes a changed body, id or timestamp fail verification', async () => {
  const app = await createAppWithFixedClock();
  const webhooks = await createWebhookTestEnv(app);
  const receiver = await startReceiver();
  const { secret } = await webhooks.createEndpoint(receiver.url);
  await webhooks.emit({ subject: null, label: 'ten' });
  await app.waitUntilIdle();
  const request = receiver.received[0];
  if (!request) throw new Error('Nothing was heard');
  const { body, headers } = request;
  const time = Number(headers['webhook-timestamp']);
  const withHeader = (header: string, value: string) => ({ body, headers: { ...headers, [header]: value } });
  for (const tampered of [
    { body: body.replace('ten', 'two'), headers },
    { body: `${body} `, headers },
    withHeader('webhook-id', crypto.randomUUID()),
    withHeader('webhook-timestamp', String(time + 1)),
    withHeader('webhook-timestamp', String(time - 3600)),
    withHeader('webhook-signature', headers['webhook-signature']?.replace('v1,', 'v1,A') ?? ''),
    withHeader('webhook-signature', headers['webhook-signature']?.replace('v1,', 'v2,') ?? ''),
  ])
    expect(() => verifyRequest(tampered, secret)).toThrow();
  expect(() => verifyRequest(request, `whsec_${Buffer.alloc(32, 7).toString('base64')}`)).toThrow();
  expect(verifyRequest(request, secret)).toBeTruthy();
});

test('signs with both secrets while the old one is valid, then with the new one only', async () => {
  const app = await createAppWithFixedClock();
  const webhooks = await createWebhookTestEnv(app);
  const receiver = await startReceiver();
  const { id, secret: oldSecret } = await webhooks.createEndpoint(receiver.url);
  const { body } = await webhooks.seller.rpc('rotate-webhook-secret', { endpointId: id });
  await webhooks.emit({ subject: null, label: 'between' });
  await app.waitUntilIdle();
  const [firstRequest] = receiver.received;
  if (!firstRequest) throw new Error('Nothing was heard');
  expect(body.secret).not.toBe(oldSecret);
  expect(firstRequest.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
  verifyRequest(firstRequest, oldSecret);
  verifyRequest(firstRequest, body.secret);
  app.advance(24 * 3_600_000);
  await webhooks.emit({ subject: null, label: 'after' });
  await app.waitUntilIdle();
  expect(receiver.received[1]?.headers['webhook-signature']).toMatch(/^v1,\S{44}$/);
  expect(
    receiver.received[1]?.headers['webhook-signature']?.startsWith(
      firstRequest.headers['webhook-signature']?.slice(0, 47) ?? '?',
    ),
  ).toBe(false);
});

test('sends channels a sentence in their format that mentions no one', async () => {
  const app = await createAppWithFixedClock();
  const webhooks = await createWebhookTestEnv(app);
  const [slack, discord] = [await startReceiver(), await startReceiver()];
  await webhooks.createEndpoint(slack.url, { format: 'slack' });
  await webhooks.createEndpoint(discord.url, { format: 'discord' });
  await webhooks.emit({ subject: null, label: '<!channel> & @everyone bought “Mugs”' });
  await app.waitUntilIdle();
  expect(JSON.parse(slack.received[0]?.body ?? '')).toEqual({
    text: '&lt;!channel&gt; &amp; @everyone bought “Mugs”',
  });
  expect(JSON.parse(discord.received[0]?.body ?? '')).toEqual({
    content: '<!channel> & @everyone bought “Mugs”',
    allowed_mentions: { parse: [] },
  });
  expect(Object.keys(slack.received[0]?.headers ?? {}).filter((name) => name.startsWith('webhook-'))).toEqual([]);
});

test('logs request and response without secrets, whatever the bytes are', async () => {
  const app = await createAppWithFixedClock();
  const webhooks = await createWebhookTestEnv(app);
  const receiver = await startReceiver();
  const bytes = Buffer.concat([
    Buffer.from('ok \0\u001b[31m <b>\n\t'),
    Buffer.from([0xff, 0xfe, 0xc3]),
    Buffer.from('é'.repeat(4096)),
  ]);
  receiver.respondWith(() => (answer) => {
    answer.writeHead(503, { 'X-Why': 'tired', 'X-Long': 'a'.repeat(3000), 'Content-Encoding': 'gzip' }).end(bytes);
  });
  const { id, secret } = await webhooks.createEndpoint(receiver.url);
  await webhooks.emit({ subject: 'a', label: 'one' });
  await app.waitUntilIdle();
  const [row] = await webhooks.listDeliveries(id);
  const { body } = await webhooks.seller.rpc('get-webhook-delivery', { deliveryId: row?.id ?? '' });
  const [logged] = body.delivery.log;
  expect(logged).toMatchObject({
    address: '127.0.0.1',
    status: 503,
    answerCut: true,
    problem: 'The server responded with 503 (Service Unavailable).',
  });
  expect(logged?.answer.startsWith('ok \ufffd\ufffd[31m <b>\n\t\ufffd')).toBe(true);
  expect(Buffer.byteLength(logged?.answer ?? '')).toBeGreaterThan(4000);
  expect(logged?.answer.endsWith('é')).toBe(true);
  const responseHeaders = new Map(logged?.answerHeaders);
  expect(responseHeaders.get('X-Why')).toBe('tired');
  expect(responseHeaders.get('X-Long')).toBe('a'.repeat(500));
  const requestHeaders = new Map(logged?.requestHeaders);
  const signature = receiver.received[0]?.headers['webhook-signature'] ?? '';
  expect(requestHeaders.get('webhook-signature')).toBe(`${signature.slice(0, 9)}…`);
  expect(requestHeaders.get('webhook-id')).toBe(row?.messageId);
  const everything = JSON.stringify(body);
  expect(everything).not.toContain(secret);
  expect(everything).not.toContain(signature);
});

test('waits at least as long as a receiver asks for, up to a day', async () => {
  const app = await createAppWithFixedClock();
  const webhooks = await createWebhookTestEnv(app);
  const now = app.context.realNow();
  const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  // Dates in headers have whole seconds.
  const date = new Date(Math.ceil(inSeconds(120).getTime() / 1000) * 1000);
  const cases = [
    ['90', inSeconds(90)],
    [date.toUTCString(), date],
    ['999999', inSeconds(86_400)],
  ] as const;
  for (const [retryAfter, expected] of cases) {
    const receiver = await startReceiver();
    receiver.respondWith(() => (answer) => void answer.writeHead(503, { 'Retry-After': retryAfter }).end());
    const { id } = await webhooks.createEndpoint(receiver.url);
    await webhooks.emit({ subject: null, label: retryAfter });
    await app.waitUntilIdle();
    expect((await webhooks.listDeliveries(id))[0]?.nextAt).toEqual(expected);
    await app.context.db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
  }
});

test('explains in words why a delivery failed', async () => {
  const app = await createAppWithFixedClock();
  const webhooks = await createWebhookTestEnv(app);
  const moved = await startReceiver();
  moved.respondWith(() => (answer) => void answer.writeHead(301, { Location: 'http://localhost:9/x' }).end());
  const closed = await startReceiver();
  const slow = await startReceiver();
  slow.respondWith(() => (answer) => void answer.writeHead(200).write('never ends'));
  const ids = [];
  for (const url of [moved.url, 'http://127.0.0.1:1/', slow.url, closed.url])
    ids.push((await webhooks.createEndpoint(url)).id);
  await app.context.db
    .update(webhookEndpoints)
    .set({ sealedSecret: 'sealed with another AUTH_SECRET' })
    .where(eq(webhookEndpoints.id, ids[3] ?? ''));
  await webhooks.emit({ subject: null, label: 'one' });
  await app.waitUntilIdle();
  const problems = [];
  for (const id of ids) problems.push((await webhooks.listDeliveries(id))[0]?.lastError);
  expect(problems).toEqual([
    'The server responded with 301 (Moved Permanently) and redirected to http://localhost:9/x. We don’t follow redirects. Use the final URL instead.',
    'The connection was refused: no server is listening at this URL.',
    'We didn’t get a complete response within 15 seconds.',
    'We can’t read this webhook’s signing secret anymore. Rotate it to create a new one.',
  ]);
  expect(closed.connections()).toBe(0);
});

test('does not connect to a host that now resolves to an internal address', async () => {
  const names = await openNameServer();
  const env = { APP_URL: 'https://shop.example.com', DNS_SERVERS: names.address };
  const app = await createAppWithFixedClock({ env });
  const webhooks = await createWebhookTestEnv(app);
  const internalReceiver = await startReceiver();
  const { id } = await webhooks.createEndpoint('https://hooks.example.com/');
  names.set('hooks.example.com', { A: ['127.0.0.1'] });
  await webhooks.emit({ subject: null, label: 'one' });
  await app.waitUntilIdle();
  expect(await webhooks.listDeliveries(id)).toMatchObject([
    {
      status: 'waiting',
      tries: 1,
      lastStatus: null,
      lastError:
        'hooks.example.com resolves to 127.0.0.1, which isn’t on the public internet, so we can’t send requests to it.',
    },
  ]);
  expect(internalReceiver.connections()).toBe(0);
});
