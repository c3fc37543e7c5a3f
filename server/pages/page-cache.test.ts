import { createServer } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { PagesEntry } from '#server/app.ts';
import { slugs } from '#server/db/schema-pages.ts';
import { COMMON_EXPECTED, API_EXPECTED, SAME_ORIGIN, listWrongHeaders } from '#server/testing/expected-headers.ts';
import { createFaultyDatabase } from '#server/testing/faulty-database.ts';
import { listen } from '#server/testing/listening-server.ts';
import { createTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

import { encodingFor } from './cached-document.ts';

/** Stands in for the built routes: renders the product name and records the paths. */
function createPagesEntry() {
  const renderedPaths: string[] = [];
  const pagesEntry: PagesEntry = {
    render: async (request, services) => {
      const { pathname } = new URL(request.url);
      renderedPaths.push(pathname);
      const pageResult = await services.findPage(pathname.slice(3));
      if (pageResult.kind !== 'page') return new Response('Nothing', { status: 404 });
      const html = `<h1>${pageResult.page.config.productName}</h1>${'<p>Potters throw pots.</p>'.repeat(50)}`;
      return new Response(html, { headers: { 'content-type': 'text/html' } });
    },
  };
  return { renderedPaths, pagesEntry };
}

const fetchText = async (app: TestApp, path = '/c/taller') => (await app.request(path)).text();

/** Serves the app behind a Node server that asks the page cache first; `past` counts the requests it did not answer. */
async function serveApp(app: TestApp) {
  let pastCount = 0;
  const server = createServer((request, response) => {
    if (app.serveFromCache(request, response)) return;
    pastCount += 1;
    response.end('past');
  });
  const { port } = await listen(server);
  const fetchPath = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);
  return { fetchPath, past: () => pastCount, port };
}

test('compresses a page once in each encoding', async () => {
  const { renderedPaths, pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  await (await app.signUpSeller()).publishPage({}, 'taller');
  const uncompressed = await fetchText(app);
  const fetchEncoded = async (accepted: string) => {
    const answer = await app.request('/c/taller', { headers: { 'accept-encoding': accepted } });
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.byteLength));
    return { encoding: answer.headers.get('content-encoding'), bytes };
  };
  const br = await fetchEncoded('gzip, deflate, br, zstd');
  expect([br.encoding, brotliDecompressSync(br.bytes).toString()]).toEqual(['br', uncompressed]);
  const gzip = await fetchEncoded('gzip;q=0.5, br;q=0');
  expect([gzip.encoding, gunzipSync(gzip.bytes).toString()]).toEqual(['gzip', uncompressed]);
  expect((await fetchEncoded('zstd')).bytes.toString()).toBe(uncompressed);
  expect(renderedPaths).toHaveLength(1);
});

test('sends no encoding that Accept-Encoding refuses', () => {
  expect(encodingFor(undefined)).toBe('identity');
  expect(encodingFor('br;q=0.000, gzip;q=0')).toBe('identity');
  expect(encodingFor('GZIP')).toBe('gzip');
  expect(encodingFor('x-br, brotli')).toBe('identity');
  expect(encodingFor('br;q=0.1')).toBe('br');
});

test('answers cacheable requests from memory before any other handler', async () => {
  const { pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  const seller = await app.signUpSeller();
  await seller.publishPage({ productName: 'First' }, 'taller');
  const html = await fetchText(app);
  const server = await serveApp(await withOrigin(app));
  const { fetchPath, past } = server;
  for (const path of ['/c/taller', '/c/taller?utm_source=mail&x', '/c/taller?']) {
    const answer = await fetchPath(path);
    expect([path, await answer.text()]).toEqual([path, html]);
    expect(listWrongHeaders(answer.headers, { ...COMMON_EXPECTED, ...SAME_ORIGIN })).toEqual([]);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';");
  }
  expect(past()).toBe(0);
  const uncachedPaths = ['/c/taller?coupon=X', '/c/taller?c%6fupon=X', '/c/taller?a=b&f.x=1', '/c/', '/c/taller.data'];
  for (const path of uncachedPaths) expect([path, await (await fetchPath(path)).text()]).toEqual([path, 'past']);
  expect(await (await fetchPath('/c/taller', { method: 'POST' })).text()).toBe('past');
  expect(past()).toBe(uncachedPaths.length + 1);

  const head = await fetchPath('/c/taller', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const etag = head.headers.get('etag') ?? '';
  expect((await fetchPath('/c/taller', { headers: { 'if-none-match': etag } })).status).toBe(304);

  await seller.publishPage({ productName: 'Second' }, 'taller');
  expect(await (await fetchPath('/c/taller')).text()).toBe('past');
});

test('sends a feed and a sitemap from memory with the same headers as the first response', async () => {
  const render = () => Promise.resolve(new Response('<rss/>', { headers: { 'content-type': 'text/xml' } }));
  const app = await createTestApp({ pagesEntry: { render } });
  await app.waitUntilIdle();
  const { fetchPath, past } = await serveApp(await withOrigin(app));
  for (const path of ['/rss.xml', '/sitemap.xml']) {
    const first = await app.request(path);
    const { headers } = await fetchPath(path);
    expect([path, listWrongHeaders(first.headers, API_EXPECTED)]).toEqual([path, []]);
    expect([path, listWrongHeaders(headers, API_EXPECTED)]).toEqual([path, []]);
  }
  expect(past()).toBe(0);
});

/** The cache compares the Host header with APP_URL, and the server of these tests listens on another port. */
async function withOrigin(app: TestApp): Promise<TestApp> {
  const { host } = new URL(TEST_ORIGIN);
  const serveFromCache: TestApp['serveFromCache'] = (request, response) => {
    request.rawHeaders.splice(request.rawHeaders.indexOf('host') + 1, 1, host);
    return app.serveFromCache(request, response);
  };
  return { ...app, serveFromCache };
}

test('does not answer another host name from memory', async () => {
  const { pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  await (await app.signUpSeller()).publishPage({}, 'taller');
  await fetchText(app);
  const { fetchPath } = await serveApp(app);
  expect(await (await fetchPath('/c/taller')).text()).toBe('past');
});

test('reads and renders a page once for concurrent requests', async () => {
  const { renderedPaths, pagesEntry } = createPagesEntry();
  const { database, state } = await createFaultyDatabase(slugs);
  const app = await createTestApp({ pagesEntry, database });
  await (await app.signUpSeller()).publishPage({}, 'taller');
  state.reads = 0;
  const answers = await Promise.all(Array.from({ length: 30 }, () => fetchText(app)));
  expect(new Set(answers).size).toBe(1);
  expect([renderedPaths.length, state.reads]).toEqual([1, 1]);
});

test('shows a new version in another process as soon as the change is notified', async () => {
  const first = createPagesEntry();
  const second = createPagesEntry();
  const database = await openTestDatabase();
  const app = await createTestApp({ pagesEntry: first.pagesEntry, database });
  const otherApp = await createTestApp({
    pagesEntry: second.pagesEntry,
    database: { ...database, close: () => Promise.resolve() },
  });
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({ productName: 'First' }, 'taller');
  await expect.poll(() => fetchText(otherApp)).toContain('First');
  await seller.publishPage({ productName: 'Second' }, 'taller');
  await expect.poll(() => fetchText(otherApp)).toContain('Second');
  await seller.rpc('unpublish-page', { pageId });
  await expect.poll(async () => (await otherApp.request('/c/taller')).headers.get('cache-control')).toBe('no-store');
  expect(second.renderedPaths.filter((path) => path === '/c/taller').length).toBeLessThan(8);
});

test('keeps a cached page fresh after changes to other pages', async () => {
  const { renderedPaths, pagesEntry } = createPagesEntry();
  const { database, state } = await createFaultyDatabase(slugs);
  const app = await createTestApp({ pagesEntry, database });
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  await (await app.signUpSeller()).publishPage({}, 'another');
  await fetchText(app);
  await (await app.signUpSeller()).publishPage({}, 'a-third');
  const { pageId } = await seller.publishPage({ productName: 'Elsewhere' }, 'elsewhere');
  await seller.rpc('rename-page', { pageId, name: 'A name for me' });
  state.reads = 0;
  await fetchText(app);
  expect([renderedPaths.filter((path) => path === '/c/taller').length, state.reads]).toEqual([1, 1]);
  await fetchText(app);
  expect(state.reads).toBe(1);
});

test('serves the stale page for 15 minutes while the database is unavailable', async () => {
  const { pagesEntry } = createPagesEntry();
  const { database, state } = await createFaultyDatabase(slugs);
  const app = await createTestApp({ pagesEntry, database });
  await (await app.signUpSeller()).publishPage({ productName: 'Throwing Taller' }, 'taller');
  await fetchText(app);
  state.isUnavailable = true;
  state.listener?.onDisconnected();
  app.advance(14 * 60_000);
  expect(await fetchText(app)).toContain('Throwing Taller');
  app.advance(2 * 60_000);
  expect((await app.request('/c/taller')).status).toBe(500);
  state.isUnavailable = false;
  expect(await fetchText(app)).toContain('Throwing Taller');
});

test('checks a page every second while the change listener is disconnected', async () => {
  const { pagesEntry } = createPagesEntry();
  const { database, state } = await createFaultyDatabase(slugs);
  const app = await createTestApp({ pagesEntry, database, freezeClock: true });
  await (await app.signUpSeller()).publishPage({}, 'taller');
  await fetchText(app);
  state.listener?.onDisconnected();
  await fetchText(app);
  state.reads = 0;
  await fetchText(app);
  expect(state.reads).toBe(0);
  app.advance(1001);
  await fetchText(app);
  expect(state.reads).toBe(1);
});

test('reconnects a cut listening connection without missing a change', async () => {
  const { pagesEntry } = createPagesEntry();
  const database = await openTestDatabase();
  const app = await createTestApp({ pagesEntry, database });
  const seller = await app.signUpSeller();
  await seller.publishPage({ productName: 'First' }, 'taller');
  await fetchText(app);
  if (!database.embedded)
    await database.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and (query like 'notify beat%' or query like 'listen %')`,
    );
  await seller.publishPage({ productName: 'Second' }, 'taller');
  await expect.poll(() => fetchText(app)).toContain('Second');
  await seller.publishPage({ productName: 'Third' }, 'taller');
  await expect.poll(() => fetchText(app)).toContain('Third');
});
