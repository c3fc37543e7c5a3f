import { sql } from 'drizzle-orm';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';

import type { PagesEntry } from '#server/app.ts';
import { createTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';

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

/** Publishes this many pages by inserting their rows, without the notifications of each publication. */
async function insertPages({ context: { db } }: TestApp, count: number): Promise<void> {
  const copies = sql`select n, md5(n::text)::uuid as id from generate_series(1, ${sql.raw(String(count))}) n`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`insert into pages (id, seller_id, live_version, created_at, updated_at)
      select c.id, s.id, 1, now(), now() from (${copies}) c, sellers s`);
    await tx.execute(sql`insert into page_versions (id, page_id, number, schema, config, created_at)
      select gen_random_uuid(), c.id, 1, 1, '{}', now() from (${copies}) c`);
    await tx.execute(sql`insert into slugs (slug, page_id, seller_id, created_at)
      select 'copy-' || c.n, c.id, s.id, now() from (${copies}) c, sellers s`);
  });
  await db.execute(sql`analyze`);
}

test('splits more than 50,000 URLs into parts with an index and names each URL once', async () => {
  const app = await createTestApp({ pagesEntry });
  const seller = await app.signUpSeller();
  await seller.onboard();
  await seller.givePlan();
  const maxAddresses = 50_000;
  await insertPages(app, maxAddresses - SITE_PATHS.length);
  expect(listPaths(await fetchSitemap(app, '/functions/v1/sitemap'))).toHaveLength(maxAddresses);
  await (await app.signUpSeller()).publishPage({}, 'zebra');
  const { sitemapindex } = await fetchSitemap(app, '/sitemap.xml');
  expect(sitemapindex?.sitemap.map(({ loc }) => loc)).toEqual(
    [1, 2].map((part) => `${TEST_ORIGIN}/sitemap-${part}.xml`),
  );
  const [first, second] = [
    listPaths(await fetchSitemap(app, '/sitemap-1.xml')),
    listPaths(await fetchSitemap(app, '/sitemap-2.xml')),
  ];
  expect([first.length, second]).toEqual([maxAddresses, ['/c/zebra']]);
  expect(new Set(first).size).toBe(maxAddresses);
  expect(first).toEqual(expect.arrayContaining([...SITE_PATHS]));
  expect((await app.request('/sitemap-3.xml')).status).toBe(404);
}, 60_000);
