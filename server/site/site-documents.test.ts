import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { DAY_MS } from '#domain/time-units.ts';
import type { PagesEntry } from '#server/app.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

/** Stands in for the built routes: records each requested path. */
function createPagesEntry(status = 200) {
  const renderedPaths: string[] = [];
  const pagesEntry: PagesEntry = {
    render: async (request) => {
      const { pathname, search } = new URL(request.url);
      renderedPaths.push(pathname + search);
      const type = pathname.endsWith('.xml') ? 'application/rss+xml' : 'text/html';
      return new Response(`${pathname} for the ${renderedPaths.length}.`, {
        status,
        headers: { 'content-type': type },
      });
    },
  };
  return { renderedPaths, pagesEntry };
}

test('renders a public site document once for all visitors', async () => {
  const { renderedPaths, pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  await app.waitUntilIdle();
  const paths = ['/', '/pricing', '/about', '/help', '/privacy', '/terms', '/blog', '/blog/coupons'];
  for (const path of [...paths, ...paths]) {
    const answer = await app.request(path);
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([
      path,
      200,
      'public, max-age=0, must-revalidate, s-maxage=5, stale-if-error=900',
    ]);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
  }
  expect(renderedPaths).toEqual(paths);
});

test('sends a feed with its own content type and without document headers', async () => {
  const { pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  const feed = await app.request('/rss.xml');
  expect(feed.headers.get('content-type')).toBe('application/rss+xml');
  expect(feed.headers.get('x-frame-options')).toBeNull();
});

test('renders a document with content parameters for each request', async () => {
  const { renderedPaths, pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  await app.waitUntilIdle();
  for (const path of ['/help?q=coupon', '/?notice=signed-out', '/help?q=coupon'])
    expect((await app.request(path)).headers.get('cache-control')).toBe('no-store');
  expect(renderedPaths).toHaveLength(3);
  for (let i = 0; i < 2; i++) await app.request('/help?utm_source=mail');
  expect(renderedPaths).toHaveLength(4);
});

test('renders documents that show the date again on the next day', async () => {
  const { renderedPaths, pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  await app.waitUntilIdle();
  const fetchTerms = () => app.request('/terms');
  await fetchTerms();
  app.advance(DAY_MS - (Date.now() % DAY_MS) - 60_000);
  await fetchTerms();
  expect(renderedPaths).toHaveLength(1);
  app.advance(60_000);
  await fetchTerms();
  expect(renderedPaths).toHaveLength(2);
});

test('renders only the blog again after a blog change notification', async () => {
  const { renderedPaths, pagesEntry } = createPagesEntry();
  const database = await openTestDatabase();
  const app = await createTestApp({ pagesEntry, database });
  await app.waitUntilIdle();
  const fetchAll = async () => {
    for (const path of ['/about', '/blog', '/blog/coupons']) await app.request(path);
  };
  await fetchAll();
  await database.db.execute(sql`select pg_notify('page_changes', 'blog')`);
  await app.waitUntilIdle();
  await fetchAll();
  expect(renderedPaths).toEqual(['/about', '/blog', '/blog/coupons', '/blog', '/blog/coupons']);
});

test('does not cache a missing or failed document', async () => {
  const { renderedPaths, pagesEntry } = createPagesEntry(404);
  const app = await createTestApp({ pagesEntry });
  for (let i = 0; i < 2; i++) expect((await app.request('/blog/nothing')).status).toBe(404);
  expect(new Set(renderedPaths)).toEqual(new Set(['/blog/nothing']));
  expect(renderedPaths.length).toBeGreaterThan(1);
});
