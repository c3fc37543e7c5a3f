import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';

import { shopContext } from '#app/shop-context.ts';
import type { Post } from '#domain/blog.ts';
import type { Shop } from '#server/shop.ts';

import { loader as listLoader } from './blog.tsx';
import { loader as postLoader } from './blog-post.tsx';

const POST: Post = {
  id: '1',
  slug: 'pots',
  title: 'Pots',
  metaDescription: 'What pots are.',
  content: '<p>Clay.</p>',
  publishedAt: new Date('2026-01-05T00:00:00Z'),
  updatedAt: new Date('2026-01-05T00:00:00Z'),
};

/** Creates loader arguments for a path. The services have one post, or fail every read. */
function visit(path: string, { broken = false } = {}) {
  const faults: unknown[] = [];
  const read = <T>(found: T) =>
    broken ? Promise.reject(new Error('The database is away')) : Promise.resolve(found);
  const shop: Partial<Shop> = {
    appUrl: 'https://shop.example',
    listPosts: () => read([POST]),
    findPost: (slug) => read(slug === POST.slug ? POST : null),
    listRelatedPosts: () => read([]),
    reportFault: (error, at) => void faults.push([String(error), at]),
  };
  const context = new RouterContextProvider();
  context.set(shopContext, shop as Shop);
  const request = new Request(`https://shop.example${path}`);
  const slug = path.split('/')[2] ?? '';
  const args = { request, context, params: { slug }, url: new URL(request.url) };
  return {
    faults,
    args: args as unknown as Parameters<typeof listLoader>[0] & Parameters<typeof postLoader>[0],
  };
}

const statusOf = (answer: { init: ResponseInit | null }) => answer.init?.status ?? 200;
const FAULT = 'Error: The database is away';

test('logs a failed read of the list, shows an empty list, and prevents caching', async () => {
  const broken = visit('/blog', { broken: true });
  const answer = await listLoader(broken.args);
  expect([statusOf(answer), answer.data.posts]).toEqual([503, []]);
  expect(broken.faults).toEqual([[FAULT, '/blog']]);
  const fine = await listLoader(visit('/blog').args);
  expect([statusOf(fine), fine.data.posts]).toEqual([200, [POST]]);
});

test('returns 404 for a missing post, and logs a failed read and returns 503', async () => {
  const missing = visit('/blog/bowls');
  const none = await postLoader(missing.args);
  expect([statusOf(none), none.data.kind, missing.faults]).toEqual([404, 'lost', []]);
  const broken = visit('/blog/pots', { broken: true });
  const failed = await postLoader(broken.args);
  expect([statusOf(failed), failed.data.kind]).toEqual([503, 'lost']);
  expect(broken.faults).toEqual([[FAULT, '/blog/pots']]);
  const fine = await postLoader(visit('/blog/pots').args);
  expect([statusOf(fine), fine.data.kind]).toEqual([200, 'post']);
});
