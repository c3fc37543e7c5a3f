import { expect, test } from 'vitest';

import { apiReplays } from '#server/db/schema-api.ts';
import { sellers } from '#server/db/schema-pages.ts';
import { askWith, openProgram, type TestProgram } from '#server/testing-api.ts';
import { openTestDatabase } from '#server/testing-database.ts';
import { openShop, sellableConfig } from '#server/testing.ts';
import { SEALED_CELLS } from '#server/sealed-cell.ts';

import { requestHash } from './replays.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const BODY = { config: sellableConfig() };

const post = ({ ask }: Pick<TestProgram, 'ask'>, key: string, body: object = BODY, path = '/pages') =>
  ask('POST', path, { body, headers: { 'idempotency-key': key } });

const countPages = async ({ ask }: TestProgram): Promise<number> =>
  (await ask<{ data: unknown[] }>('GET', '/pages?limit=100')).body.data.length;

test('runs a repeated request once and answers it the same for a day', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const program = await openProgram(shop, seller);
  const first = await post(program, 'order 66');
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
  const again = await post(program, 'order 66');
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('ratelimit-remaining')).not.toBeNull();
  // Another API key of the same seller replays it too; another seller has keys of their own.
  expect((await post(await openProgram(shop, seller), 'order 66')).body).toEqual(first.body);
  const other = await shop.seller();
  expect(
    (await post(await openProgram(shop, other), 'order 66')).headers.get('idempotent-replayed'),
  ).toBeNull();
  expect(await countPages(program)).toBe(1);
  shop.advance(DAY - MINUTE);
  expect((await post(program, 'order 66')).body).toEqual(first.body);
  shop.advance(2 * MINUTE);
  expect((await post(program, 'order 66')).headers.get('idempotent-replayed')).toBeNull();
  expect(await countPages(program)).toBe(2);
});

test('creates one page for twenty concurrent requests in two processes', async () => {
  const database = await openTestDatabase();
  const [shop, second] = [await openShop({ database }), await openShop({ database })];
  const seller = await shop.seller();
  const program = await openProgram(shop, seller);
  const elsewhere = { ask: askWith(second, program.secret) };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => post(index % 2 ? elsewhere : program, 'one')),
  );
  const said = answers.map(({ status, body }) => `${status} ${body.error?.code ?? 'page'}`);
  expect(said.filter((one) => one !== '201 page' && one !== '409 idempotency_under_way')).toEqual([]);
  expect(
    answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotent-replayed')),
  ).toHaveLength(1);
  expect(new Set(answers.flatMap(({ body }) => body.pageId ?? [])).size).toBe(1);
  expect(await countPages(program)).toBe(1);
  expect((await post(program, 'one')).headers.get('idempotent-replayed')).toBe('true');
});

test('refuses a key that was used for another request, whatever differs', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const program = await openProgram(shop, seller);
  const { body } = await post(program, 'one');
  const others = [
    () => post(program, 'one', { config: sellableConfig({ price: '30' }) }),
    () => post(program, 'one', {}),
    () => post(program, 'one', {}, `/pages/${String(body.pageId)}/duplicate`),
    () => program.ask('DELETE', `/pages/${String(body.pageId)}`, { headers: { 'idempotency-key': 'one' } }),
  ];
  for (const other of others)
    expect((await other()).body.error).toMatchObject({ code: 'idempotency_mismatch', status: 422 });
  expect(await countPages(program)).toBe(1);
});

test('replays errors too, except those after which nothing happened', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const program = await openProgram(shop, seller);
  const { pageId } = await seller.publish({}, 'taller');
  const gone = `/pages/${crypto.randomUUID()}/duplicate`;
  expect((await post(program, 'gone', {}, gone)).status).toBe(404);
  const again = await post(program, 'gone', {}, gone);
  expect([again.status, again.headers.get('idempotent-replayed'), again.body.error?.code]).toEqual([
    404,
    'true',
    'not_found',
  ]);
  // A client can correct a malformed body and reuse the key.
  expect((await post(program, 'typo', { confg: {} })).status).toBe(400);
  expect((await post(program, 'typo')).status).toBe(201);
  expect((await post(program, 'archive', { archived: 'yes' }, `/pages/${pageId}/archive`)).status).toBe(400);
  expect((await post(program, 'archive', {}, `/pages/${pageId}/archive`)).body).toEqual({ archived: true });
});

test('allows a retry with the same key after a rate limit', async () => {
  const shop = await openShop({ env: { RATE_LIMITS: 'live' }, still: true });
  const seller = await shop.seller();
  await seller.takePlan();
  const program = await openProgram(shop, seller);
  const file = (
    await seller.call(
      'export-page',
      await seller.call('save-draft', BODY).then(({ body }) => ({ pageId: body.pageId })),
    )
  ).body;
  for (let count = 0; count < 30; count++)
    expect((await post(program, `file ${count}`, { file }, '/pages/import')).status).toBe(201);
  expect((await post(program, 'one more', { file }, '/pages/import')).body.error?.code).toBe('rate_limited');
  shop.advance(60 * MINUTE);
  expect((await post(program, 'one more', { file }, '/pages/import')).status).toBe(201);
});

test('accepts keys of 1 to 255 printable ASCII characters and ignores them on GET', async () => {
  const shop = await openShop();
  const program = await openProgram(shop, await shop.seller());
  for (const key of ['', 'x'.repeat(256), 'caf\u00e9', 'a\tb'])
    expect([key, (await post(program, key)).body.error?.code]).toEqual([key, 'invalid_request']);
  expect((await post(program, 'x'.repeat(255))).status).toBe(201);
  const read = () => program.ask('GET', '/pages', { headers: { 'idempotency-key': 'read' } });
  expect((await read()).body).not.toEqual({});
  expect((await read()).headers.has('idempotent-replayed')).toBe(false);
});

test('locks the key of a dead process for a minute and encrypts stored responses', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const program = await openProgram(shop, seller);
  const [seen] = await shop.context.db.select().from(sellers);
  const sellerId = seen?.id ?? '';
  const begun = {
    id: crypto.randomUUID(),
    sellerId,
    key: 'died',
    request: requestHash('POST', '/api/v1/pages', JSON.stringify(BODY)),
    createdAt: shop.context.realNow(),
  };
  await shop.context.db.insert(apiReplays).values(begun);
  const soon = await post(program, 'died');
  expect(soon.body.error).toMatchObject({ code: 'idempotency_under_way', status: 409 });
  expect(soon.headers.get('retry-after')).toBe('1');
  shop.advance(MINUTE + 1);
  // Of several concurrent retries, one runs the request.
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(program, 'died')));
  expect(
    answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotent-replayed')),
  ).toHaveLength(1);
  expect(await countPages(program)).toBe(1);
  const [row] = await shop.context.db.select().from(apiReplays);
  expect(row?.status).toBe(201);
  expect(row?.sealedBody).not.toContain('pageId');
  expect(shop.context.secrets.unseal(row?.sealedBody ?? '', SEALED_CELLS.apiReplay(row?.id ?? ''))).toContain(
    'pageId',
  );
});
