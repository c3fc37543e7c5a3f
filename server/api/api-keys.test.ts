import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';

import { API_SCOPE_NAMES, MAX_API_KEYS } from '#domain/api-key.ts';

import { secretsFrom } from '#server/secrets.ts';
import { securityEvents } from '#server/db/schema-accounts.ts';
import { apiKeys, apiReplays } from '#server/db/schema-api.ts';
import { outbox } from '#server/db/schema-mail.ts';
import { openTestDatabase } from '#server/testing-database.ts';
import { askWith, openProgram } from '#server/testing-api.ts';
import { openShop } from '#server/testing.ts';

import { makeApiKey, readApiKey } from './api-key-text.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

test('encodes the mode and a checksum in a unique key', () => {
  const secrets = Array.from({ length: 500 }, () => makeApiKey('live').secret);
  expect(new Set(secrets).size).toBe(500);
  for (const secret of secrets) {
    expect(secret).toMatch(/^twk_live_[0-9A-Za-z]{49}$/);
    expect(readApiKey(secret)).toEqual({ mode: 'live' });
    const at = 9 + Math.floor(Math.random() * 49);
    const other = secret[at] === 'a' ? 'b' : 'a';
    expect(readApiKey(secret.slice(0, at) + other + secret.slice(at + 1))).toMatchObject({
      problem: expect.stringContaining('whole'),
    });
  }
  const { secret, start } = makeApiKey('sandbox');
  expect(secret.startsWith(start)).toBe(true);
  expect(start).toMatch(/^twk_sandbox_\w{6}$/);
  for (const text of ['', 'twk_live_', secret.slice(1), `${secret}a`, secret.toUpperCase(), 'sk_live_x'])
    expect(readApiKey(text)).toMatchObject({ problem: expect.any(String) });
});

test('shows a key once, stores its hash, and reports it in the security log and by email', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { body } = await seller.call('create-api-key', {
    name: ' Nightly\u0000  export ',
    scopes: ['pages:write', 'pages:read', 'pages:read'],
    days: 30,
  });
  const now = shop.context.realNow().getTime();
  expect(body.key).toMatchObject({
    name: 'Nightly export',
    scopes: ['pages:read', 'pages:write'],
    lastUsedAt: null,
    start: body.secret.slice(0, body.key.start.length),
  });
  expect(Math.abs(Date.parse(body.key.expiresAt ?? '') - now - 30 * DAY)).toBeLessThan(MINUTE);
  expect((await seller.call('list-api-keys', {})).body).toEqual({ keys: [body.key] });
  const everything = JSON.stringify([
    await shop.context.db.select().from(apiKeys),
    await shop.context.db.select().from(securityEvents),
    await shop.context.db.select().from(outbox),
  ]);
  expect(everything).not.toContain(body.secret.slice(20));
  expect(everything).toContain(shop.context.secrets.hash(body.secret));
  const [event] = await shop.context.db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.kind, 'api_key_made'));
  expect(event?.facts).toEqual({ detail: 'Nightly export' });
  const mails = await shop.context.db.select().from(outbox);
  const told = mails.filter(({ kind }) => kind === 'security_notice');
  expect(told.map(({ recipient, props }) => [recipient, props])).toMatchObject([
    [seller.email, { event: 'api_key_made', detail: 'Nightly export' }],
  ]);
});

test('requires step-up authentication to create a key, validates its fields, and allows 20 keys including expired ones', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const scopes = [...API_SCOPE_NAMES];
  const make = async (change: object) =>
    (await seller.call('create-api-key', { name: 'One', scopes, ...change })).body.error?.code;
  for (const wrong of [
    { name: '' },
    { name: '\u200e\u0000 ' },
    { name: 'x'.repeat(81) },
    { name: 1 },
    { scopes: [] },
    { scopes: ['everything'] },
    { scopes: 'pages:read' },
    { days: 0 },
    { days: 3651 },
    { days: 1.5 },
    { days: null },
    { sellerId: 'x' },
  ])
    expect([wrong, await make(wrong)]).toEqual([wrong, 'invalid_request']);
  // Concurrent requests do not exceed the limit.
  const made = await Promise.all(Array.from({ length: MAX_API_KEYS + 5 }, () => make({ days: 1 })));
  expect(made.filter((code) => code === undefined)).toHaveLength(MAX_API_KEYS);
  expect(made.filter((code) => code === 'api_key_limit')).toHaveLength(5);
  shop.advance(5 * MINUTE);
  expect(await make({})).toBe('confirmation_needed');
});

test('refuses a revoked key in every process from the next request on', async () => {
  const database = await openTestDatabase();
  const [shop, sameDatabase] = [await openShop({ database }), await openShop({ database })];
  const seller = await shop.seller();
  const { secret, keyId, ask } = await openProgram(shop, seller);
  const elsewhere = askWith(sameDatabase, secret);
  expect((await ask('GET', '/slug-check?slug=a')).status).toBe(200);
  expect((await elsewhere('GET', '/slug-check?slug=a')).status).toBe(200);
  expect((await seller.call('revoke-api-key', { keyId })).body).toEqual({ revoked: true });
  expect((await elsewhere('GET', '/slug-check?slug=a')).body.error).toMatchObject({
    code: 'unauthorized',
    status: 401,
  });
  expect((await ask('GET', '/slug-check?slug=a')).status).toBe(401);
  expect((await seller.call('revoke-api-key', { keyId })).status).toBe(404);
});

test('hides a key from other sellers', async () => {
  const shop = await openShop();
  const [theirs, mine] = [await shop.seller(), await shop.seller()];
  const { keyId, ask } = await openProgram(shop, theirs);
  expect((await mine.call('list-api-keys', {})).body).toEqual({ keys: [] });
  expect((await mine.call('revoke-api-key', { keyId })).status).toBe(404);
  expect((await ask('GET', '/slug-check?slug=a')).status).toBe(200);
});

test('reports when a key expired, keeps keys after a password change, and deletes them with the account', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const short = await openProgram(shop, seller, { days: 1 });
  const long = await openProgram(shop, seller);
  const authorization = `Bearer ${seller.session.access_token}`;
  const headers = { 'content-type': 'application/json', authorization };
  const body = JSON.stringify({
    password: 'another horse entirely',
    current_password: 'correct horse',
  });
  expect((await shop.request('/auth/v1/user', { method: 'PUT', headers, body })).status).toBe(200);
  expect((await short.ask('GET', '/slug-check?slug=a')).status).toBe(200);
  expect((await seller.call('delete-account', { email: seller.email })).status).toBe(200);
  expect((await long.ask('GET', '/slug-check?slug=a')).status).toBe(401);
  for (const table of [apiKeys, apiReplays]) expect(await shop.context.db.select().from(table)).toEqual([]);
  const another = await shop.seller();
  const brief = await openProgram(shop, another, { days: 1 });
  shop.advance(DAY);
  const ended = await brief.ask('GET', '/slug-check?slug=a');
  expect(ended.body.error).toMatchObject({
    code: 'unauthorized',
    message: expect.stringMatching(/^This key ended on /),
  });
});

test('records the last use at most once a minute', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { ask } = await openProgram(shop, seller);
  const used = async () => (await seller.call('list-api-keys', {})).body.keys[0]?.lastUsedAt;
  await ask('GET', '/slug-check?slug=a');
  const first = await used();
  expect(first).toMatch(/^20/);
  shop.advance(MINUTE / 2);
  await ask('GET', '/slug-check?slug=a');
  expect(await used()).toBe(first);
  shop.advance(MINUTE);
  await ask('GET', '/slug-check?slug=a');
  expect(Date.parse((await used()) ?? '') - Date.parse(first ?? '')).toBeGreaterThanOrEqual(1.5 * MINUTE);
});

test('refuses all wrong keys with the same errors, at most 60 times per minute for one address', async () => {
  const shop = await openShop({ env: { RATE_LIMITS: 'live' }, still: true });
  const seller = await shop.seller();
  const { secret, ask } = await openProgram(shop, seller);
  const wrong = async (text: string) => (await askWith(shop, text)('GET', '/slug-check?slug=a')).body.error;
  const [unknown, another] = [
    await wrong(makeApiKey('sandbox').secret),
    await wrong(makeApiKey('sandbox').secret),
  ];
  expect(unknown).toMatchObject({ code: 'unauthorized', status: 401 });
  expect(another).toEqual(unknown);
  expect((await wrong(secret.slice(0, -1)))?.message).toMatch(/not a key of the API/);
  expect((await wrong(makeApiKey('live').secret))?.message).toMatch(/live mode/);
  // An access token does not authorize the API, and an API key does not authorize RPC functions.
  expect((await wrong(seller.session.access_token))?.code).toBe('unauthorized');
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  expect(
    (await shop.request('/functions/v1/list-pages', { method: 'POST', headers, body: '{}' })).status,
  ).toBe(401);
  for (let tries = 5; tries < 60; tries++) expect((await wrong('twk_wrong'))?.code).toBe('unauthorized');
  expect(await wrong('twk_wrong')).toMatchObject({ code: 'rate_limited', retryAfter: expect.any(Number) });
  expect((await ask('GET', '/slug-check?slug=a')).status).toBe(200);
});

test('never logs a key, wherever the client put it', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const shop = await openShop({ log });
  const seller = await shop.seller();
  const { secret, ask } = await openProgram(shop, seller);
  for (const path of [
    `/slug-check?slug=${secret}`,
    `/slug-check?key=${secret}`,
    `/slug-check?${secret}`,
    `/pages/${secret}/duplicate`,
    `/${secret}`,
    `/slug-check?slug=a&api_key=some-other-key`,
  ]) {
    const { status, body } = await ask(path.includes('pages') ? 'POST' : 'GET', path);
    expect([path, status, body.error?.message]).toMatchObject([
      path,
      400,
      expect.stringMatching(/^A key does not belong/),
    ]);
  }
  await ask('GET', '/slug-check?slug=a', { headers: { 'x-request-id': secret } });
  await ask('POST', '/pages/x/duplicate', { headers: { 'idempotency-key': secret } });
  await ask('POST', `/pages/${crypto.randomUUID()}/duplicate`, { body: secret });
  await ask('POST', `/pages/${crypto.randomUUID()}/duplicate`, { body: { [secret]: secret } });
  await ask('GET', '/nothing', { headers: { 'user-agent': secret } });
  await shop.request(`/c/${secret}`);
  const text = lines.join('');
  expect(text).toContain('/api/v1/slug-check');
  expect(text).not.toContain(secret.slice(0, 30));
});

test('does not accept a key with another AUTH_SECRET', async () => {
  const database = await openTestDatabase();
  const shop = await openShop({ database });
  const { secret } = await openProgram(shop, await shop.seller());
  const hooks = { platform: 'whsec_platform', connect: 'whsec_connect' };
  const other = await openShop({
    database,
    secrets: secretsFrom('another secret, long enough for this test', hooks),
  });
  expect((await askWith(other, secret)('GET', '/slug-check?slug=a')).status).toBe(401);
});
