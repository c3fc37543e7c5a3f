import { sql } from 'drizzle-orm';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { pino } from 'pino';
import { expect, test } from 'vitest';

import type { PagesEntry } from '#server/app.ts';
import { blogPosts } from '#server/db/schema-blog.ts';
import { openTestDatabase } from '#server/testing-database.ts';
import { openShop, TEST_ORIGIN, type TestShop } from '#server/testing.ts';

import { SITE_PATHS } from './sitemap.ts';

const pagesEntry: PagesEntry = {
  render: async () => new Response('Not found', { status: 404, headers: { 'content-type': 'text/html' } }),
};

type File = {
  urlset?: { url: { loc: string; lastmod?: string }[] };
  sitemapindex?: { sitemap: { loc: string }[] };
};

const read = async (shop: TestShop, path: string): Promise<File> => {
  const text = await (await shop.request(path)).text();
  expect(XMLValidator.validate(text)).toBe(true);
  return new XMLParser({ isArray: (name) => name === 'url' || name === 'sitemap' }).parse(text) as File;
};

const pathsIn = ({ urlset }: File): string[] =>
  (urlset?.url ?? []).map(({ loc }) => loc.replace(TEST_ORIGIN, '')).toSorted();

test('lists our public pages and the pages on sale with their current address', async () => {
  const shop = await openShop({ pagesEntry });
  const [seller, unable] = [await shop.seller(), await shop.seller()];
  const before = Date.now();
  const moved = await seller.publish({}, 'before');
  const config = { ...(await seller.call('get-page', { pageId: moved.pageId })).body.config };
  await seller.call('save-checkout-page', { config, slug: 'taller', pageId: moved.pageId });
  const off = await seller.publish({}, 'off-sale');
  await seller.call('unpublish-page', { pageId: off.pageId });
  const gone = await seller.publish({}, 'gone');
  await seller.call('delete-page', { pageId: gone.pageId });
  await seller.call('save-draft', { config });
  await unable.publish({}, 'unable');
  const { body } = await unable.call('get-connection', {});
  await shop.request(`/sandbox/dashboard/${body.stripe_account_id}/disconnect`, { method: 'POST' });
  await shop.settled();

  const file = await read(shop, '/sitemap.xml');
  expect(pathsIn(file)).toEqual([...SITE_PATHS, '/c/taller'].toSorted());
  const page = file.urlset?.url.find(({ loc }) => loc.endsWith('/c/taller'));
  expect(Date.parse(page?.lastmod ?? '')).toBeGreaterThanOrEqual(before - 1);
  expect(Date.parse(page?.lastmod ?? '')).toBeLessThanOrEqual(Date.now());
});

test('lists published posts with their last change and omits drafts', async () => {
  const shop = await openShop({ pagesEntry });
  const changed = new Date('2026-03-01T10:00:00Z');
  const post = (slug: string, status: 'draft' | 'published') => ({
    slug,
    status,
    title: slug,
    updatedAt: changed,
  });
  await shop.context.db
    .insert(blogPosts)
    .values([post('coupons', 'published'), post('é & more', 'published'), post('later', 'draft')]);
  const { urlset } = await read(shop, '/sitemap.xml');
  expect(urlset?.url.filter(({ loc }) => loc.includes('/blog/'))).toEqual(
    ['coupons', '%C3%A9%20%26%20more'].map((slug) => ({
      loc: `${TEST_ORIGIN}/blog/${slug}`,
      lastmod: changed.toISOString(),
    })),
  );
});

test('serves the text of the function at /sitemap.xml with its content type', async () => {
  const shop = await openShop({ pagesEntry });
  await (await shop.seller()).publish({}, 'taller');
  const [page, called] = [await shop.request('/sitemap.xml'), await shop.request('/functions/v1/sitemap')];
  expect(await page.text()).toBe(await called.text());
  for (const answer of [page, called])
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/xml; charset=utf-8',
    ]);
  expect(page.headers.get('cache-control')).toContain('s-maxage');
  expect(called.headers.get('cache-control')).toBe('no-store');
  for (const [path, status] of [
    ['/sitemap-1.xml', 404],
    ['/sitemap-0.xml', 404],
    ['/sitemap-12345.xml', 404],
    ['/functions/v1/sitemap?part=1', 404],
    ['/functions/v1/sitemap?part=x', 400],
  ] as const)
    expect([path, (await shop.request(path)).status]).toEqual([path, status]);
  expect((await shop.request('/functions/v1/sitemap', { method: 'POST' })).status).toBe(405);
});

test('caches the sitemap for a minute', async () => {
  const shop = await openShop({ pagesEntry });
  const seller = await shop.seller();
  await shop.settled();
  expect(pathsIn(await read(shop, '/sitemap.xml'))).not.toContain('/c/taller');
  await seller.publish({}, 'taller');
  expect(pathsIn(await read(shop, '/sitemap.xml'))).not.toContain('/c/taller');
  shop.advance(60_000);
  expect(pathsIn(await read(shop, '/sitemap.xml'))).toContain('/c/taller');
});

test('answers 503 with an empty body and a log line when the sitemap cannot be loaded', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const database = await openTestDatabase();
  const shop = await openShop({ pagesEntry, database, log });
  await database.db.execute(sql`alter table slugs rename to slugs_away`);
  const answer = await shop.request('/sitemap.xml');
  await database.db.execute(sql`alter table slugs_away rename to slugs`);
  expect([answer.status, await answer.text()]).toEqual([503, '']);
  expect(lines.filter((line) => line.includes('the sitemap could not be read'))).toHaveLength(1);
  expect((await shop.request('/sitemap.xml')).status).toBe(200);
});
