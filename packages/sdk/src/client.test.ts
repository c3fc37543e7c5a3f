import { expect, test } from 'vitest';

import { createTillwright } from './client.ts';
import { ApiError, ConnectionError } from './errors.ts';
import type { Order } from './index.ts';
import type { ClientOptions } from './request.ts';

const KEY = `twk_sandbox_${'a'.repeat(49)}`;
const ERROR = { type: 'conflict', code: 'coupon_exists', message: 'This page already has a coupon with this code.' };

type SentRequest = { method: string; url: string; headers: Headers; body: unknown };

/** A client whose requests get these responses, one after the other. An error stands for a failed connection. */
function createClient(responses: (Response | Error)[], options: Partial<ClientOptions> = {}) {
  const sent: SentRequest[] = [];
  const fetch: typeof globalThis.fetch = async (url, { method = '', headers, body } = {}) => {
    const text = typeof body === 'string' ? body : null;
    sent.push({
      method,
      url: url instanceof Request ? url.url : url.toString(),
      headers: new Headers(headers),
      body: body instanceof Uint8Array ? Array.from(body) : text && (JSON.parse(text) as unknown),
    });
    const response = responses.shift() ?? Response.json({});
    if (response instanceof Error) throw response;
    return response;
  };
  const client = createTillwright({ url: 'https://checkout.example.com/pages', key: KEY, fetch, ...options });
  return { client, sent };
}

const busy = (status: number) =>
  Response.json({ error: { code: 'rate_limited' } }, { status, headers: { 'retry-after': '0' } });

test('sends path parameters, queries and bodies with the key, to the API of the installation', async () => {
  const { client, sent } = createClient([Response.json({ id: '1' }), Response.json({ data: [], next: null })]);
  await client.pages.coupons.create('a/b', { code: 'EARLY10', percentOff: 10 });
  await client.orders.list({ limit: 5 });
  expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', 'https://checkout.example.com/api/v1/pages/a%2Fb/coupons', { code: 'EARLY10', percentOff: 10 }],
    ['GET', 'https://checkout.example.com/api/v1/orders?limit=5', null],
  ]);
  expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${KEY}`);
  expect(sent[1]?.headers.get('idempotency-key')).toBeNull();
  expect(sent[1]?.headers.get('user-agent')).toMatch(/^tillwright-sdk\/\d+\.\d+/);
});

test('sends lists separated by commas, and knows required parameters, open enums and the data of each event', async () => {
  const paid = { type: 'order.paid', data: { order: { number: 7, state: 'a later state' } } };
  const { client, sent } = createClient([Response.json({ data: [], next: null }), Response.json({ data: [paid] })]);
  await client.orders.list({ state: ['paid', 'refunded'] });
  expect(new URL(sent[0]?.url ?? '').searchParams.get('state')).toBe('paid,refunded');
  const [event] = (await client.events.list()).data;
  const order: Order | null = event?.type === 'order.paid' ? event.data.order : null;
  expect([order?.number, order?.state === 'a later state']).toEqual([7, true]);
  // @ts-expect-error -- an availability of no slug
  await client.pages.slugAvailability();
});

test('sends bytes of a file unchanged, with the headers of the call', async () => {
  const { client, sent } = createClient([]);
  const headers = { 'upload-offset': '4', authorization: 'Bearer another' };
  await client.request('PATCH', '/files/1', { body: new Uint8Array([0, 255]), headers });
  expect(sent[0]?.body).toEqual([0, 255]);
  expect(sent[0]?.headers.get('content-type')).toBe('application/octet-stream');
  expect(sent[0]?.headers.get('upload-offset')).toBe('4');
  expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${KEY}`);
});

test('repeats a request after an outage, under the same idempotency key', async () => {
  const retries: number[] = [];
  const responses = [busy(503), busy(429), new Error('offline'), Response.json({ id: '1' })];
  const { client, sent } = createClient(responses, { onRetry: ({ waitMs }) => void retries.push(waitMs) });
  await client.pages.duplicate('1');
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual(Array(4).fill(expect.stringMatching(/^[0-9a-f-]{36}$/)));
  expect(new Set(keys).size).toBe(1);
  expect(retries.slice(0, 2)).toEqual([0, 0]);
  expect(retries[2]).toBeGreaterThanOrEqual(2000);
});

test('throws the error of the API without repeating the request', async () => {
  const response = Response.json({ error: ERROR }, { status: 409, headers: { 'x-request-id': 'r1' } });
  const { client, sent } = createClient([response]);
  const error = await client.pages.duplicate('1', { idempotencyKey: 'mine' }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ message: ERROR.message, details: ERROR, status: 409, requestId: 'r1' });
  expect(error).toMatchObject({ code: 'coupon_exists', idempotencyKey: 'mine' });
  expect(sent).toHaveLength(1);
});

test('throws ConnectionError when no usable response arrives', async () => {
  const { client } = createClient([new Error('offline'), new Response('<h1>Another site</h1>')], { maxRetries: 0 });
  await expect(client.account.get()).rejects.toBeInstanceOf(ConnectionError);
  await expect(client.account.get()).rejects.toThrow('Check the URL');
});

test('goes through all pages of a list', async () => {
  const pages = [
    Response.json({ data: [{ id: '1' }, { id: '2' }], next: 'c' }),
    Response.json({ data: [{ id: '3' }], next: null }),
  ];
  const { client, sent } = createClient(pages);
  const ids: string[] = [];
  for await (const { id } of client.orders.list({ limit: 2 })) ids.push(id);
  expect(ids).toEqual(['1', '2', '3']);
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?limit=2', '?limit=2&cursor=c']);
});

test('refuses what is not a key, and plain HTTP except to this machine', () => {
  expect(() => createClient([], { key: 'sk_live_1' })).toThrow('not an API key');
  expect(() => createClient([], { url: 'http://checkout.example.com' })).toThrow('not encrypted');
  expect(createClient([], { url: 'http://localhost:3000' }).sent).toEqual([]);
});
