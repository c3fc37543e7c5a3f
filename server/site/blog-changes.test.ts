import { expect, test } from 'vitest';

import type { PagesEntry } from '#server/app.ts';
import type { Database } from '#server/db/client.ts';
import { blogPosts } from '#server/db/schema-blog.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

import { updatePostStatus } from './queries.ts';

/** Stands in for the built routes: prints the titles of the posts, or answers 503 when reading fails. */
function createPagesEntry() {
  const renderedPaths: string[] = [];
  const pagesEntry: PagesEntry = {
    render: async (request, services) => {
      renderedPaths.push(new URL(request.url).pathname);
      const type = { 'content-type': 'text/html' };
      try {
        const posts = await services.listPosts();
        return new Response(posts.map(({ title }) => title).join(), { headers: type });
      } catch {
        return new Response('none', { status: 503, headers: type });
      }
    },
  };
  return { renderedPaths, pagesEntry };
}

/** A database whose reads can be made to fail. */
async function openFaultyDatabase() {
  const database = await openTestDatabase();
  const state = { isUnavailable: false };
  const db = new Proxy(database.db, {
    get(target, property) {
      if (property === 'select' && state.isUnavailable) throw new Error('The database is away');
      return Reflect.get(target, property, target) as unknown;
    },
  });
  return { database: { ...database, db } satisfies Database, state };
}

/** Opens an app and waits until it receives changes. */
async function openListeningApp(database: Database, pagesEntry: PagesEntry) {
  const app = await createTestApp({ database, pagesEntry });
  await app.waitUntilIdle();
  return app;
}

const insert = (database: Database, title: string) =>
  database.db.insert(blogPosts).values({ slug: title.toLowerCase(), title, status: 'published' });

test('renders every page of the blog again after a change of any post, and only then', async () => {
  const { renderedPaths, pagesEntry } = createPagesEntry();
  const database = await openTestDatabase();
  const app = await openListeningApp(database, pagesEntry);
  const fetchBlog = async () => (await app.request('/blog')).text();
  expect([await fetchBlog(), await fetchBlog()]).toEqual(['', '']);
  await insert(database, 'Pots');
  await app.waitUntilIdle();
  expect([await fetchBlog(), await fetchBlog()]).toEqual(['Pots', 'Pots']);
  await updatePostStatus(database.db, 'pots', 'draft', new Date());
  await app.waitUntilIdle();
  expect(await fetchBlog()).toBe('');
  await database.db.delete(blogPosts);
  await app.waitUntilIdle();
  await fetchBlog();
  expect(renderedPaths).toHaveLength(4);
});

test('does not cache a failed read and serves the stale page instead', async () => {
  const { pagesEntry } = createPagesEntry();
  const { database, state } = await openFaultyDatabase();
  const app = await openListeningApp(database, pagesEntry);
  const fetchBlog = async (path = '/blog') => {
    const answer = await app.request(path);
    return [answer.status, await answer.text()];
  };
  state.isUnavailable = true;
  expect(await fetchBlog()).toEqual([503, 'none']);
  state.isUnavailable = false;
  await insert(database, 'Pots');
  await app.waitUntilIdle();
  expect(await fetchBlog()).toEqual([200, 'Pots']);
  state.isUnavailable = true;
  await insert(database, 'Bowls');
  await app.context.waitForReplication();
  expect(await fetchBlog()).toEqual([200, 'Pots']);
  expect(await fetchBlog('/blog/pots')).toEqual([503, 'none']);
  state.isUnavailable = false;
  expect(await fetchBlog()).toEqual([200, expect.stringContaining('Bowls')]);
});

test('sanitizes a post and queries valid slugs only', async () => {
  const { database, state } = await openFaultyDatabase();
  const content = '<p>Fine</p><script>alert(1)</script>';
  await database.db.insert(blogPosts).values({ slug: 'pots', title: 'Pots', status: 'published', content });
  const foundPosts: unknown[] = [];
  const pagesEntry: PagesEntry = {
    render: async (request, { findPost }) => {
      const slug = decodeURIComponent(new URL(request.url).pathname.slice('/blog/'.length));
      foundPosts.push(await findPost(slug));
      return new Response('');
    },
  };
  const app = await createTestApp({ database, pagesEntry });
  await app.request('/blog/pots');
  expect(foundPosts).toEqual([expect.objectContaining({ content: '<p>Fine</p>' })]);
  state.isUnavailable = true;
  for (const slug of ['%00', 'a%0Ab', 'x'.repeat(301), 'x'.repeat(10_000)]) await app.request(`/blog/${slug}`);
  expect(new Set(foundPosts.slice(1))).toEqual(new Set([null]));
});
