import { sql } from 'drizzle-orm';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { pino } from 'pino';
import { expect, test } from 'vitest';

import type { PagesEntry } from '#server/app.ts';
import { blogPosts } from '#server/db/schema-blog.ts';
import { createTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

import { SITE_PATHS } from './load-sitemap.ts';

const pagesEntry: PagesEntry = {
  render: async () => new Response('Not found', { status: 404, headers: { 'content-type': 'text/html' } }),
};

type SitemapFile = {
  urlset?: { url: { loc: string; lastmod?: string }[] };
  sitemapindex?: { sitemap: { loc: string }[] };
};

const fetchSitemap = async (app: TestApp, path: string): Promise<SitemapFile> => {
  const text = await (await app.request(path)).text();
  expect(XMLValidator.validate(text)).toBe(true);
  return new XMLParser({ isArray: (name) => name === 'url' || name === 'sitemap' }).parse(text) as SitemapFile;
};

const listPaths = ({ urlset }: SitemapFile): string[] =>
  (urlset?.url ?? []).map(({ loc }) => loc.replace(TEST_ORIGIN, '')).toSorted();

test('lists our public pages and the pages on sale with their current address', async () => {
  const app = await createTestApp({ pagesEntry });
  const [seller, disconnectedSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  const before = Date.now();
  const moved = await seller.publishPage({}, 'before');
  const config = { ...(await seller.rpc('get-page', { pageId: moved.pageId })).body.config };
  await seller.rpc('save-checkout-page', { config, slug: 'taller', pageId: moved.pageId });
  const unpublishedPage = await seller.publishPage({}, 'off-sale');
  await seller.rpc('unpublish-page', { pageId: unpublishedPage.pageId });
  const deletedPage = await seller.publishPage({}, 'gone');
  await seller.rpc('delete-page', { pageId: deletedPage.pageId });
  await seller.rpc('save-draft', { config });
  await disconnectedSeller.publishPage({}, 'unable');
  const { body } = await disconnectedSeller.rpc('get-connection', {});
  await app.request(`/sandbox/dashboard/${body.stripe_account_id}/disconnect`, { method: 'POST' });
  await app.waitUntilIdle();

  const file = await fetchSitemap(app, '/sitemap.xml');
  expect(listPaths(file)).toEqual([...SITE_PATHS, '/c/taller'].toSorted());
  const page = file.urlset?.url.find(({ loc }) => loc.endsWith('/c/taller'));
  expect(Date.parse(page?.lastmod ?? '')).toBeGreaterThanOrEqual(before - 1);
  expect(Date.parse(page?.lastmod ?? '')).toBeLessThanOrEqual(Date.now());
});

test('lists published posts with their last change and omits drafts', async () => {
  const app = await createTestApp({ pagesEntry });
  const changed = new Date('2026-03-01T10:00:00Z');
  const post = (slug: string, status: 'draft' | 'published') => ({
    slug,
    status,
    title: slug,
    updatedAt: changed,
  });
  await app.context.db
    .insert(blogPosts)
    .values([post('coupons', 'published'), post('é & more', 'published'), post('later', 'draft')]);
  const { urlset } = await fetchSitemap(app, '/sitemap.xml');
  expect(urlset?.url.filter(({ loc }) => loc.includes('/blog/'))).toEqual(
    ['coupons', '%C3%A9%20%26%20more'].map((slug) => ({
      loc: `${TEST_ORIGIN}/blog/${slug}`,
      lastmod: changed.toISOString(),
    })),
  );
});

test('serves the text of the function at /sitemap.xml with its content type', async () => {
  const app = await createTestApp({ pagesEntry });
  await (await app.signUpSeller()).publishPage({}, 'taller');
  const [page, rpcResponse] = [await app.request('/sitemap.xml'), await app.request('/functions/v1/sitemap')];
  expect(await page.text()).toBe(await rpcResponse.text());
  for (const answer of [page, rpcResponse])
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(page.headers.get('cache-control')).toContain('s-maxage');
  expect(rpcResponse.headers.get('cache-control')).toBe('no-store');
  for (const [path, status] of [
    ['/sitemap-1.xml', 404],
    ['/sitemap-0.xml', 404],
    ['/sitemap-12345.xml', 404],
    ['/functions/v1/sitemap?part=1', 404],
    ['/functions/v1/sitemap?part=x', 400],
  ] as const)
    expect([path, (await app.request(path)).status]).toEqual([path, status]);
  expect((await app.request('/functions/v1/sitemap', { method: 'POST' })).status).toBe(405);
});

test('caches the sitemap for a minute', async () => {
  const app = await createTestApp({ pagesEntry });
  const seller = await app.signUpSeller();
  await app.waitUntilIdle();
  expect(listPaths(await fetchSitemap(app, '/sitemap.xml'))).not.toContain('/c/taller');
  await seller.publishPage({}, 'taller');
  expect(listPaths(await fetchSitemap(app, '/sitemap.xml'))).not.toContain('/c/taller');
  app.advance(60_000);
  expect(listPaths(await fetchSitemap(app, '/sitemap.xml'))).toContain('/c/taller');
});

test('answers 503 with an empty body and a log line when the sitemap cannot be loaded', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const database = await openTestDatabase();
  const app = await createTestApp({ pagesEntry, database, log });
  await database.db.execute(sql`alter table slugs rename to slugs_away`);
  const answer = await app.request('/sitemap.xml');
  await database.db.execute(sql`alter table slugs_away rename to slugs`);
  expect([answer.status, await answer.text()]).toEqual([503, '']);
  expect(lines.filter((line) => line.includes('sitemap_failed'))).toHaveLength(1);
  expect((await app.request('/sitemap.xml')).status).toBe(200);
});
