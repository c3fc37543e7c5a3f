import { expect, test } from 'vitest';

import { noticeOf } from './notices.ts';

test('uses the specification’s text for an unknown page', () => {
  expect(noticeOf('page-not-found')).toEqual({
    title: 'Page not found',
    message: "This checkout page doesn't exist",
  });
});

test('confirms signing out', () => {
  expect(noticeOf('signed-out')?.title).toBe('Signed out');
});

test.for([null, '', 'hello', 'PAGE-NOT-FOUND', 'constructor', '__proto__', '<b>'])(
  'ignores the code %j',
  (code) => {
    expect(noticeOf(code)).toBeNull();
  },
);
