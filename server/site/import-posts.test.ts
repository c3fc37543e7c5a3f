import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { onTestFinished } from 'vitest';

import { parsePostFile } from '#domain/blog-post.ts';
import type { Db } from '#server/db/client.ts';
import { blogPosts } from '#server/db/schema-blog.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

import { importPosts } from './import-posts.ts';
import { findPublishedPost, listAllPosts, listPublishedPosts, listRelatedPosts, updatePostStatus } from './queries.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const LATER = new Date('2026-11-21T12:00:00Z');

async function openDb(): Promise<Db> {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  return database.db;
}

const createPost = (slug: string, change: Partial<Record<'title' | 'date' | 'status' | 'text', string>> = {}) => {
  const { title = `About ${slug}`, date = '2026-03-01', status = 'published', text = 'A *word*.' } = change;
  return parsePostFile(
    slug,
    `---\ntitle: ${title}\ndescription: What ${slug} is.\ndate: ${date}\nstatus: ${status}\n---\n${text}\n`,
  );
};

const stateOf = async (db: Db, slug: string) => {
  const row = (await listAllPosts(db)).find((post) => post.slug === slug);
  return row && [row.status, row.publishedAt?.toISOString().slice(0, 10) ?? null];
};

test('imports a post once, and again only after it changed', async () => {
  const db = await openDb();
  const posts = [createPost('pots'), createPost('bowls', { status: 'draft' })];
  expect(await importPosts(db, posts, NOW)).toEqual({ added: ['pots', 'bowls'], changed: [], unchanged: [] });
  const before = await listAllPosts(db);
  expect(await importPosts(db, posts, LATER)).toEqual({
    added: [],
    changed: [],
    unchanged: ['pots', 'bowls'],
  });
  expect(await listAllPosts(db)).toEqual(before);
  const edited = [createPost('pots', { title: 'Pots, revised' }), posts[1] ?? createPost('bowls')];
  expect(await importPosts(db, edited, LATER)).toEqual({
    added: [],
    changed: ['pots'],
    unchanged: ['bowls'],
  });
  expect((await listAllPosts(db)).find(({ slug }) => slug === 'pots')).toMatchObject({
    title: 'Pots, revised',
    metaDescription: 'What pots is.',
    content: '<p>A <em>word</em>.</p>\n',
    status: 'published',
    publishedAt: new Date('2026-03-01T00:00:00Z'),
    createdAt: NOW,
    updatedAt: LATER,
  });
});

test('keeps a status set in the app until the file changes it', async () => {
  const db = await openDb();
  const files = () => [createPost('pots'), createPost('bowls', { status: 'draft', date: '2026-12-24' })];
  await importPosts(db, files(), NOW);
  expect(await stateOf(db, 'bowls')).toEqual(['draft', null]);
  await updatePostStatus(db, 'pots', 'draft', NOW);
  await updatePostStatus(db, 'bowls', 'published', NOW);
  await importPosts(db, files(), LATER);
  expect(await stateOf(db, 'pots')).toEqual(['draft', '2026-03-01']);
  expect(await stateOf(db, 'bowls')).toEqual(['published', '2026-11-20']);
  await updatePostStatus(db, 'pots', 'published', LATER);
  expect(await stateOf(db, 'pots')).toEqual(['published', '2026-03-01']);
  await importPosts(db, [createPost('pots', { status: 'draft' }), createPost('bowls', { date: '2026-12-24' })], LATER);
  expect(await stateOf(db, 'pots')).toEqual(['draft', null]);
  expect(await stateOf(db, 'bowls')).toEqual(['published', '2026-12-24']);
});

test('adds only new posts when another process imports at the same time', async () => {
  const db = await openDb();
  await importPosts(db, [createPost('pots', { title: 'Newer words' })], NOW);
  const older = [createPost('pots', { title: 'Older words' }), createPost('bowls')];
  const results = await Promise.all([1, 2].map(() => importPosts(db, older, LATER, { onlyNew: true })));
  expect(results.flatMap(({ added }) => added)).toEqual(['bowls']);
  expect((await findPublishedPost(db, 'pots'))?.title).toBe('Newer words');
});

test('keeps a post whose file was deleted', async () => {
  const db = await openDb();
  await importPosts(db, [createPost('pots')], NOW);
  await importPosts(db, [], LATER);
  expect(await stateOf(db, 'pots')).toEqual(['published', '2026-03-01']);
});

test('lists published posts only, newest first, with three related posts', async () => {
  const db = await openDb();
  const dates = ['2026-05-01', '2026-07-01', '2026-06-01', '2026-08-01', '2026-04-01'];
  const posts = dates.map((date, index) => createPost(`post-${index}`, { date }));
  await importPosts(db, [...posts, createPost('secret', { status: 'draft', date: '2026-09-01' })], NOW);
  await db.insert(blogPosts).values({ slug: 'by-hand', title: 'By hand', status: 'published' });
  const list = await listPublishedPosts(db);
  const order = ['post-3', 'post-1', 'post-2', 'post-0', 'post-4', 'by-hand'];
  expect(list.map(({ slug }) => slug)).toEqual(order);
  expect(Object.keys(list[0] ?? {}).toSorted()).toEqual(['id', 'metaDescription', 'publishedAt', 'slug', 'title']);
  const related = await listRelatedPosts(db, 'post-1');
  expect(related.map(({ slug }) => slug)).toEqual(['post-3', 'post-2', 'post-0']);
  expect(Object.keys(related[0] ?? {}).toSorted()).toEqual(['metaDescription', 'publishedAt', 'slug', 'title']);
  expect(await findPublishedPost(db, 'secret')).toBeNull();
  expect(await findPublishedPost(db, 'by-hand')).toMatchObject({ content: '', publishedAt: null });
});

test('refuses an unknown status', async () => {
  const db = await openDb();
  await expect(
    db.execute(sql`insert into blog_posts (slug, title, status) values ('a', 'A', 'public')`),
  ).rejects.toThrow();
});
