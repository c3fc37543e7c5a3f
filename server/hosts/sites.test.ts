import { expect, test } from 'vitest';

import { domains } from '#server/db/schema-domains.ts';
import { openFaultyDatabase } from '#server/testing-faulty-database.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import { at, changeDomain, ECHO, prove } from './testing-sites.ts';

const HOST = 'pay.example.com';

async function openCounted(options: { still?: boolean } = {}) {
  const { database, state } = await openFaultyDatabase(domains);
  const shop = await openShop({ pagesEntry: ECHO, database, ...options });
  await shop.context.caughtUp();
  const readsFor = async (act: () => Promise<unknown>): Promise<number> => {
    const before = state.reads;
    await act();
    return state.reads - before;
  };
  return { shop, state, readsFor };
}

async function withPage(shop: TestShop): Promise<string> {
  const { pageId } = await (await shop.seller()).publish({}, 'taller');
  return pageId;
}

const isAllowed = async (shop: TestShop, domain: string): Promise<number> =>
  (await shop.request(`/internal/tls-allowed?domain=${encodeURIComponent(domain)}`)).status;

test('allows a certificate for verified domains and the main host only', async () => {
  const shop = await openShop({ pagesEntry: ECHO });
  await prove(shop, HOST, await withPage(shop));
  for (const domain of [HOST, 'PAY.EXAMPLE.COM', `${HOST}.`, 'localhost'])
    expect([domain, await isAllowed(shop, domain)]).toEqual([domain, 200]);
  for (const domain of [
    '',
    'example.com',
    `evil.${HOST}`,
    '*.example.com',
    `${HOST}/x`,
    `${HOST}\u0000`,
    "' or 1=1",
  ])
    expect([domain, await isAllowed(shop, domain)]).toEqual([domain, 404]);
  const passedOn = await shop.request(`/internal/tls-allowed?domain=${HOST}`, {
    headers: { 'x-forwarded-for': '203.0.113.7' },
  });
  expect([passedOn.status, await passedOn.text()]).toEqual([404, '']);
  await changeDomain(shop, HOST, { provenAt: null });
  expect(await isAllowed(shop, HOST)).toBe(404);
});

test('looks up a thousand unknown hosts with a few queries, and none when they repeat', async () => {
  const { shop, readsFor } = await openCounted({ still: true });
  const names = Array.from({ length: 1000 }, (_, place) => `nobody-${place}.example.com`);
  const askAll = () => Promise.all(names.map((name) => isAllowed(shop, name)));
  expect(await readsFor(askAll)).toBeLessThan(10);
  expect(await readsFor(askAll)).toBe(0);
  shop.advance(5001);
  expect(await readsFor(() => isAllowed(shop, 'nobody-1.example.com'))).toBe(1);
});

test('queries a host once, and again after a change of its seller', async () => {
  const { shop, readsFor } = await openCounted();
  const pageId = await withPage(shop);
  expect(await isAllowed(shop, HOST)).toBe(404);
  await prove(shop, HOST, pageId);
  expect(await readsFor(() => isAllowed(shop, HOST))).toBe(1);
  expect(await isAllowed(shop, HOST)).toBe(200);
  expect(await readsFor(() => isAllowed(shop, HOST))).toBe(0);
  shop.advance(3_600_000);
  expect(await readsFor(() => isAllowed(shop, HOST))).toBe(0);
  await (await shop.seller()).publish({}, 'of-somebody-else');
  expect(await readsFor(() => isAllowed(shop, HOST))).toBe(0);
  await changeDomain(shop, HOST, { provenAt: null });
  expect(await isAllowed(shop, HOST)).toBe(404);
});

test('caches a host for one second while the change listener is disconnected', async () => {
  const { shop, state, readsFor } = await openCounted({ still: true });
  await prove(shop, HOST, await withPage(shop));
  await isAllowed(shop, HOST);
  state.ears?.lost();
  expect(await readsFor(() => isAllowed(shop, HOST))).toBe(1);
  expect(await readsFor(() => isAllowed(shop, HOST))).toBe(0);
  shop.advance(1001);
  expect(await readsFor(() => isAllowed(shop, HOST))).toBe(1);
});

test('serves cached domains and refuses unknown hosts while the database is unavailable', async () => {
  const { shop, state } = await openCounted();
  await prove(shop, HOST, await withPage(shop));
  const [visit, stranger] = [at(shop, HOST), at(shop, 'new.example.com')];
  expect((await visit('/')).status).toBe(200);
  state.away = true;
  state.ears?.lost();
  shop.advance(2000);
  expect((await visit('/')).status).toBe(200);
  expect((await stranger('/')).status).toBe(421);
  shop.advance(16 * 60_000);
  expect((await visit('/')).status).toBe(421);
  state.away = false;
  expect((await visit('/')).status).toBe(200);
});

test('never queries the main host', async () => {
  const { shop, state, readsFor } = await openCounted();
  state.away = true;
  expect(await readsFor(() => shop.request('/healthz'))).toBe(0);
  expect((await at(shop, '127.0.0.1:4000')('/healthz')).status).toBe(200);
});
