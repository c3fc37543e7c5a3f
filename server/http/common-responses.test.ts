import { expect, test } from 'vitest';

import { createApiClient } from '#server/testing/api-client.ts';
import { captureLog } from '#server/testing/captured-log.ts';
import { nodeEnvFrom } from '#server/testing/listening-server.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

import { commonHeaders } from './security-headers.ts';

const PAGES_ENTRY = {
  render: async () => new Response('<p>Document</p>', { headers: { 'content-type': 'text/html' } }),
};

const FAILING_PAGES = {
  render: async () => {
    throw new Error('secret detail of a failure');
  },
};

const REQUESTS: readonly (readonly [string, string, number])[] = [
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
  const app = await createTestApp({ pagesEntry: PAGES_ENTRY });
  for (const [method, path, status] of REQUESTS) {
    const response = await app.request(path, { method });
    expect([path, response.status]).toEqual([path, status]);
    for (const [name, value] of Object.entries(commonHeaders('http://localhost:3000')))
      expect([path, name, response.headers.get(name)]).toEqual([path, name, value]);
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect([path, response.headers.get('content-security-policy')]).toEqual([
      path,
      expect.stringContaining("default-src 'none'"),
    ]);
    expect(response.headers.get('server') ?? response.headers.get('x-powered-by')).toBeNull();
  }
});

test('sends a content type with every response, and a charset with every text', async () => {
  const app = await createTestApp({ pagesEntry: PAGES_ENTRY });
  for (const [method, path] of REQUESTS) {
    const response = await app.request(path, { method });
    if ((await response.text()) === '') continue;
    expect([path, response.headers.get('content-type')]).toEqual([
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
    const app = await createTestApp({ pagesEntry: PAGES_ENTRY, env: { APP_URL: address } });
    for (const path of ['/', '/c/nowhere', '/healthz', '/auth/v1/user'])
      expect((await app.request(path)).headers.get('strict-transport-security')).toBe(expected);
  }
});

test('forbids caching of API responses', async () => {
  const app = await createTestApp();
  for (const path of ['/healthz', '/readyz', '/functions/v1/list-orders', '/auth/v1/user']) {
    expect((await app.request(path)).headers.get('cache-control')).toBe('no-store');
  }
});

test('keeps a valid request id from a trusted proxy only', async () => {
  const app = await createTestApp({ env: { TRUSTED_PROXIES: '10.0.0.0/8' } });
  const requestIdFor = async (incomingId: string, env?: object) => {
    const request = new Request('http://localhost:3000/healthz', { headers: { 'x-request-id': incomingId } });
    return (await app.fetch(request, env)).headers.get('x-request-id');
  };
  for (const proxy of ['127.0.0.1', '10.4.0.9'])
    expect(await requestIdFor('proxy-4711-abcdef', nodeEnvFrom(proxy))).toBe('proxy-4711-abcdef');
  for (const invalidId of ['short', 'x'.repeat(65), 'with blank and more', '{"json":"injection"}'])
    expect(await requestIdFor(invalidId, nodeEnvFrom('127.0.0.1'))).toMatch(/^[0-9a-f-]{36}$/);
  for (const stranger of [nodeEnvFrom('203.0.113.7'), undefined])
    expect(await requestIdFor('proxy-4711-abcdef', stranger)).toMatch(/^[0-9a-f-]{36}$/);
});

test('reports an internal error without details', async () => {
  const { log, lines } = captureLog('error');
  const app = await createTestApp({ pagesEntry: FAILING_PAGES, log });
  const response = await app.request('/anything');
  expect(response.status).toBe(500);
  expect(await response.text()).toBe('Something went wrong on our side. Please try again.');
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(lines()).toContainEqual(
    expect.objectContaining({
      path: '/anything',
      err: expect.objectContaining({ message: 'secret detail of a failure' }) as object,
    }),
  );
});

test('logs each refusal with time, path, status and id', async () => {
  const { log, lines } = captureLog('info');
  const app = await createTestApp({ pagesEntry: PAGES_ENTRY, log });
  const refusals = [
    ['POST', '/functions/v1/list-orders', 401],
    ['GET', '/auth/v1/user', 401],
    ['GET', '/api/v1/pages', 401],
    ['POST', '/c/taller/seen', 403],
    ['POST', '/nowhere', 405],
  ] as const;
  for (const [method, path, status] of refusals) {
    const response = await app.request(path, { method });
    expect([path, response.status]).toEqual([path, status]);
    const id = response.headers.get('x-request-id');
    const line = lines().find((one) => one.id === id);
    expect(line).toMatchObject({ method, path, status, msg: 'request' });
    expect(line?.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  }
});

/** The log line of a response. */
const logLineOf = (lines: () => Record<string, unknown>[], response: { headers: Headers }) =>
  lines().find((one) => one.id === response.headers.get('x-request-id') && one.msg === 'request');

const callWithToken = (app: TestApp, token: string, name: string, body: object) =>
  app.request(`/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

test('logs caller, object and reason when an identified caller is refused', async () => {
  const { log, lines } = captureLog();
  const app = await createTestApp({ log, env: { RATE_LIMITS: 'live' } });
  const [ownSeller, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  const { pageId } = await otherSeller.publishPage({}, 'theirs');
  const { user, access_token: token } = ownSeller.session;

  const foreignRequest = await callWithToken(app, token, 'delete-page', { pageId });
  expect(logLineOf(lines, foreignRequest)).toMatchObject({
    path: '/functions/v1/delete-page',
    status: 404,
    user: user.id,
    code: 'not_found',
    objectIds: { pageId },
  });

  await ownSeller.givePlan();
  const apiClient = await createApiClient(app, ownSeller, { scopes: ['analytics:read'] });
  const path = `/pages/${pageId}`;
  const weakKeyLine = logLineOf(lines, await apiClient.send('GET', path));
  expect(weakKeyLine).toMatchObject({
    status: 403,
    key: apiClient.keyId,
    code: 'scope_missing',
    objectIds: { pageId },
  });
  expect(weakKeyLine).not.toHaveProperty('user');
  const fullKey = await createApiClient(app, ownSeller);
  const refusedLine = logLineOf(lines, await fullKey.send('GET', path));
  expect(refusedLine).toMatchObject({ status: 404, key: fullKey.keyId, objectIds: { pageId } });

  let limitedRequest = await callWithToken(app, token, 'confirm-identity', { password: 'a guess' });
  for (let tries = 0; tries < 30 && limitedRequest.status !== 429; tries++)
    limitedRequest = await callWithToken(app, token, 'confirm-identity', { password: 'a guess' });
  expect(logLineOf(lines, limitedRequest)).toMatchObject({
    status: 429,
    user: user.id,
    code: 'rate_limited',
  });

  const anonymousRequest = await callWithToken(app, 'nobody', 'delete-page', { pageId });
  expect(logLineOf(lines, anonymousRequest)).toMatchObject({ status: 401, code: 'unauthorized' });
  expect(logLineOf(lines, anonymousRequest)).not.toHaveProperty('objectIds');
});

test('redirects GET requests for another loopback name to APP_URL, and nothing else', async () => {
  const app = await createTestApp({ pagesEntry: PAGES_ENTRY });
  const statusOrLocation = async (address: string, method = 'GET') => {
    const response = await app.fetch(new Request(address, { method }));
    return response.status === 302 ? response.headers.get('location') : response.status;
  };
  expect(await statusOrLocation('http://127.0.0.1:3000/c/taller?coupon=X')).toBe(
    'http://localhost:3000/c/taller?coupon=X',
  );
  expect(await statusOrLocation('http://[::1]:3000/')).toBe('http://localhost:3000/');
  expect(await statusOrLocation('http://127.0.0.1:3000//evil.example/')).toBe('http://localhost:3000//evil.example/');
  expect(await statusOrLocation('http://localhost:3000/')).toBe(200);
  expect(await statusOrLocation('http://127.0.0.1:4000/')).toBe(200);
  expect(await statusOrLocation('http://shop.example:3000/')).toBe(421);
  expect(await statusOrLocation('http://127.0.0.1:3000/', 'POST')).toBe(405);
  expect(await statusOrLocation('http://127.0.0.1:3000/healthz')).toBe(200);
});

test('never redirects from a public origin to a loopback name', async () => {
  const app = await createTestApp({ pagesEntry: PAGES_ENTRY, env: { APP_URL: 'https://shop.example' } });
  expect((await app.fetch(new Request('http://127.0.0.1:3000/'))).status).toBe(200);
});

test('answers 503 on /readyz while the app is closing', async () => {
  const app = await createTestApp();
  const closing = app.close();
  expect((await app.request('/readyz')).status).toBe(503);
  expect((await app.request('/healthz')).status).toBe(200);
  await closing;
});
