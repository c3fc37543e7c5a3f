import { expect, test } from 'vitest';

import { sendSmsCode } from '#server/auth/sms-code.ts';
import { openShop, type TestShop } from '#server/testing.ts';

import { pagesEntry, renderMail, rowsOf } from './testing-mail-shop.ts';

const ENV = { SMS_URL: 'https://gateway.example/messages', SMS_TOKEN: 'canary-token' };
const PHONE = '+4915112345678';

type Posted = { url: string; headers: Headers; body: { to: string; text: string } };

/** Mock gateway that answers with these statuses in order and then with 202; 0 is a network error. */
function gateway(...statuses: number[]) {
  const posted: Posted[] = [];
  const outside: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    posted.push({
      url: request.url,
      headers: request.headers,
      body: (await request.json()) as Posted['body'],
    });
    const status = statuses.shift() ?? 202;
    if (status === 0) throw new TypeError('fetch failed');
    return new Response('a word of theirs', { status });
  };
  return { posted, outside };
}

async function queue({ context }: TestShop, id: string = crypto.randomUUID()): Promise<void> {
  await context.db.transaction((tx) => sendSmsCode(context, tx, { id, phone: PHONE, code: '012345' }));
}

const statesOf = async (shop: TestShop) =>
  (await rowsOf(shop)).map(({ status, attempts }) => `${status} after ${attempts}`);

test('sends a code with one request to the gateway', async () => {
  const { posted, outside } = gateway();
  const shop = await openShop({ env: ENV, outside });
  await queue(shop);
  await shop.settled();
  const [row] = await rowsOf(shop);
  expect(posted.map(({ url, body }) => [url, body])).toEqual([
    [
      ENV.SMS_URL,
      {
        to: PHONE,
        text: '012345 is your Tillwright code. It works for a few minutes. Nobody of ours will ever ask you for it.\n\n@localhost #012345',
      },
    ],
  ]);
  expect(posted[0]?.headers.get('authorization')).toBe('Bearer canary-token');
  expect(posted[0]?.headers.get('idempotency-key')).toBe(row?.id);
  expect(posted[0]?.headers.get('content-type')).toBe('application/json');
  expect(JSON.stringify(row?.props)).not.toContain('012345');
  expect(await statesOf(shop)).toEqual(['sent after 1']);
});

test('queues a code once per id', async () => {
  const { posted, outside } = gateway();
  const shop = await openShop({ env: ENV, outside });
  const id = crypto.randomUUID();
  await Promise.all([queue(shop, id), queue(shop, id), queue(shop, id)]);
  await shop.settled();
  expect(posted).toHaveLength(1);
});

test('retries after seconds with the same idempotency key', async () => {
  const { posted, outside } = gateway(0, 500, 429);
  const shop = await openShop({ env: ENV, outside, still: true });
  await queue(shop);
  await shop.settled();
  expect(await statesOf(shop)).toEqual(['waiting after 1']);
  for (const seconds of [5, 15, 45]) {
    shop.advance(seconds * 1000);
    await shop.settled();
  }
  expect(await statesOf(shop)).toEqual(['sent after 4']);
  expect(new Set(posted.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

test('does not retry a number that the gateway rejects', async () => {
  const { posted, outside } = gateway(422);
  const shop = await openShop({ env: ENV, outside });
  await queue(shop);
  await shop.settled();
  expect(await statesOf(shop)).toEqual(['failed after 1']);
  expect(posted).toHaveLength(1);
});

test('does not send an expired code', async () => {
  const { posted, outside } = gateway(503);
  const shop = await openShop({ env: ENV, outside });
  await queue(shop);
  await shop.settled();
  shop.advance(5 * 60_000);
  await shop.settled();
  expect(await statesOf(shop)).toEqual(['failed after 2']);
  expect(posted).toHaveLength(1);
});

test('sends text messages while email cannot be rendered', async () => {
  const { posted, outside } = gateway();
  const broken = { ...pagesEntry, renderMail: () => Promise.reject(new Error('not drawn')) };
  const shop = await openShop({ env: ENV, outside, pagesEntry: broken });
  await queue(shop);
  await shop.settled();
  expect(posted).toHaveLength(1);
});

test('shows a text message on the mail page of the sandbox', async () => {
  const shop = await openShop({ pagesEntry: { ...pagesEntry, renderMail } });
  await queue(shop);
  await shop.settled();
  expect(await statesOf(shop)).toEqual(['sent after 1']);
  const list = await (await shop.request('/sandbox/mail')).text();
  expect(list).toContain('Message to a phone');
  expect(list).toContain(PHONE);
  const [row] = await rowsOf(shop);
  const page = await (await shop.request(`/sandbox/mail/${row?.id}`)).text();
  expect(page).toContain('012345 is your Tillwright code.');
  expect(page).not.toContain('<iframe');
  expect((await shop.request(`/sandbox/mail/${row?.id}/html`)).status).toBe(404);
});
