import { expect, test } from 'vitest';

import routes from '#app/routes.ts';

import { resolveNextPath, withNextParam } from './next-path.ts';

test('accepts the path of an app screen with its query and hash', () => {
  for (const path of ['/pages', '/orders?page=2', '/account#sessions', '/builder?page=p1', '/auth/new-password'])
    expect(resolveNextPath(path)).toBe(path);
});

test('accepts every signed-in route with any query', () => {
  const nestedRoutes = routes.flatMap(({ children = [] }) => children);
  const screens = nestedRoutes.find(({ file }) => file === 'routes/app.tsx')?.children ?? [];
  const paths = screens.map(({ path }) => `/${path?.replace(':id', 'a1b2-c3_D4')}?from=mail#top`);
  expect(paths.length).toBeGreaterThan(10);
  for (const path of [...paths, '/orders/9b1d?tab=payments']) expect(resolveNextPath(path)).toBe(path);
});

test('falls back to the builder without a path', () => {
  expect(resolveNextPath(null)).toBe('/builder');
  expect(resolveNextPath('')).toBe('/builder');
});

test.each([
  'https://evil.example/pages',
  '//evil.example/pages',
  '/\\evil.example/pages',
  '\\\\evil.example',
  '/\t/evil.example/pages',
  'javascript:alert(1)',
  'pages',
  '/auth',
  '/auth/second-step',
  '/auth/v1/authorize?provider=google',
  '/pages/../auth/v1/callback',
  '/c/somebody',
  '/orders/a/b',
  '/orders/',
  '/orders/a%2Fb',
  '/integrations/webhooks',
  '/subscription/sample',
  '//us.invalid.evil.example/pages',
])('refuses %j', (path) => {
  expect(resolveNextPath(path)).toBe('/builder');
});

test('adds the path to the URL, except for the default path', () => {
  expect(withNextParam('/auth', '/orders?page=2')).toBe('/auth?next=%2Forders%3Fpage%3D2');
  expect(withNextParam('/auth', '/builder')).toBe('/auth');
  expect(withNextParam('/auth', null)).toBe('/auth');
});
