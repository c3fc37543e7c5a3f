import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';

import { MAX_API_KEYS } from '#domain/account.ts';
import { API_SCOPE_NAMES } from '#domain/api-key.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time-units.ts';
import { countApiKeys } from '#server/auth/queries/api-keys.ts';
import { generateApiKey, parseApiKey } from '#server/core/api-key-format.ts';
import { createSecrets } from '#server/core/secrets.ts';
import { securityEvents } from '#server/db/schema-accounts.ts';
import { apiKeys, idempotencyRecords } from '#server/db/schema-api.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { sendWith, createApiClient } from '#server/testing/api-client.ts';
import { sellerIdOf } from '#server/testing/seller-plans.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

test('encodes the mode and a checksum in a unique key', () => {
  const secrets = Array.from({ length: 500 }, () => generateApiKey('live').secret);
  expect(new Set(secrets).size).toBe(500);
  for (const secret of secrets) {
    expect(secret).toMatch(/^twk_live_[0-9A-Za-z]{49}$/);
    expect(parseApiKey(secret)).toEqual({ mode: 'live' });
    const at = 9 + Math.floor(Math.random() * 49);
    const changedCharacter = secret[at] === 'a' ? 'b' : 'a';
    expect(parseApiKey(secret.slice(0, at) + changedCharacter + secret.slice(at + 1))).toMatchObject({
      problem: expect.stringContaining('incomplete'),
    });
  }
  const { secret, start } = generateApiKey('sandbox');
  expect(secret.startsWith(start)).toBe(true);
  expect(start).toMatch(/^twk_sandbox_\w{6}$/);
  for (const text of ['', 'twk_live_', secret.slice(1), `${secret}a`, secret.toUpperCase(), 'sk_live_x'])
    expect(parseApiKey(text)).toMatchObject({ problem: expect.any(String) });
});

test('shows a key once, stores its hash, and reports it in the security log and by email', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { body } = await seller.rpc('create-api-key', {
    name: ' Nightly\u0000  export ',
    scopes: ['pages:write', 'pages:read', 'pages:read'],
    days: 30,
  });
  const now = app.context.realNow().getTime();
  expect(body.key).toMatchObject({
    name: 'Nightly export',
    scopes: ['pages:read', 'pages:write'],
    lastUsedAt: null,
    start: body.secret.slice(0, body.key.start.length),
  });
  expect(Math.abs(Date.parse(body.key.expiresAt ?? '') - now - 30 * DAY_MS)).toBeLessThan(MINUTE_MS);
  expect((await seller.rpc('list-api-keys', {})).body).toEqual({ keys: [body.key] });
  const everything = JSON.stringify([
    await app.context.db.select().from(apiKeys),
    await app.context.db.select().from(securityEvents),
    await app.context.db.select().from(outbox),
  ]);
  expect(everything).not.toContain(body.secret.slice(20));
  expect(everything).toContain(app.context.secrets.hash(body.secret));
  const [event] = await app.context.db.select().from(securityEvents).where(eq(securityEvents.kind, 'api_key_made'));
  expect(event?.facts).toEqual({ detail: 'Nightly export' });
  const mails = await app.context.db.select().from(outbox);
  const notices = mails.filter(({ kind }) => kind === 'security_notice');
  expect(notices.map(({ recipient, props }) => [recipient, props])).toMatchObject([
    [seller.email, { event: 'api_key_made', detail: 'Nightly export' }],
  ]);
});

test('requires step-up authentication to create a key, validates its fields, and allows 20 keys that have not expired', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const scopes = [...API_SCOPE_NAMES];
  const createKey = async (change: object) =>
    (await seller.rpc('create-api-key', { name: 'One', scopes, ...change })).body.error?.code;
  for (const invalidFields of [
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
    expect([invalidFields, await createKey(invalidFields)]).toEqual([invalidFields, 'invalid_request']);
  // Concurrent requests do not exceed the limit.
  const codes = await Promise.all(Array.from({ length: MAX_API_KEYS + 5 }, () => createKey({ days: 1 })));
  expect(codes.filter((code) => code === undefined)).toHaveLength(MAX_API_KEYS);
  expect(codes.filter((code) => code === 'api_key_limit')).toHaveLength(5);
  const { db, mode, realNow } = app.context;
  const sellerId = await sellerIdOf(app, seller);
  const tomorrow = new Date(realNow().getTime() + DAY_MS);
  expect(await countApiKeys(db, sellerId, mode, realNow())).toBe(MAX_API_KEYS);
  expect(await countApiKeys(db, sellerId, mode, tomorrow)).toBe(0);
  app.advance(5 * MINUTE_MS);
  expect(await createKey({})).toBe('confirmation_needed');
});

test('refuses a revoked key in every process from the next request on', async () => {
  const database = await openTestDatabase();
  const [app, secondApp] = [await createTestApp({ database }), await createTestApp({ database })];
  const seller = await app.signUpSeller();
  const { secret, keyId, send: ask } = await createApiClient(app, seller);
  const callSecondApp = sendWith(secondApp, secret);
  expect((await ask('GET', '/pages/slug-availability?slug=a')).status).toBe(200);
  expect((await callSecondApp('GET', '/pages/slug-availability?slug=a')).status).toBe(200);
  expect((await seller.rpc('revoke-api-key', { keyId })).body).toEqual({ revoked: true });
  expect((await callSecondApp('GET', '/pages/slug-availability?slug=a')).body.error).toMatchObject({
    code: 'unauthorized',
    type: 'authentication',
  });
  expect((await ask('GET', '/pages/slug-availability?slug=a')).status).toBe(401);
  expect((await seller.rpc('revoke-api-key', { keyId })).status).toBe(404);
});

test('hides a key from other sellers', async () => {
  const app = await createTestApp();
  const [owner, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  const { keyId, send: ask } = await createApiClient(app, owner);
  expect((await otherSeller.rpc('list-api-keys', {})).body).toEqual({ keys: [] });
  expect((await otherSeller.rpc('revoke-api-key', { keyId })).status).toBe(404);
  expect((await ask('GET', '/pages/slug-availability?slug=a')).status).toBe(200);
});

test('reports when a key expired, keeps keys after a password change, and deletes them with the account', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const shortLivedClient = await createApiClient(app, seller, { days: 1 });
  const longLivedClient = await createApiClient(app, seller);
  const authorization = `Bearer ${seller.session.access_token}`;
  const headers = { 'content-type': 'application/json', authorization };
  const body = JSON.stringify({
    password: 'another horse entirely',
    current_password: 'correct horse',
  });
  expect((await app.request('/auth/v1/user', { method: 'PUT', headers, body })).status).toBe(200);
  expect((await shortLivedClient.send('GET', '/pages/slug-availability?slug=a')).status).toBe(200);
  expect((await seller.rpc('delete-account', { email: seller.email })).status).toBe(200);
  expect((await longLivedClient.send('GET', '/pages/slug-availability?slug=a')).status).toBe(401);
  for (const table of [apiKeys, idempotencyRecords]) expect(await app.context.db.select().from(table)).toEqual([]);
  const another = await app.signUpSeller();
  const expiringClient = await createApiClient(app, another, { days: 1 });
  app.advance(DAY_MS);
  const expiredResponse = await expiringClient.send('GET', '/pages/slug-availability?slug=a');
  expect(expiredResponse.body.error).toMatchObject({
    code: 'unauthorized',
    message: expect.stringMatching(/^This API key expired on /),
  });
});

test('records the last use at most once a minute', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { send: ask } = await createApiClient(app, seller);
  const readLastUse = async () => (await seller.rpc('list-api-keys', {})).body.keys[0]?.lastUsedAt;
  await ask('GET', '/pages/slug-availability?slug=a');
  const first = await readLastUse();
  expect(first).toMatch(/^20/);
  app.advance(MINUTE_MS / 2);
  await ask('GET', '/pages/slug-availability?slug=a');
  expect(await readLastUse()).toBe(first);
  app.advance(MINUTE_MS);
  await ask('GET', '/pages/slug-availability?slug=a');
  expect(Date.parse((await readLastUse()) ?? '') - Date.parse(first ?? '')).toBeGreaterThanOrEqual(1.5 * MINUTE_MS);
});

test('refuses all wrong keys with the same errors, at most 60 times per minute for one address', async () => {
  const app = await createTestApp({ env: { RATE_LIMITS: 'live' }, freezeClock: true });
  const seller = await app.signUpSeller();
  const { secret, send: ask } = await createApiClient(app, seller);
  const callWithKey = async (text: string) =>
    (await sendWith(app, text)('GET', '/pages/slug-availability?slug=a')).body.error;
  const [unknown, another] = [
    await callWithKey(generateApiKey('sandbox').secret),
    await callWithKey(generateApiKey('sandbox').secret),
  ];
  expect(unknown).toMatchObject({ code: 'unauthorized' });
  expect({ ...another, requestId: '' }).toEqual({ ...unknown, requestId: '' });
  expect((await callWithKey(secret.slice(0, -1)))?.message).toMatch(/isn’t an API key/);
  expect((await callWithKey(generateApiKey('live').secret))?.message).toMatch(/live mode/);
  // An access token does not authorize the API, and an API key does not authorize RPC functions.
  expect((await callWithKey(seller.session.access_token))?.code).toBe('unauthorized');
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  expect((await app.request('/functions/v1/list-pages', { method: 'POST', headers, body: '{}' })).status).toBe(401);
  for (let tries = 5; tries < 60; tries++) expect((await callWithKey('twk_wrong'))?.code).toBe('unauthorized');
  expect(await callWithKey('twk_wrong')).toMatchObject({
    code: 'rate_limited',
    retryAfter: expect.any(Number),
  });
  expect((await ask('GET', '/pages/slug-availability?slug=a')).status).toBe(200);
});

test('never logs a key, wherever the client put it', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const app = await createTestApp({ log });
  const seller = await app.signUpSeller();
  const { secret, send: ask } = await createApiClient(app, seller);
  for (const path of [
    `/pages/slug-availability?slug=${secret}`,
    `/pages/slug-availability?key=${secret}`,
    `/pages/slug-availability?${secret}`,
    `/pages/${secret}/duplicate`,
    `/${secret}`,
    `/pages/slug-availability?slug=a&api_key=some-other-key`,
  ]) {
    const { status, body } = await ask(path.includes('pages') ? 'POST' : 'GET', path);
    expect([path, status, body.error?.message]).toMatchObject([
      path,
      400,
      expect.stringMatching(/^\w+: API keys don’t belong in URLs/),
    ]);
  }
  await ask('GET', '/pages/slug-availability?slug=a', { headers: { 'x-request-id': secret } });
  await ask('POST', '/pages/x/duplicate', { headers: { 'idempotency-key': secret } });
  await ask('POST', `/pages/${crypto.randomUUID()}/duplicate`, { body: secret });
  await ask('POST', `/pages/${crypto.randomUUID()}/duplicate`, { body: { [secret]: secret } });
  await ask('GET', '/nothing', { headers: { 'user-agent': secret } });
  await app.request(`/c/${secret}`);
  const text = lines.join('');
  expect(text).toContain('/api/v1/pages/slug-availability');
  expect(text).not.toContain(secret.slice(0, 30));
});

test('does not accept a key with another AUTH_SECRET', async () => {
  const database = await openTestDatabase();
  const app = await createTestApp({ database });
  const { secret } = await createApiClient(app, await app.signUpSeller());
  const webhookSecrets = { platform: 'whsec_platform', connect: 'whsec_connect' };
  const otherApp = await createTestApp({
    database,
    secrets: createSecrets('another secret, long enough for this test', webhookSecrets),
  });
  expect((await sendWith(otherApp, secret)('GET', '/pages/slug-availability?slug=a')).status).toBe(401);
});
