import { expect, test } from 'vitest';

import { nextPath, withNext } from './next-path.ts';

test('one goes on to the screen that one came from, with what it was asked for', () => {
  for (const path of [
    '/pages',
    '/orders?page=2',
    '/account#sessions',
    '/builder?page=p1',
    '/auth/new-password',
  ])
    expect(nextPath(path)).toBe(path);
});

test('without a wish one goes on to the builder', () => {
  expect(nextPath(null)).toBe('/builder');
  expect(nextPath('')).toBe('/builder');
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
  '/subscription/sample',
  '//us.invalid.evil.example/pages',
])('nobody is led astray by %j', (path) => {
  expect(nextPath(path)).toBe('/builder');
});

test('the place to come back to is carried along, but not where everyone goes', () => {
  expect(withNext('/auth', '/orders?page=2')).toBe('/auth?next=%2Forders%3Fpage%3D2');
  expect(withNext('/auth', '/builder')).toBe('/auth');
  expect(withNext('/auth', null)).toBe('/auth');
});
