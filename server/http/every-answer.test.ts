import { expect, test } from 'vitest';

import { openProgram } from '#server/testing-api.ts';
import { openLines } from '#server/testing-log.ts';
import { cameFrom } from '#server/testing-peer.ts';
import { openShop, type TestShop } from '#server/testing.ts';

import { commonHeaders } from './security-headers.ts';

const PAGES = {
  render: async () => new Response('<p>Document</p>', { headers: { 'content-type': 'text/html' } }),
};

const BROKEN = {
  render: async () => {
    throw new Error('secret detail of a failure');
  },
};

const ASKED: readonly (readonly [string, string, number])[] = [
  ['GET', '/healthz', 200],
  ['GET', '/readyz', 200],
  ['GET', '/metrics', 200],
  ['GET', '/', 200],
  ['GET', '/pricing.data', 200],
  ['GET', '/c/nowhere', 200],
  ['GET', '/purchases', 200],
  ['POST', '/purchases', 415],
  ['POST', '/purchases/data', 405],
  ['GET', '/media/nothing', 404],
  ['POST', '/c/taller/seen', 403],
  ['GET', '/c/taller/seen.gif', 403],
  ['GET', '/auth/v1/.well-known/jwks.json', 200],
  ['GET', '/auth/v1/user', 401],
  ['POST', '/functions/v1/list-orders', 401],
  ['POST', '/functions/v1/no-such-function', 404],
  ['POST', '/webhooks/stripe/connect', 400],
  ['POST', '/webhooks/mail', 404],
  ['GET', '/sitemap.xml', 200],
  ['GET', '/robots.txt', 200],
  ['GET', '/api/v1/openapi.json', 200],
  ['GET', '/api/v1/pages', 401],
  ['GET', '/sandbox', 200],
];

test('sends the common headers, a request id and a policy with every response', async () => {
  const shop = await openShop({ pagesEntry: PAGES });
  for (const [method, path, status] of ASKED) {
    const answer = await shop.request(path, { method });
    expect([path, answer.status]).toEqual([path, status]);
    for (const [name, value] of Object.entries(commonHeaders('http://localhost:3000')))
      expect([path, name, answer.headers.get(name)]).toEqual([path, name, value]);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect([path, answer.headers.get('content-security-policy')]).toEqual([
      path,
      expect.stringContaining("default-src 'none'"),
    ]);
    expect(answer.headers.get('server') ?? answer.headers.get('x-powered-by')).toBeNull();
  }
});

test('sends a content type with every response, and a charset with every text', async () => {
  const shop = await openShop({ pagesEntry: PAGES });
  for (const [method, path] of ASKED) {
    const answer = await shop.request(path, { method });
    if ((await answer.text()) === '') continue;
    expect([path, answer.headers.get('content-type')]).toEqual([
      path,
      expect.stringMatching(/^((text\/\w+|application\/xml)(; .*)?; charset=utf-8|application\/json\b.*)$/i),
    ]);
  }
});

test('sends HSTS only when the public origin uses TLS', async () => {
  for (const [address, expected] of [
    ['https://shop.example', 'max-age=63072000; includeSubDomains'],
    ['http://localhost:3000', null],
  ] as const) {
    const shop = await openShop({ pagesEntry: PAGES, env: { APP_URL: address } });
    for (const path of ['/', '/c/nowhere', '/healthz', '/auth/v1/user'])
      expect((await shop.request(path)).headers.get('strict-transport-security')).toBe(expected);
  }
});

test('forbids caching of API responses', async () => {
  const shop = await openShop();
  for (const path of ['/healthz', '/readyz', '/functions/v1/list-orders', '/auth/v1/user']) {
    expect((await shop.request(path)).headers.get('cache-control')).toBe('no-store');
  }
});

test('keeps a valid request id from a trusted proxy only', async () => {
  const shop = await openShop({ env: { TRUSTED_PROXIES: '10.0.0.0/8' } });
  const idFor = async (given: string, env?: object) => {
    const request = new Request('http://localhost:3000/healthz', { headers: { 'x-request-id': given } });
    return (await shop.fetch(request, env)).headers.get('x-request-id');
  };
  for (const proxy of ['127.0.0.1', '10.4.0.9'])
    expect(await idFor('proxy-4711-abcdef', cameFrom(proxy))).toBe('proxy-4711-abcdef');
  for (const bad of ['short', 'x'.repeat(65), 'with blank and more', '{"json":"injection"}'])
    expect(await idFor(bad, cameFrom('127.0.0.1'))).toMatch(/^[0-9a-f-]{36}$/);
  for (const stranger of [cameFrom('203.0.113.7'), undefined])
    expect(await idFor('proxy-4711-abcdef', stranger)).toMatch(/^[0-9a-f-]{36}$/);
});

test('reports an internal error without details', async () => {
  const { log, lines } = openLines('error');
  const shop = await openShop({ pagesEntry: BROKEN, log });
  const answer = await shop.request('/anything');
  expect(answer.status).toBe(500);
  expect(await answer.text()).toBe('Something went wrong on our side. Please try again.');
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(lines()).toContainEqual(
    expect.objectContaining({
      path: '/anything',
      err: expect.objectContaining({ message: 'secret detail of a failure' }) as object,
    }),
  );
});

test('logs each refusal with time, path, status and id', async () => {
  const { log, lines } = openLines('info');
  const shop = await openShop({ pagesEntry: PAGES, log });
  const refused = [
    ['POST', '/functions/v1/list-orders', 401],
    ['GET', '/auth/v1/user', 401],
    ['GET', '/api/v1/pages', 401],
    ['POST', '/c/taller/seen', 403],
    ['POST', '/operator/invariants', 404],
  ] as const;
  for (const [method, path, status] of refused) {
    const answer = await shop.request(path, { method });
    expect([path, answer.status]).toEqual([path, status]);
    const id = answer.headers.get('x-request-id');
    const line = lines().find((one) => one.id === id);
    expect(line).toMatchObject({ method, path, status, msg: 'request' });
    expect(line?.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  }
});

/** The log line of a response. */
const lineOf = (lines: () => Record<string, unknown>[], answer: { headers: Headers }) =>
  lines().find((one) => one.id === answer.headers.get('x-request-id') && one.msg === 'request');

const callOf = (shop: TestShop, token: string, name: string, body: object) =>
  shop.request(`/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

test('logs caller, object and reason when an identified caller is refused', async () => {
  const { log, lines } = openLines();
  const shop = await openShop({ log, env: { RATE_LIMITS: 'live' } });
  const [own, other] = [await shop.seller(), await shop.seller()];
  const { pageId } = await other.publish({}, 'theirs');
  const { user, access_token: token } = own.session;

  const foreign = await callOf(shop, token, 'delete-page', { pageId });
  expect(lineOf(lines, foreign)).toMatchObject({
    path: '/functions/v1/delete-page',
    status: 404,
    user: user.id,
    code: 'not_found',
    asked: { pageId },
  });

  await own.takePlan();
  const program = await openProgram(shop, own, { scopes: ['analytics:read'] });
  const path = `/pages/${pageId}`;
  const weak = lineOf(lines, await program.ask('GET', path));
  expect(weak).toMatchObject({ status: 403, key: program.keyId, code: 'scope_missing', asked: { pageId } });
  expect(weak).not.toHaveProperty('user');
  const strong = await openProgram(shop, own);
  const refused = lineOf(lines, await strong.ask('GET', path));
  expect(refused).toMatchObject({ status: 404, key: strong.keyId, asked: { pageId } });

  let limited = await callOf(shop, token, 'confirm-identity', { password: 'a guess' });
  for (let tries = 0; tries < 30 && limited.status !== 429; tries++)
    limited = await callOf(shop, token, 'confirm-identity', { password: 'a guess' });
  expect(lineOf(lines, limited)).toMatchObject({ status: 429, user: user.id, code: 'rate_limited' });

  const unknown = await callOf(shop, 'nobody', 'delete-page', { pageId });
  expect(lineOf(lines, unknown)).toMatchObject({ status: 401, code: 'unauthorized' });
  expect(lineOf(lines, unknown)).not.toHaveProperty('asked');
});

test('redirects GET requests for another loopback name to APP_URL, and nothing else', async () => {
  const shop = await openShop({ pagesEntry: PAGES });
  const ask = async (address: string, method = 'GET') => {
    const answer = await shop.fetch(new Request(address, { method }));
    return answer.status === 302 ? answer.headers.get('location') : answer.status;
  };
  expect(await ask('http://127.0.0.1:3000/c/taller?coupon=X')).toBe(
    'http://localhost:3000/c/taller?coupon=X',
  );
  expect(await ask('http://[::1]:3000/')).toBe('http://localhost:3000/');
  expect(await ask('http://127.0.0.1:3000//evil.example/')).toBe('http://localhost:3000//evil.example/');
  expect(await ask('http://localhost:3000/')).toBe(200);
  expect(await ask('http://127.0.0.1:4000/')).toBe(200);
  expect(await ask('http://shop.example:3000/')).toBe(421);
  expect(await ask('http://127.0.0.1:3000/', 'POST')).toBe(405);
  expect(await ask('http://127.0.0.1:3000/healthz')).toBe(200);
});

test('never redirects from a public origin to a loopback name', async () => {
  const shop = await openShop({ pagesEntry: PAGES, env: { APP_URL: 'https://shop.example' } });
  expect((await shop.fetch(new Request('http://127.0.0.1:3000/'))).status).toBe(200);
});

test('answers 503 on /readyz while the app is closing', async () => {
  const shop = await openShop();
  const closing = shop.close();
  expect((await shop.request('/readyz')).status).toBe(503);
  expect((await shop.request('/healthz')).status).toBe(200);
  await closing;
});
