import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { PagesEntry } from '#server/app.ts';
import { openTestDatabase } from '#server/testing-database.ts';
import { openShop } from '#server/testing.ts';

/** Stands in for the built routes: records each requested path. */
function openPages(status = 200) {
  const drawn: string[] = [];
  const pagesEntry: PagesEntry = {
    render: async (request) => {
      const { pathname, search } = new URL(request.url);
      drawn.push(pathname + search);
      const type = pathname.endsWith('.xml') ? 'application/rss+xml' : 'text/html';
      return new Response(`${pathname} for the ${drawn.length}.`, {
        status,
        headers: { 'content-type': type },
      });
    },
  };
  return { drawn, pagesEntry };
}

const DAY_MS = 86_400_000;

test('renders a public site document once for all visitors', async () => {
  const { drawn, pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  await shop.settled();
  const paths = ['/', '/pricing', '/about', '/help', '/privacy', '/terms', '/blog', '/blog/coupons'];
  for (const path of [...paths, ...paths]) {
    const answer = await shop.request(path);
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([
      path,
      200,
      'public, max-age=0, must-revalidate, s-maxage=5, stale-if-error=900',
    ]);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
  }
  expect(drawn).toEqual(paths);
});

test('sends a feed with its own content type and without document headers', async () => {
  const { pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  const feed = await shop.request('/rss.xml');
  expect(feed.headers.get('content-type')).toBe('application/rss+xml');
  expect(feed.headers.get('x-frame-options')).toBeNull();
});

test('renders a document with content parameters for each request', async () => {
  const { drawn, pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  await shop.settled();
  for (const path of ['/help?q=coupon', '/?notice=signed-out', '/help?q=coupon'])
    expect((await shop.request(path)).headers.get('cache-control')).toBe('no-store');
  expect(drawn).toHaveLength(3);
  for (let times = 0; times < 2; times++) await shop.request('/help?utm_source=mail');
  expect(drawn).toHaveLength(4);
});

test('renders documents that show the date again on the next day', async () => {
  const { drawn, pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  await shop.settled();
  const look = () => shop.request('/terms');
  await look();
  shop.advance(DAY_MS - (Date.now() % DAY_MS) - 60_000);
  await look();
  expect(drawn).toHaveLength(1);
  shop.advance(60_000);
  await look();
  expect(drawn).toHaveLength(2);
});

test('renders only the blog again after a blog change notification', async () => {
  const { drawn, pagesEntry } = openPages();
  const database = await openTestDatabase();
  const shop = await openShop({ pagesEntry, database });
  await shop.settled();
  const lookAtAll = async () => {
    for (const path of ['/about', '/blog', '/blog/coupons']) await shop.request(path);
  };
  await lookAtAll();
  await database.db.execute(sql`select pg_notify('page_changes', 'blog')`);
  await shop.settled();
  await lookAtAll();
  expect(drawn).toEqual(['/about', '/blog', '/blog/coupons', '/blog', '/blog/coupons']);
});

test('does not cache a missing or failed document', async () => {
  const { drawn, pagesEntry } = openPages(404);
  const shop = await openShop({ pagesEntry });
  for (let times = 0; times < 2; times++) expect((await shop.request('/blog/nothing')).status).toBe(404);
  expect(new Set(drawn)).toEqual(new Set(['/blog/nothing']));
  expect(drawn.length).toBeGreaterThan(1);
});
