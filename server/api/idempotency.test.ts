import { expect, test } from 'vitest';

import { toPageConfig } from '#domain/api-resources/page-config.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import { idempotencyRecords } from '#server/db/schema-api.ts';
import { sellers } from '#server/db/schema-pages.ts';
import { sendWith, createApiClient, type TestApiClient } from '#server/testing/api-client.ts';
import { advanceBusinessClock } from '#server/testing/dropped-events.ts';
import { createTestApp, sellableConfig } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

import { requestHash } from './idempotency.ts';

const STORED = { config: sellableConfig() };
const BODY = { config: toPageConfig(sellableConfig()) };

const post = ({ send: ask }: Pick<TestApiClient, 'send'>, key: string, body: object = BODY, path = '/pages') =>
  ask('POST', path, { body, headers: { 'idempotency-key': key } });

const countPages = async ({ send: ask }: TestApiClient): Promise<number> =>
  (await ask<{ data: unknown[] }>('GET', '/pages?limit=100')).body.data.length;

test('runs a repeated request once and answers it the same for a day', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const apiClient = await createApiClient(app, seller);
  const first = await post(apiClient, 'order 66');
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
  const replayed = await post(apiClient, 'order 66');
  expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect(replayed.body).toEqual(first.body);
  expect(replayed.headers.get('ratelimit-remaining')).not.toBeNull();
  // Another API key of the same seller replays it too; another seller has keys of their own.
  expect((await post(await createApiClient(app, seller), 'order 66')).body).toEqual(first.body);
  const otherSeller = await app.signUpSeller();
  expect(
    (await post(await createApiClient(app, otherSeller), 'order 66')).headers.get('idempotent-replayed'),
  ).toBeNull();
  expect(await countPages(apiClient)).toBe(1);
  app.advance(DAY_MS - MINUTE_MS);
  expect((await post(apiClient, 'order 66')).body).toEqual(first.body);
  app.advance(2 * MINUTE_MS);
  expect((await post(apiClient, 'order 66')).headers.get('idempotent-replayed')).toBeNull();
  expect(await countPages(apiClient)).toBe(2);
});

test('deletes stored responses after a day, also without another request to the API', async () => {
  const app = await createTestApp();
  const apiClient = await createApiClient(app, await app.signUpSeller());
  await post(apiClient, 'order 66');
  const countRecords = () => app.context.db.$count(idempotencyRecords);
  await app.waitUntilIdle();
  expect(await countRecords()).toBe(1);
  app.advance(DAY_MS + HOUR_MS);
  await advanceBusinessClock(app, DAY_MS + HOUR_MS);
  expect(await countRecords()).toBe(0);
});

test('creates one page for twenty concurrent requests in two processes', async () => {
  const database = await openTestDatabase();
  const [app, secondApp] = [await createTestApp({ database }), await createTestApp({ database })];
  const seller = await app.signUpSeller();
  const apiClient = await createApiClient(app, seller);
  const otherProcess = { send: sendWith(secondApp, apiClient.secret) };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => post(index % 2 ? otherProcess : apiClient, 'one')),
  );
  const outcomes = answers.map(({ status, body }) => `${status} ${body.error?.code ?? 'page'}`);
  expect(outcomes.filter((one) => one !== '201 page' && one !== '409 idempotency_in_progress')).toEqual([]);
  expect(answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'))).toHaveLength(
    1,
  );
  expect(new Set(answers.flatMap(({ body }) => body.id ?? [])).size).toBe(1);
  expect(await countPages(apiClient)).toBe(1);
  expect((await post(apiClient, 'one')).headers.get('idempotent-replayed')).toBe('true');
});

test('refuses a key that was used for another request, whatever differs', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const apiClient = await createApiClient(app, seller);
  const { body } = await post(apiClient, 'one');
  const differentRequests = [
    () => post(apiClient, 'one', { config: { ...BODY.config, price: 3000 } }),
    () => post(apiClient, 'one', {}),
    () => post(apiClient, 'one', {}, `/pages/${String(body.id)}/duplicate`),
    () => apiClient.send('DELETE', `/pages/${String(body.id)}`, { headers: { 'idempotency-key': 'one' } }),
  ];
  for (const sendRequest of differentRequests)
    expect((await sendRequest()).body.error).toMatchObject({ code: 'idempotency_mismatch', type: 'invalid_request' });
  expect(await countPages(apiClient)).toBe(1);
});

test('replays errors too, except those after which nothing happened', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const apiClient = await createApiClient(app, seller);
  const { pageId } = await seller.publishPage({}, 'taller');
  const missingPath = `/pages/${crypto.randomUUID()}/duplicate`;
  expect((await post(apiClient, 'gone', {}, missingPath)).status).toBe(404);
  const replayed = await post(apiClient, 'gone', {}, missingPath);
  expect([replayed.status, replayed.headers.get('idempotent-replayed'), replayed.body.error?.code]).toEqual([
    404,
    'true',
    'not_found',
  ]);
  // A client can correct a malformed body and reuse the key.
  expect((await post(apiClient, 'typo', { confg: {} })).status).toBe(400);
  expect((await post(apiClient, 'typo')).status).toBe(201);
  const publish = (body: object) => post(apiClient, 'publish', body, `/pages/${pageId}/publish`);
  expect((await publish({ slug: 1 })).status).toBe(400);
  expect((await publish({})).body).toMatchObject({ id: pageId, version: 2 });
});

test('allows a retry with the same key after a rate limit', async () => {
  const app = await createTestApp({ env: { RATE_LIMITS: 'live' }, freezeClock: true });
  const seller = await app.signUpSeller();
  await seller.givePlan();
  const apiClient = await createApiClient(app, seller);
  const file = (
    await seller.rpc(
      'export-page',
      await seller.rpc('save-draft', STORED).then(({ body }) => ({ pageId: body.pageId })),
    )
  ).body;
  for (let count = 0; count < 30; count++)
    expect((await post(apiClient, `file ${count}`, file, '/pages/import')).status).toBe(201);
  expect((await post(apiClient, 'one more', file, '/pages/import')).body.error?.code).toBe('rate_limited');
  app.advance(60 * MINUTE_MS);
  expect((await post(apiClient, 'one more', file, '/pages/import')).status).toBe(201);
});

test('accepts keys of 1 to 255 printable ASCII characters and ignores them on GET', async () => {
  const app = await createTestApp();
  const apiClient = await createApiClient(app, await app.signUpSeller());
  for (const key of ['', 'x'.repeat(256), 'caf\u00e9', 'a\tb'])
    expect([key, (await post(apiClient, key)).body.error?.code]).toEqual([key, 'invalid_request']);
  expect((await post(apiClient, 'x'.repeat(255))).status).toBe(201);
  const listPages = () => apiClient.send('GET', '/pages', { headers: { 'idempotency-key': 'read' } });
  expect((await listPages()).body).not.toEqual({});
  expect((await listPages()).headers.has('idempotent-replayed')).toBe(false);
});

test('locks the key of a dead process for a minute and encrypts stored responses', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const apiClient = await createApiClient(app, seller);
  const [sellerRow] = await app.context.db.select().from(sellers);
  const sellerId = sellerRow?.id ?? '';
  const unfinishedReplay = {
    id: crypto.randomUUID(),
    sellerId,
    key: 'died',
    request: requestHash('POST', '/api/v1/pages', JSON.stringify(BODY)),
    createdAt: app.context.realNow(),
  };
  await app.context.db.insert(idempotencyRecords).values(unfinishedReplay);
  const earlyRetry = await post(apiClient, 'died');
  expect(earlyRetry.body.error).toMatchObject({ code: 'idempotency_in_progress', type: 'conflict' });
  expect(earlyRetry.headers.get('retry-after')).toBe('1');
  app.advance(MINUTE_MS + 1);
  // Of several concurrent retries, one runs the request.
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(apiClient, 'died')));
  expect(answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'))).toHaveLength(
    1,
  );
  expect(await countPages(apiClient)).toBe(1);
  const [row] = await app.context.db.select().from(idempotencyRecords);
  expect(row?.status).toBe(201);
  expect(row?.sealedBody).not.toContain('revision');
  expect(app.context.secrets.unseal(row?.sealedBody ?? '', SEALED_CELLS.apiReplay(row?.id ?? ''))).toContain(
    'revision',
  );
});
