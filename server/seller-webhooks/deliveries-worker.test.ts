import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { webhookEndpoints } from '#server/db/schema-webhooks.ts';
import { openNameServer } from '#server/testing-name-server.ts';

import { openHooks, openReceiver, openStillShop, verified } from './testing-hooks.ts';

test('delivers an event once, verifiable with the Standard Webhooks library', async () => {
  const shop = await openStillShop();
  const hooks = await openHooks(shop);
  const receiver = await openReceiver();
  const { id, secret } = await hooks.endpoint(receiver.url);
  await hooks.tell({ subject: 'a', say: 'Grüße 🏺 "quoted"' });
  await shop.settled();
  const [heard] = receiver.heard;
  if (!heard || receiver.heard.length > 1) throw new Error('It was to be heard once');
  expect(verified(heard, secret)).toMatchObject({ type: 'order.paid', data: { say: 'Grüße 🏺 "quoted"' } });
  expect(heard.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Tillwright-Webhooks/1 (+http://localhost:3000/developers/webhooks)',
    connection: 'close',
  });
  const [row] = await hooks.deliveries(id);
  expect(row).toMatchObject({
    status: 'delivered',
    tries: 1,
    lastStatus: 204,
    lastProblem: null,
    messageId: heard.id,
  });
  expect((await hooks.endpointRow(id)).lastDeliveredAt).toEqual(row?.deliveredAt);
  await shop.settled();
  expect(receiver.heard).toHaveLength(1);
});

test('makes a changed body, id or timestamp fail verification', async () => {
  const shop = await openStillShop();
  const hooks = await openHooks(shop);
  const receiver = await openReceiver();
  const { secret } = await hooks.endpoint(receiver.url);
  await hooks.tell({ subject: null, say: 'ten' });
  await shop.settled();
  const heard = receiver.heard[0];
  if (!heard) throw new Error('Nothing was heard');
  const { body, headers } = heard;
  const time = Number(headers['webhook-timestamp']);
  const changed = (header: string, value: string) => ({ body, headers: { ...headers, [header]: value } });
  for (const other of [
    { body: body.replace('ten', 'two'), headers },
    { body: `${body} `, headers },
    changed('webhook-id', crypto.randomUUID()),
    changed('webhook-timestamp', String(time + 1)),
    changed('webhook-timestamp', String(time - 3600)),
    changed('webhook-signature', headers['webhook-signature']?.replace('v1,', 'v1,A') ?? ''),
    changed('webhook-signature', headers['webhook-signature']?.replace('v1,', 'v2,') ?? ''),
  ])
    expect(() => verified(other, secret)).toThrow();
  expect(() => verified(heard, `whsec_${Buffer.alloc(32, 7).toString('base64')}`)).toThrow();
  expect(verified(heard, secret)).toBeTruthy();
});

test('signs with both secrets while the old one is valid, then with the new one only', async () => {
  const shop = await openStillShop();
  const hooks = await openHooks(shop);
  const receiver = await openReceiver();
  const { id, secret: old } = await hooks.endpoint(receiver.url);
  const { body } = await hooks.seller.call('rotate-webhook-secret', { endpointId: id });
  await hooks.tell({ subject: null, say: 'between' });
  await shop.settled();
  const [between] = receiver.heard;
  if (!between) throw new Error('Nothing was heard');
  expect(body.secret).not.toBe(old);
  expect(between.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
  verified(between, old);
  verified(between, body.secret);
  shop.advance(24 * 3_600_000);
  await hooks.tell({ subject: null, say: 'after' });
  await shop.settled();
  expect(receiver.heard[1]?.headers['webhook-signature']).toMatch(/^v1,\S{44}$/);
  expect(
    receiver.heard[1]?.headers['webhook-signature']?.startsWith(
      between.headers['webhook-signature']?.slice(0, 47) ?? '?',
    ),
  ).toBe(false);
});

test('sends channels a sentence in their format that mentions no one', async () => {
  const shop = await openStillShop();
  const hooks = await openHooks(shop);
  const [slack, discord] = [await openReceiver(), await openReceiver()];
  await hooks.endpoint(slack.url, { format: 'slack' });
  await hooks.endpoint(discord.url, { format: 'discord' });
  await hooks.tell({ subject: null, say: '<!channel> & @everyone bought “Mugs”' });
  await shop.settled();
  expect(JSON.parse(slack.heard[0]?.body ?? '')).toEqual({
    text: '&lt;!channel&gt; &amp; @everyone bought “Mugs”',
  });
  expect(JSON.parse(discord.heard[0]?.body ?? '')).toEqual({
    content: '<!channel> & @everyone bought “Mugs”',
    allowed_mentions: { parse: [] },
  });
  expect(Object.keys(slack.heard[0]?.headers ?? {}).filter((name) => name.startsWith('webhook-'))).toEqual(
    [],
  );
});

test('logs request and response without secrets, whatever the bytes are', async () => {
  const shop = await openStillShop();
  const hooks = await openHooks(shop);
  const receiver = await openReceiver();
  const bytes = Buffer.concat([
    Buffer.from('ok \0\u001b[31m <b>\n\t'),
    Buffer.from([0xff, 0xfe, 0xc3]),
    Buffer.from('é'.repeat(4096)),
  ]);
  receiver.behave(() => (answer) => {
    answer
      .writeHead(503, { 'X-Why': 'tired', 'X-Long': 'a'.repeat(3000), 'Content-Encoding': 'gzip' })
      .end(bytes);
  });
  const { id, secret } = await hooks.endpoint(receiver.url);
  await hooks.tell({ subject: 'a', say: 'one' });
  await shop.settled();
  const [row] = await hooks.deliveries(id);
  const { body } = await hooks.seller.call('get-webhook-delivery', { deliveryId: row?.id ?? '' });
  const [logged] = body.delivery.log;
  expect(logged).toMatchObject({
    address: '127.0.0.1',
    status: 503,
    answerCut: true,
    problem: 'It answered 503 (Service Unavailable).',
  });
  expect(logged?.answer.startsWith('ok \ufffd\ufffd[31m <b>\n\t\ufffd')).toBe(true);
  expect(Buffer.byteLength(logged?.answer ?? '')).toBeGreaterThan(4000);
  expect(logged?.answer.endsWith('é')).toBe(true);
  const answered = new Map(logged?.answerHeaders);
  expect(answered.get('X-Why')).toBe('tired');
  expect(answered.get('X-Long')).toBe('a'.repeat(500));
  const sent = new Map(logged?.requestHeaders);
  const signature = receiver.heard[0]?.headers['webhook-signature'] ?? '';
  expect(sent.get('webhook-signature')).toBe(`${signature.slice(0, 9)}…`);
  expect(sent.get('webhook-id')).toBe(row?.messageId);
  const everything = JSON.stringify(body);
  expect(everything).not.toContain(secret);
  expect(everything).not.toContain(signature);
});

test('explains in words why a delivery failed', async () => {
  const shop = await openStillShop();
  const hooks = await openHooks(shop);
  const moved = await openReceiver();
  moved.behave(() => (answer) => void answer.writeHead(301, { Location: 'http://localhost:9/x' }).end());
  const closed = await openReceiver();
  const slow = await openReceiver();
  slow.behave(() => (answer) => void answer.writeHead(200).write('never ends'));
  const ids = [];
  for (const url of [moved.url, 'http://127.0.0.1:1/', slow.url, closed.url])
    ids.push((await hooks.endpoint(url)).id);
  await shop.context.db
    .update(webhookEndpoints)
    .set({ sealedSecret: 'sealed with another AUTH_SECRET' })
    .where(eq(webhookEndpoints.id, ids[3] ?? ''));
  await hooks.tell({ subject: null, say: 'one' });
  await shop.settled();
  const problems = [];
  for (const id of ids) problems.push((await hooks.deliveries(id))[0]?.lastProblem);
  expect(problems).toEqual([
    'It answered 301 (Moved Permanently) and led to http://localhost:9/x. Redirects are not followed: use the address at which they end.',
    'The connection was refused: nothing listens there.',
    'There was no complete answer within 5 seconds.',
    'The secret of this webhook cannot be read any more. Make a new one.',
  ]);
  expect(closed.connections()).toBe(0);
});

test('does not connect to a host that now resolves to an internal address', async () => {
  const names = await openNameServer();
  const env = { APP_URL: 'https://shop.example.com', DNS_SERVERS: names.address };
  const shop = await openStillShop({ env });
  const hooks = await openHooks(shop);
  const inside = await openReceiver();
  const { id } = await hooks.endpoint('https://hooks.example.com/');
  names.set('hooks.example.com', { A: ['127.0.0.1'] });
  await hooks.tell({ subject: null, say: 'one' });
  await shop.settled();
  expect(await hooks.deliveries(id)).toMatchObject([
    {
      status: 'waiting',
      tries: 1,
      lastStatus: null,
      lastProblem:
        'hooks.example.com leads to 127.0.0.1, which does not belong to the open internet. We send nothing there.',
    },
  ]);
  expect(inside.connections()).toBe(0);
});
