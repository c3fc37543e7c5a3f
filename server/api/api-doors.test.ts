import { expect, test } from 'vitest';

import { API_SCOPE_NAMES } from '#domain/api-key.ts';
import { emptyConfig } from '#domain/checkout-page.ts';

import { ALL_FUNCTIONS } from '#server/functions/all-functions.ts';
import { askWith, openProgram } from '#server/testing-api.ts';
import { giveEndlessPlan } from '#server/testing-access.ts';
import { openTestDatabase } from '#server/testing-database.ts';
import { authorizations, IDENTITIES } from '#server/testing-identities.ts';
import { openShop, sellableConfig } from '#server/testing.ts';

import { ALL_ENDPOINTS } from './all-endpoints.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { NOT_OFFERED } from './not-offered.ts';

const SOME_ID = '00000000-0000-4000-8000-000000000000';
const addressOf = ({ path }: AnyEndpoint): string =>
  path.replace('{number}', '1').replace(/\{\w+\}/g, SOME_ID);

test('has an endpoint for every RPC function, or a reason why not', () => {
  const behind = new Set(ALL_ENDPOINTS.map(({ does }) => does.name));
  const neither = ALL_FUNCTIONS.map(({ name }) => name).filter(
    (name) => !behind.has(name) && !(name in NOT_OFFERED),
  );
  expect(neither).toEqual([]);
  expect(Object.keys(NOT_OFFERED).filter((name) => behind.has(name as never))).toEqual([]);
  const names = ALL_ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
});

test('refuses credentials of other kinds and keys without the scope', async () => {
  const shop = await openShop();
  const [owner, other] = [await shop.seller(), await shop.seller()];
  const knocks = await authorizations(shop, owner, other);
  for (const endpoint of ALL_ENDPOINTS) {
    const { method } = endpoint;
    const said = async (authorization: string | null) => {
      const headers = new Headers(authorization === null ? {} : { authorization });
      const answer = await shop.request(`/api/v1${addressOf(endpoint)}`, { method, headers });
      return `${answer.status} ${((await answer.json()) as { error: { code: string } }).error.code}`;
    };
    for (const identity of IDENTITIES)
      expect([endpoint.path, identity, await said(knocks[identity])]).toEqual([
        endpoint.path,
        identity,
        '401 unauthorized',
      ]);
  }
  for (const scope of API_SCOPE_NAMES) {
    const { secret } = await openProgram(shop, owner, {
      scopes: API_SCOPE_NAMES.filter((one) => one !== scope),
    });
    const ask = askWith(shop, secret);
    for (const endpoint of ALL_ENDPOINTS.filter((one) => one.scope === scope)) {
      const { status, body } = await ask(endpoint.method, addressOf(endpoint));
      expect([endpoint.path, status, body.error]).toMatchObject([
        endpoint.path,
        403,
        { code: 'scope_missing', scope },
      ]);
    }
  }
});

test('answers unknown paths and methods with JSON errors', async () => {
  const shop = await openShop();
  const { ask } = await openProgram(shop, await shop.seller());
  for (const path of ['', '/', '/nothing', '/pages/', '/pages//counts', '/PAGES'])
    expect([path, (await ask('GET', path)).body.error]).toMatchObject([
      path,
      { code: 'not_found', status: 404 },
    ]);
  const wrong = await ask('DELETE', '/pages');
  expect(wrong.body.error).toMatchObject({ code: 'method_not_allowed', status: 405 });
  expect(wrong.headers.get('allow')).toBe('GET, HEAD, POST');
  expect((await ask('PUT', '/openapi.json')).headers.get('allow')).toBe('GET, HEAD');
  const head = await shop.request('/api/v1/pages', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([401, '']);
  const preflight = await shop.request('/api/v1/pages', {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' },
  });
  expect(preflight.status).toBe(405);
  expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('returns the RPC error with its status, a documentation link and the invalid fields', async () => {
  const shop = await openShop();
  const { ask } = await openProgram(shop, await shop.seller());
  const bad = async (method: string, path: string, wish: object = {}) => {
    const { status, headers, body } = await ask(method, path, wish);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
    expect(body.error).toMatchObject({
      status,
      title: expect.stringMatching(/./),
      docs: `http://localhost:3000/developers#error-${body.error?.code}`,
    });
    return [body.error?.code, body.error?.message, JSON.stringify(body.error?.problems ?? [])].join(' | ');
  };
  expect(await bad('GET', `/pages/${SOME_ID}`)).toMatch(/^not_found/);
  expect(await bad('GET', '/pages/x')).toMatch(/^invalid_request.*pageId/);
  expect(await bad('GET', '/pages/%00')).toMatch(/^invalid_request.*NUL/);
  expect(await bad('GET', '/pages/%E0%A4%A')).toMatch(/^invalid_request/);
  expect(await bad('GET', '/pages?limt=1')).toMatch(/There are: limit, cursor.*limt/);
  expect(await bad('GET', `/pages/${SOME_ID}?a=1`)).toMatch(/There are no parameters here/);
  expect(await bad('GET', '/pages?limit=1&limit=2')).toMatch(/more than once/);
  for (const limit of ['0', '101', '1.5', '-1', 'many', '', '1e1', '0x1', '９'])
    expect([limit, await bad('GET', `/pages?limit=${limit}`)]).toMatchObject([
      limit,
      expect.stringMatching(/^invalid_request.*limit/),
    ]);
  expect(await bad('GET', '/connection?refresh=yes')).toMatch(/^invalid_request.*refresh/);
  expect(await bad('POST', '/pages', { body: 'a=1', headers: { 'content-type': 'text/plain' } })).toMatch(
    /^unsupported_media_type/,
  );
  expect(await bad('POST', '/pages', { body: { config: { ...emptyConfig(), more: 1 } } })).toMatch(/more/);
  expect(await bad('POST', `/pages/${SOME_ID}/duplicate`, { body: { more: 1 } })).toMatch(/^invalid_request/);
  expect(await bad('POST', `/pages/${SOME_ID}/duplicate`, { body: 'x'.repeat(20_000) })).toMatch(
    /^body_too_large/,
  );
});

test('refuses malformed bodies at every writing endpoint and writes nothing', async () => {
  const shop = await openShop();
  const { ask } = await openProgram(shop, await shop.seller());
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
  for (const endpoint of ALL_ENDPOINTS.filter(({ method }) => method !== 'GET')) {
    const name = `${endpoint.method} ${endpoint.path}`;
    if (name === 'DELETE /key') continue;
    for (const body of bodies) {
      const { status, body: answer } = await ask(endpoint.method, addressOf(endpoint), { body });
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
  const [shop, second] = [await openShop({ database, env }), await openShop({ database, env })];
  const [seller, other] = [await shop.seller(), await shop.seller()];
  const [one, two] = [await openProgram(shop, seller), await openProgram(shop, seller)];
  const elsewhere = askWith(second, two.secret);
  // Starts at the beginning of a minute, so that no minute ends during the test.
  const into = shop.context.realNow().getTime() % 60_000;
  for (const here of [shop, second]) here.advance(60_000 - into);
  const first = await one.ask('GET', '/key');
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'ratelimit-limit': '60',
    'ratelimit-remaining': '59',
  });
  expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
  for (let left = 58; left >= 0; left--) {
    const { headers } = await (left % 2 ? elsewhere : one.ask)('GET', '/key');
    expect(headers.get('ratelimit-remaining')).toBe(String(left));
  }
  const over = await elsewhere('GET', '/nothing-of-the-kind');
  expect(over.status).toBe(404);
  for (const ask of [elsewhere, one.ask]) {
    const { status, headers, body } = await ask('GET', '/key');
    expect([status, body.error?.code, headers.get('ratelimit-remaining')]).toEqual([
      429,
      'rate_limited',
      '0',
    ]);
    expect(Number(headers.get('retry-after'))).toBe(body.error?.retryAfter);
  }
  expect((await (await openProgram(shop, other)).ask('GET', '/key')).status).toBe(200);
  shop.advance(60_000);
  expect((await one.ask('GET', '/key')).headers.get('ratelimit-remaining')).toBe('59');
  await giveEndlessPlan(shop.context, seller.session.user.id);
  expect((await one.ask('GET', '/key')).headers.get('ratelimit-limit')).toBe('600');
});

test('pages through everything once while rows are added, and refuses cursors of other sellers', async () => {
  const shop = await openShop();
  const [seller, other] = [await shop.seller(), await shop.seller()];
  const { ask } = await openProgram(shop, seller);
  const made: string[] = [];
  const make = async () => (await seller.call('save-draft', { config: sellableConfig() })).body.pageId;
  for (let count = 0; count < 7; count++) made.push(await make());
  type List = { data: { id: string }[]; next: string | null };
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: { body: List } = await ask<List>('GET', `/pages?limit=3${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.data.map(({ id }) => id));
    cursor = body.next;
    await make();
    await seller.call('rename-page', { pageId: made[0] ?? '', name: `Name ${seen.length}` });
  }
  expect(seen).toEqual(made.toReversed());
  const { next } = (await ask<List>('GET', '/pages?limit=1')).body;
  const theirs = await openProgram(shop, other);
  expect((await theirs.ask('GET', `/pages?cursor=${next}`)).body.error?.code).toBe('invalid_request');
  const [text = '', proof = ''] = (next ?? '').split('.');
  for (const cursor of [
    'x',
    'x.y',
    `${text}.`,
    `${text}a.${proof}`,
    `${proof}.${text}`,
    `${next}.${proof}`,
    'null',
    '..',
  ])
    expect([cursor, (await ask('GET', `/pages?cursor=${encodeURIComponent(cursor)}`)).status]).toEqual([
      cursor,
      400,
    ]);
  expect((await ask('GET', `/keys?cursor=${next}`)).status).toBe(400);
});

test('lets any key revoke itself and nothing more', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { ask, keyId } = await openProgram(shop, seller, { scopes: ['pages:read'] });
  expect((await ask('GET', '/key')).body).toMatchObject({ id: keyId, scopes: ['pages:read'] });
  expect((await ask('DELETE', '/key')).body).toEqual({ revoked: true });
  expect((await ask('GET', '/key')).status).toBe(401);
  expect((await seller.call('list-api-keys', {})).body.keys).toEqual([]);
});
