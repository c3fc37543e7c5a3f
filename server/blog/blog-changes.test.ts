import { expect, test } from 'vitest';

import type { PagesEntry } from '#server/app.ts';
import type { Database } from '#server/db/client.ts';
import { updatePostStatus } from '#server/db/blog-posts.ts';
import { blogPosts } from '#server/db/schema-blog.ts';
import { openTestDatabase } from '#server/testing-database.ts';
import { openShop } from '#server/testing.ts';

/** Stands in for the built routes: prints the titles of the posts, or answers 503 when reading fails. */
function openPages() {
  const drawn: string[] = [];
  const pagesEntry: PagesEntry = {
    render: async (request, shop) => {
      drawn.push(new URL(request.url).pathname);
      const type = { 'content-type': 'text/html' };
      try {
        const posts = await shop.listPosts();
        return new Response(posts.map(({ title }) => title).join(), { headers: type });
      } catch {
        return new Response('none', { status: 503, headers: type });
      }
    },
  };
  return { drawn, pagesEntry };
}

/** A database whose reads can be made to fail. */
async function openFaultyDatabase() {
  const database = await openTestDatabase();
  const state = { away: false };
  const db = new Proxy(database.db, {
    get(target, property) {
      if (property === 'select' && state.away) throw new Error('The database is away');
      return Reflect.get(target, property, target) as unknown;
    },
  });
  return { database: { ...database, db } satisfies Database, state };
}

/** Opens an app and waits until it receives changes. */
async function openHearingShop(database: Database, pagesEntry: PagesEntry) {
  const shop = await openShop({ database, pagesEntry });
  await shop.settled();
  return shop;
}

const insert = (database: Database, title: string) =>
  database.db.insert(blogPosts).values({ slug: title.toLowerCase(), title, status: 'published' });

test('renders every page of the blog again after a change of any post, and only then', async () => {
  const { drawn, pagesEntry } = openPages();
  const database = await openTestDatabase();
  const shop = await openHearingShop(database, pagesEntry);
  const look = async () => (await shop.request('/blog')).text();
  expect([await look(), await look()]).toEqual(['', '']);
  await insert(database, 'Pots');
  await shop.settled();
  expect([await look(), await look()]).toEqual(['Pots', 'Pots']);
  await updatePostStatus(database.db, 'pots', 'draft', new Date());
  await shop.settled();
  expect(await look()).toBe('');
  await database.db.delete(blogPosts);
  await shop.settled();
  await look();
  expect(drawn).toHaveLength(4);
});

test('does not cache a failed read and serves the stale page instead', async () => {
  const { pagesEntry } = openPages();
  const { database, state } = await openFaultyDatabase();
  const shop = await openHearingShop(database, pagesEntry);
  const look = async (path = '/blog') => {
    const answer = await shop.request(path);
    return [answer.status, await answer.text()];
  };
  state.away = true;
  expect(await look()).toEqual([503, 'none']);
  state.away = false;
  await insert(database, 'Pots');
  await shop.settled();
  expect(await look()).toEqual([200, 'Pots']);
  state.away = true;
  await insert(database, 'Bowls');
  await shop.context.caughtUp();
  expect(await look()).toEqual([200, 'Pots']);
  expect(await look('/blog/pots')).toEqual([503, 'none']);
  state.away = false;
  expect(await look()).toEqual([200, expect.stringContaining('Bowls')]);
});

test('sanitizes a post and queries valid slugs only', async () => {
  const { database, state } = await openFaultyDatabase();
  const content = '<p>Fine</p><script>alert(1)</script>';
  await database.db.insert(blogPosts).values({ slug: 'pots', title: 'Pots', status: 'published', content });
  const asked: unknown[] = [];
  const pagesEntry: PagesEntry = {
    render: async (request, { findPost }) => {
      const slug = decodeURIComponent(new URL(request.url).pathname.slice('/blog/'.length));
      asked.push(await findPost(slug));
      return new Response('');
    },
  };
  const shop = await openShop({ database, pagesEntry });
  await shop.request('/blog/pots');
  expect(asked).toEqual([expect.objectContaining({ content: '<p>Fine</p>' })]);
  state.away = true;
  for (const slug of ['%00', 'a%0Ab', 'x'.repeat(301), 'x'.repeat(10_000)])
    await shop.request(`/blog/${slug}`);
  expect(new Set(asked.slice(1))).toEqual(new Set([null]));
});
