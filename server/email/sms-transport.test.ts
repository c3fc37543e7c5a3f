import { expect, test } from 'vitest';

import { queueSmsCode } from '#server/auth/one-time-links.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

import { pagesEntry, renderMail, rowsOf } from '../testing/mail-app.ts';

const ENV = { SMS_URL: 'https://gateway.example/messages', SMS_TOKEN: 'canary-token' };
const PHONE = '+4915112345678';

type SmsRequest = { url: string; headers: Headers; body: { to: string; text: string } };

/** Mock gateway that answers with these statuses in order and then with 202; 0 is a network error. */
function mockGateway(...statuses: number[]) {
  const requests: SmsRequest[] = [];
  const fetchExternal: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push({
      url: request.url,
      headers: request.headers,
      body: (await request.json()) as SmsRequest['body'],
    });
    const status = statuses.shift() ?? 202;
    if (status === 0) throw new TypeError('fetch failed');
    return new Response('a word of theirs', { status });
  };
  return { requests, fetchExternal };
}

async function queueCode({ context }: TestApp, id: string = crypto.randomUUID()): Promise<void> {
  await context.db.transaction((tx) => queueSmsCode(context, tx, { id, phone: PHONE, code: '012345' }));
}

const statesOf = async (app: TestApp) =>
  (await rowsOf(app)).map(({ status, tries: attempts }) => `${status} after ${attempts}`);

test('sends a code with one request to the gateway', async () => {
  const { requests, fetchExternal } = mockGateway();
  const app = await createTestApp({ env: ENV, externalFetch: fetchExternal });
  await queueCode(app);
  await app.waitUntilIdle();
  const [row] = await rowsOf(app);
  expect(requests.map(({ url, body }) => [url, body])).toEqual([
    [
      ENV.SMS_URL,
      {
        to: PHONE,
        text: '012345 is your Tillwright code. It expires in a few minutes. We’ll never ask you for it.\n\n@localhost #012345',
      },
    ],
  ]);
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer canary-token');
  expect(requests[0]?.headers.get('idempotency-key')).toBe(row?.id);
  expect(requests[0]?.headers.get('content-type')).toBe('application/json');
  expect(JSON.stringify(row?.props)).not.toContain('012345');
  expect(await statesOf(app)).toEqual(['sent after 1']);
});

test('queues a code once per id', async () => {
  const { requests, fetchExternal } = mockGateway();
  const app = await createTestApp({ env: ENV, externalFetch: fetchExternal });
  const id = crypto.randomUUID();
  await Promise.all([queueCode(app, id), queueCode(app, id), queueCode(app, id)]);
  await app.waitUntilIdle();
  expect(requests).toHaveLength(1);
});

test('retries after seconds with the same idempotency key', async () => {
  const { requests, fetchExternal } = mockGateway(0, 500, 429);
  const app = await createTestApp({ env: ENV, externalFetch: fetchExternal, freezeClock: true });
  await queueCode(app);
  await app.waitUntilIdle();
  expect(await statesOf(app)).toEqual(['waiting after 1']);
  for (const seconds of [5, 15, 45]) {
    app.advance(seconds * 1000);
    await app.waitUntilIdle();
  }
  expect(await statesOf(app)).toEqual(['sent after 4']);
  expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

test('does not retry a number that the gateway rejects', async () => {
  const { requests, fetchExternal } = mockGateway(422);
  const app = await createTestApp({ env: ENV, externalFetch: fetchExternal });
  await queueCode(app);
  await app.waitUntilIdle();
  expect(await statesOf(app)).toEqual(['failed after 1']);
  expect(requests).toHaveLength(1);
});

test('does not send an expired code', async () => {
  const { requests, fetchExternal } = mockGateway(503);
  const app = await createTestApp({ env: ENV, externalFetch: fetchExternal });
  await queueCode(app);
  await app.waitUntilIdle();
  app.advance(5 * 60_000);
  await app.waitUntilIdle();
  expect(await statesOf(app)).toEqual(['failed after 2']);
  expect(requests).toHaveLength(1);
});

test('sends text messages while email cannot be rendered', async () => {
  const { requests, fetchExternal } = mockGateway();
  const broken = { ...pagesEntry, renderMail: () => Promise.reject(new Error('not drawn')) };
  const app = await createTestApp({ env: ENV, externalFetch: fetchExternal, pagesEntry: broken });
  await queueCode(app);
  await app.waitUntilIdle();
  expect(requests).toHaveLength(1);
});

test('shows a text message on the mail page of the sandbox', async () => {
  const app = await createTestApp({ pagesEntry: { ...pagesEntry, renderMail } });
  await queueCode(app);
  await app.waitUntilIdle();
  expect(await statesOf(app)).toEqual(['sent after 1']);
  const list = await (await app.request('/sandbox/mail')).text();
  expect(list).toContain('Text message');
  expect(list).toContain(PHONE);
  const [row] = await rowsOf(app);
  const page = await (await app.request(`/sandbox/mail/${row?.id}`)).text();
  expect(page).toContain('012345 is your Tillwright code.');
  expect(page).not.toContain('<iframe');
  expect((await app.request(`/sandbox/mail/${row?.id}/html`)).status).toBe(404);
});
