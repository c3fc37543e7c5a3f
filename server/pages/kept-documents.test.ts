import { createServer } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { PagesEntry } from '#server/app.ts';
import { slugs } from '#server/db/schema-pages.ts';
import { COMMON, MACHINE, SAME, wrongHeaders } from '#server/http/testing-headers.ts';
import { openTestDatabase } from '#server/testing-database.ts';
import { listening } from '#server/testing-listening.ts';
import { openShop, TEST_ORIGIN, type TestShop } from '#server/testing.ts';
import { openFaultyDatabase } from '#server/testing-faulty-database.ts';
import { encodingFor } from './kept-document.ts';

/** Stands in for the built routes: renders the product name and records the paths. */
function openPages() {
  const drawn: string[] = [];
  const pagesEntry: PagesEntry = {
    render: async (request, shop) => {
      const { pathname } = new URL(request.url);
      drawn.push(pathname);
      const found = await shop.findPage(pathname.slice(3));
      if (found.kind !== 'page') return new Response('Nothing', { status: 404 });
      const html = `<h1>${found.page.config.productName}</h1>${'<p>Potters throw pots.</p>'.repeat(50)}`;
      return new Response(html, { headers: { 'content-type': 'text/html' } });
    },
  };
  return { drawn, pagesEntry };
}

const look = async (shop: TestShop, path = '/c/taller') => (await shop.request(path)).text();

/** Serves the app behind a Node server that asks the page cache first; `past` counts the requests it did not answer. */
async function serve(shop: TestShop) {
  let past = 0;
  const server = createServer((request, response) => {
    if (shop.answerFromMemory(request, response)) return;
    past += 1;
    response.end('past');
  });
  const { port } = await listening(server);
  const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);
  return { ask, past: () => past, port };
}

test('compresses a page once in each encoding', async () => {
  const { drawn, pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  await (await shop.seller()).publish({}, 'taller');
  const plain = await look(shop);
  const packed = async (accepted: string) => {
    const answer = await shop.request('/c/taller', { headers: { 'accept-encoding': accepted } });
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.byteLength));
    return { encoding: answer.headers.get('content-encoding'), bytes };
  };
  const br = await packed('gzip, deflate, br, zstd');
  expect([br.encoding, brotliDecompressSync(br.bytes).toString()]).toEqual(['br', plain]);
  const gzip = await packed('gzip;q=0.5, br;q=0');
  expect([gzip.encoding, gunzipSync(gzip.bytes).toString()]).toEqual(['gzip', plain]);
  expect((await packed('zstd')).bytes.toString()).toBe(plain);
  expect(drawn).toHaveLength(1);
});

test('sends no encoding that Accept-Encoding refuses', () => {
  expect(encodingFor(undefined)).toBe('identity');
  expect(encodingFor('br;q=0.000, gzip;q=0')).toBe('identity');
  expect(encodingFor('GZIP')).toBe('gzip');
  expect(encodingFor('x-br, brotli')).toBe('identity');
  expect(encodingFor('br;q=0.1')).toBe('br');
});

test('answers cacheable requests from memory before any other handler', async () => {
  const { pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  const seller = await shop.seller();
  await seller.publish({ productName: 'First' }, 'taller');
  const html = await look(shop);
  const served = await serve(await withOrigin(shop));
  const { ask, past } = served;
  for (const path of ['/c/taller', '/c/taller?utm_source=mail&x', '/c/taller?']) {
    const answer = await ask(path);
    expect([path, await answer.text()]).toEqual([path, html]);
    expect(wrongHeaders(answer.headers, { ...COMMON, ...SAME })).toEqual([]);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';");
  }
  expect(past()).toBe(0);
  const elsewhere = [
    '/c/taller?coupon=X',
    '/c/taller?c%6fupon=X',
    '/c/taller?a=b&f.x=1',
    '/c/',
    '/c/taller.data',
  ];
  for (const path of elsewhere) expect([path, await (await ask(path)).text()]).toEqual([path, 'past']);
  expect(await (await ask('/c/taller', { method: 'POST' })).text()).toBe('past');
  expect(past()).toBe(elsewhere.length + 1);

  const head = await ask('/c/taller', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const etag = head.headers.get('etag') ?? '';
  expect((await ask('/c/taller', { headers: { 'if-none-match': etag } })).status).toBe(304);

  await seller.publish({ productName: 'Second' }, 'taller');
  expect(await (await ask('/c/taller')).text()).toBe('past');
});

test('sends a feed and a sitemap from memory with the same headers as the first response', async () => {
  const render = () => Promise.resolve(new Response('<rss/>', { headers: { 'content-type': 'text/xml' } }));
  const shop = await openShop({ pagesEntry: { render } });
  await shop.settled();
  const { ask, past } = await serve(await withOrigin(shop));
  for (const path of ['/rss.xml', '/sitemap.xml']) {
    const first = await shop.request(path);
    const { headers } = await ask(path);
    expect([path, wrongHeaders(first.headers, MACHINE)]).toEqual([path, []]);
    expect([path, wrongHeaders(headers, MACHINE)]).toEqual([path, []]);
  }
  expect(past()).toBe(0);
});

/** The cache compares the Host header with APP_URL, and the server of these tests listens on another port. */
async function withOrigin(shop: TestShop): Promise<TestShop> {
  const { host } = new URL(TEST_ORIGIN);
  const answerFromMemory: TestShop['answerFromMemory'] = (request, response) => {
    request.rawHeaders.splice(request.rawHeaders.indexOf('host') + 1, 1, host);
    return shop.answerFromMemory(request, response);
  };
  return { ...shop, answerFromMemory };
}

test('does not answer another host name from memory', async () => {
  const { pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  await (await shop.seller()).publish({}, 'taller');
  await look(shop);
  const { ask } = await serve(shop);
  expect(await (await ask('/c/taller')).text()).toBe('past');
});

test('reads and renders a page once for concurrent requests', async () => {
  const { drawn, pagesEntry } = openPages();
  const { database, state } = await openFaultyDatabase(slugs);
  const shop = await openShop({ pagesEntry, database });
  await (await shop.seller()).publish({}, 'taller');
  state.reads = 0;
  const answers = await Promise.all(Array.from({ length: 30 }, () => look(shop)));
  expect(new Set(answers).size).toBe(1);
  expect([drawn.length, state.reads]).toEqual([1, 1]);
});

test('shows a new version in another process as soon as the change is notified', async () => {
  const first = openPages();
  const second = openPages();
  const database = await openTestDatabase();
  const shop = await openShop({ pagesEntry: first.pagesEntry, database });
  const other = await openShop({
    pagesEntry: second.pagesEntry,
    database: { ...database, close: () => Promise.resolve() },
  });
  const seller = await shop.seller();
  const { pageId } = await seller.publish({ productName: 'First' }, 'taller');
  await expect.poll(() => look(other)).toContain('First');
  await seller.publish({ productName: 'Second' }, 'taller');
  await expect.poll(() => look(other)).toContain('Second');
  await seller.call('unpublish-page', { pageId });
  await expect
    .poll(async () => (await other.request('/c/taller')).headers.get('cache-control'))
    .toBe('no-store');
  expect(second.drawn.filter((path) => path === '/c/taller').length).toBeLessThan(8);
});

test('keeps a cached page fresh after changes to other pages', async () => {
  const { drawn, pagesEntry } = openPages();
  const { database, state } = await openFaultyDatabase(slugs);
  const shop = await openShop({ pagesEntry, database });
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  await (await shop.seller()).publish({}, 'another');
  await look(shop);
  await (await shop.seller()).publish({}, 'a-third');
  const { pageId } = await seller.publish({ productName: 'Elsewhere' }, 'elsewhere');
  await seller.call('rename-page', { pageId, name: 'A name for me' });
  state.reads = 0;
  await look(shop);
  expect([drawn.filter((path) => path === '/c/taller').length, state.reads]).toEqual([1, 1]);
  await look(shop);
  expect(state.reads).toBe(1);
});

test('serves the stale page for 15 minutes while the database is unavailable', async () => {
  const { pagesEntry } = openPages();
  const { database, state } = await openFaultyDatabase(slugs);
  const shop = await openShop({ pagesEntry, database });
  await (await shop.seller()).publish({ productName: 'Throwing Taller' }, 'taller');
  await look(shop);
  state.away = true;
  state.ears?.lost();
  shop.advance(14 * 60_000);
  expect(await look(shop)).toContain('Throwing Taller');
  shop.advance(2 * 60_000);
  expect((await shop.request('/c/taller')).status).toBe(500);
  state.away = false;
  expect(await look(shop)).toContain('Throwing Taller');
});

test('checks a page every second while the change listener is disconnected', async () => {
  const { pagesEntry } = openPages();
  const { database, state } = await openFaultyDatabase(slugs);
  const shop = await openShop({ pagesEntry, database, still: true });
  await (await shop.seller()).publish({}, 'taller');
  await look(shop);
  state.ears?.lost();
  await look(shop);
  state.reads = 0;
  await look(shop);
  expect(state.reads).toBe(0);
  shop.advance(1001);
  await look(shop);
  expect(state.reads).toBe(1);
});

test('reconnects a cut listening connection without missing a change', async () => {
  const { pagesEntry } = openPages();
  const database = await openTestDatabase();
  const shop = await openShop({ pagesEntry, database });
  const seller = await shop.seller();
  await seller.publish({ productName: 'First' }, 'taller');
  await look(shop);
  if (!database.embedded)
    await database.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and (query like 'notify beat%' or query like 'listen %')`,
    );
  await seller.publish({ productName: 'Second' }, 'taller');
  await expect.poll(() => look(shop)).toContain('Second');
  await seller.publish({ productName: 'Third' }, 'taller');
  await expect.poll(() => look(shop)).toContain('Third');
});
