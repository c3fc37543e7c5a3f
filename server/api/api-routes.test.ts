import { expect, test } from 'vitest';

import { API_SCOPE_NAMES } from '#domain/api-key.ts';
import { RPC_FUNCTIONS } from '#server/routes/rpc-functions.ts';
import { sendWith, createApiClient } from '#server/testing/api-client.ts';
import { configWith } from '#server/testing/api-contract.ts';
import { authorizationHeaders, IDENTITIES } from '#server/testing/matrix/identities.ts';
import { insertUnlimitedPlan, createTestApp, sellableConfig } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

import { API_ENDPOINTS } from './api-endpoints.ts';
import type { ApiEndpoint } from './define-endpoint.ts';
import { takesFileChunk } from './file-chunk.ts';

const SOME_ID = '00000000-0000-4000-8000-000000000000';
const fillPath = ({ path }: ApiEndpoint): string => path.replace('{number}', '1').replace(/\{\w+\}/g, SOME_ID);

test('has an endpoint for every RPC function, or a reason why not', () => {
  const coveredFunctions = new Set(API_ENDPOINTS.flatMap(({ rpcFunctions }) => rpcFunctions.map(({ name }) => name)));
  for (const { name, notInApi } of RPC_FUNCTIONS)
    expect([name, coveredFunctions.has(name)]).toEqual([name, notInApi === null]);
  const names = API_ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
});

test('refuses credentials of other kinds and keys without the scope', async () => {
  const app = await createTestApp();
  const [owner, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  const headersByIdentity = await authorizationHeaders(app, owner, otherSeller);
  for (const endpoint of API_ENDPOINTS.filter(({ isPublic }) => !isPublic)) {
    const { method } = endpoint;
    const readStatusAndCode = async (authorization: string | null) => {
      const headers = new Headers(authorization === null ? {} : { authorization });
      const answer = await app.request(`/api/v1${fillPath(endpoint)}`, { method, headers });
      return `${answer.status} ${((await answer.json()) as { error: { code: string } }).error.code}`;
    };
    for (const identity of IDENTITIES)
      expect([endpoint.path, identity, await readStatusAndCode(headersByIdentity[identity])]).toEqual([
        endpoint.path,
        identity,
        '401 unauthorized',
      ]);
  }
  for (const scope of API_SCOPE_NAMES) {
    const { secret } = await createApiClient(app, owner, {
      scopes: API_SCOPE_NAMES.filter((one) => one !== scope),
    });
    const callApi = sendWith(app, secret);
    for (const endpoint of API_ENDPOINTS.filter((one) => one.scope === scope)) {
      const { status, body } = await callApi(endpoint.method, fillPath(endpoint));
      expect([endpoint.path, status, body.error]).toMatchObject([
        endpoint.path,
        403,
        { code: 'scope_missing', requiredScope: scope },
      ]);
    }
  }
});

test('answers unknown paths and methods with JSON errors', async () => {
  const app = await createTestApp();
  const { send: ask } = await createApiClient(app, await app.signUpSeller());
  for (const path of ['', '/', '/nothing', '/pages/', '/pages//usage', '/PAGES'])
    expect([path, (await ask('GET', path)).body.error]).toMatchObject([path, { code: 'not_found', type: 'not_found' }]);
  const wrongMethod = await ask('DELETE', '/pages');
  expect(wrongMethod.body.error).toMatchObject({ code: 'method_not_allowed' });
  expect(wrongMethod.headers.get('allow')).toBe('GET, HEAD, POST');
  expect((await ask('PUT', '/openapi.json')).headers.get('allow')).toBe('GET, HEAD');
  const head = await app.request('/api/v1/pages', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([401, '']);
  const preflight = await app.request('/api/v1/pages', {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' },
  });
  expect(preflight.status).toBe(401);
  expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('returns the RPC error with its status, a documentation link and the invalid fields', async () => {
  const app = await createTestApp();
  const { send: ask } = await createApiClient(app, await app.signUpSeller());
  const describeError = async (method: string, path: string, init: object = {}) => {
    const { headers, body } = await ask(method, path, init);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
    expect(body.error).toMatchObject({
      type: expect.stringMatching(/^[a-z_]+$/),
      requestId: headers.get('x-request-id'),
      documentationUrl: `http://localhost:3000/developers#error-${body.error?.code}`,
    });
    return [body.error?.code, body.error?.message, JSON.stringify(body.error?.problems ?? [])].join(' | ');
  };
  expect(await describeError('GET', `/pages/${SOME_ID}`)).toMatch(/^not_found/);
  expect(await describeError('GET', '/pages/x')).toMatch(/^invalid_request.*pageId/);
  expect(await describeError('GET', '/pages/%00')).toMatch(/^invalid_request.*NUL/);
  expect(await describeError('GET', '/pages/%E0%A4%A')).toMatch(/^invalid_request/);
  expect(await describeError('GET', '/pages?limt=1')).toMatch(
    /^invalid_request \| limt: .*accepts: .*limit, cursor.*unknown_parameter/,
  );
  expect(await describeError('GET', `/pages/${SOME_ID}?a=1`)).toMatch(/Unknown parameter/);
  expect(await describeError('GET', '/pages?limit=1&limit=2')).toMatch(/only once/);
  for (const limit of ['0', '101', '1.5', '-1', 'many', '', '1e1', '0x1', '９'])
    expect([limit, await describeError('GET', `/pages?limit=${limit}`)]).toMatchObject([
      limit,
      expect.stringMatching(/^invalid_request.*limit/),
    ]);
  expect(await describeError('GET', '/stripe-connection?refresh=yes')).toMatch(/^invalid_request.*refresh/);
  expect(await describeError('POST', '/pages', { body: 'a=1', headers: { 'content-type': 'text/plain' } })).toMatch(
    /^unsupported_media_type/,
  );
  expect(await describeError('POST', '/pages', { body: { config: { ...configWith({}), more: 1 } } })).toMatch(/more/);
  expect(await describeError('POST', `/pages/${SOME_ID}/duplicate`, { body: { more: 1 } })).toMatch(/^invalid_request/);
  expect(await describeError('POST', `/pages/${SOME_ID}/duplicate`, { body: 'x'.repeat(20_000) })).toMatch(
    /^body_too_large/,
  );
});

test('refuses malformed bodies at every writing endpoint and writes nothing', async () => {
  const app = await createTestApp();
  const { send: ask } = await createApiClient(app, await app.signUpSeller());
  const deep = 1_000_000;
  const bodies = [
    '{',
    '[]',
    '[{}]',
    '"text"',
    '1',
    'null',
    '{"__proto__":{"config":1}}',
    '{"constructor":{"prototype":{}}}',
    '{"config":"\\u0000"}',
    '{"a":'.repeat(40) + '1' + '}'.repeat(40),
  ];
  for (const endpoint of API_ENDPOINTS.filter((one) => one.method !== 'GET' && !takesFileChunk(one))) {
    const name = `${endpoint.method} ${endpoint.path}`;
    if (name === 'DELETE /keys/current') continue;
    for (const body of bodies) {
      const { status, body: answer } = await ask(endpoint.method, fillPath(endpoint), { body });
      expect([name, body, status, answer.error?.code]).toEqual([name, body, 400, 'invalid_request']);
    }
  }
  const body = `{"config":${'['.repeat(deep)}${']'.repeat(deep)}}`;
  expect((await ask('POST', '/pages', { body })).status).toBe(413);
  expect((await ask('POST', '/pages/import', { body })).body.error?.code).toBe('invalid_request');
  expect((await ask('GET', '/pages')).body).toEqual({ data: [], next: null });
});

test('applies the plan’s rate limit to all API keys of a seller together in all processes', async () => {
  const database = await openTestDatabase();
  const env = { RATE_LIMITS: 'live' };
  // With fixed clocks, no minute ends during the test.
  const options = { database, env, freezeClock: true };
  const [app, secondApp] = [await createTestApp(options), await createTestApp(options)];
  const [seller, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  const [firstClient, secondClient] = [await createApiClient(app, seller), await createApiClient(app, seller)];
  const callSecondApp = sendWith(secondApp, secondClient.secret);
  // Starts both at the beginning of a minute, so that they count in the same one.
  const msIntoMinute = app.context.realNow().getTime() % 60_000;
  for (const instance of [app, secondApp]) instance.advance(60_000 - msIntoMinute);
  const first = await firstClient.send('GET', '/keys/current');
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'ratelimit-limit': '300',
    'ratelimit-remaining': '299',
  });
  expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
  for (let remaining = 298; remaining > 0; remaining--) {
    const { headers } = await (remaining % 2 ? callSecondApp : firstClient.send)('GET', '/keys/current');
    expect(headers.get('ratelimit-remaining')).toBe(String(remaining));
  }
  const unknownPath = await callSecondApp('GET', '/nothing-of-the-kind');
  expect([unknownPath.status, unknownPath.headers.get('ratelimit-remaining')]).toEqual([404, '0']);
  for (const callApi of [callSecondApp, firstClient.send]) {
    const { status, headers, body } = await callApi('GET', '/keys/current');
    expect([status, body.error?.code, headers.get('ratelimit-remaining')]).toEqual([429, 'rate_limited', '0']);
    expect(Number(headers.get('retry-after'))).toBe(body.error?.retryAfter);
  }
  expect((await (await createApiClient(app, otherSeller)).send('GET', '/keys/current')).status).toBe(200);
  app.advance(60_000);
  expect((await firstClient.send('GET', '/keys/current')).headers.get('ratelimit-remaining')).toBe('299');
  await insertUnlimitedPlan(app.context, seller.session.user.id);
  expect((await firstClient.send('GET', '/keys/current')).headers.get('ratelimit-limit')).toBe('1000');
});

test('pages through everything once while rows are added, and refuses cursors of other sellers', async () => {
  const app = await createTestApp();
  const [seller, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  const { send: ask } = await createApiClient(app, seller);
  const pageIds: string[] = [];
  const createPage = async () => (await seller.rpc('save-draft', { config: sellableConfig() })).body.pageId;
  for (let count = 0; count < 7; count++) pageIds.push(await createPage());
  type List = { data: { id: string }[]; next: string | null };
  const listedIds: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: { body: List } = await ask<List>('GET', `/pages?limit=3${cursor && `&cursor=${cursor}`}`);
    listedIds.push(...body.data.map(({ id }) => id));
    cursor = body.next;
    await createPage();
    await seller.rpc('rename-page', { pageId: pageIds[0] ?? '', name: `Name ${listedIds.length}` });
  }
  expect(listedIds).toEqual(pageIds.toReversed());
  const { next } = (await ask<List>('GET', '/pages?limit=1')).body;
  const otherClient = await createApiClient(app, otherSeller);
  expect((await otherClient.send('GET', `/pages?cursor=${next}`)).body.error?.code).toBe('invalid_request');
  const [text = '', signature = ''] = (next ?? '').split('.');
  for (const cursor of [
    'x',
    'x.y',
    `${text}.`,
    `${text}a.${signature}`,
    `${signature}.${text}`,
    `${next}.${signature}`,
    'null',
    '..',
  ])
    expect([cursor, (await ask('GET', `/pages?cursor=${encodeURIComponent(cursor)}`)).status]).toEqual([cursor, 400]);
  expect((await ask('GET', `/keys?cursor=${next}`)).status).toBe(400);
});

test('lets any key revoke itself and nothing more', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { send: ask, keyId } = await createApiClient(app, seller, { scopes: ['pages:read'] });
  expect((await ask('GET', '/keys/current')).body).toMatchObject({ id: keyId, scopes: ['pages:read'] });
  expect((await ask('DELETE', '/keys/current')).body).toEqual({ id: keyId, deleted: true });
  expect((await ask('GET', '/keys/current')).status).toBe(401);
  expect((await seller.rpc('list-api-keys', {})).body.keys).toEqual([]);
});
