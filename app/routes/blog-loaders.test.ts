import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';

import { servicesContext } from '#app/services-context.ts';
import type { Post } from '#domain/blog-post.ts';
import type { Services } from '#server/core/services.ts';

import { loader as postLoader } from './blog-post.tsx';
import { loader as listLoader } from './blog.tsx';

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
function createLoaderArgs(path: string, { broken: failing = false } = {}) {
  const loggedErrors: unknown[] = [];
  const readOrFail = <T>(value: T) =>
    failing ? Promise.reject(new Error('The database is away')) : Promise.resolve(value);
  const services: Partial<Services> = {
    appUrl: 'https://shop.example',
    listPosts: () => readOrFail([POST]),
    findPost: (slug) => readOrFail(slug === POST.slug ? POST : null),
    listRelatedPosts: () => readOrFail([]),
    logRouteError: (error, at) => void loggedErrors.push([String(error), at]),
  };
  const context = new RouterContextProvider();
  context.set(servicesContext, services as Services);
  const request = new Request(`https://shop.example${path}`);
  const slug = path.split('/')[2] ?? '';
  const args = { request, context, params: { slug }, url: new URL(request.url) };
  return {
    loggedErrors,
    args: args as unknown as Parameters<typeof listLoader>[0] & Parameters<typeof postLoader>[0],
  };
}

const getStatus = (response: { init: ResponseInit | null }) => response.init?.status ?? 200;
const LOGGED_ERROR = 'Error: The database is away';

test('logs a failed read of the list, shows an empty list, and prevents caching', async () => {
  const failing = createLoaderArgs('/blog', { broken: true });
  const response = await listLoader(failing.args);
  expect([getStatus(response), response.data.posts]).toEqual([503, []]);
  expect(failing.loggedErrors).toEqual([[LOGGED_ERROR, '/blog']]);
  const success = await listLoader(createLoaderArgs('/blog').args);
  expect([getStatus(success), success.data.posts]).toEqual([200, [POST]]);
});

test('returns 404 for a missing post, and logs a failed read and returns 503', async () => {
  const missing = createLoaderArgs('/blog/bowls');
  const notFound = await postLoader(missing.args);
  expect([getStatus(notFound), notFound.data.kind, missing.loggedErrors]).toEqual([404, 'lost', []]);
  const failing = createLoaderArgs('/blog/pots', { broken: true });
  const failure = await postLoader(failing.args);
  expect([getStatus(failure), failure.data.kind]).toEqual([503, 'lost']);
  expect(failing.loggedErrors).toEqual([[LOGGED_ERROR, '/blog/pots']]);
  const success = await postLoader(createLoaderArgs('/blog/pots').args);
  expect([getStatus(success), success.data.kind]).toEqual([200, 'post']);
});
