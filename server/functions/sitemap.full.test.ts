import { sql } from 'drizzle-orm';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';

import type { PagesEntry } from '#server/app.ts';
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

/** Publishes this many pages by inserting their rows, without the notifications of each publication. */
async function fill({ context: { db } }: TestShop, count: number): Promise<void> {
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
  const shop = await openShop({ pagesEntry });
  const seller = await shop.seller();
  await seller.onboard();
  await seller.takePlan();
  const most = 50_000;
  await fill(shop, most - SITE_PATHS.length);
  expect(pathsIn(await read(shop, '/functions/v1/sitemap'))).toHaveLength(most);
  await (await shop.seller()).publish({}, 'zebra');
  const { sitemapindex } = await read(shop, '/sitemap.xml');
  expect(sitemapindex?.sitemap.map(({ loc }) => loc)).toEqual(
    [1, 2].map((part) => `${TEST_ORIGIN}/sitemap-${part}.xml`),
  );
  const [first, second] = [
    pathsIn(await read(shop, '/sitemap-1.xml')),
    pathsIn(await read(shop, '/sitemap-2.xml')),
  ];
  expect([first.length, second]).toEqual([most, ['/c/zebra']]);
  expect(new Set(first).size).toBe(most);
  expect(first).toEqual(expect.arrayContaining([...SITE_PATHS]));
  expect((await shop.request('/sitemap-3.xml')).status).toBe(404);
}, 60_000);
