import { expect, test } from 'vitest';

import { noticeOf } from './notices.ts';

test('an unknown page is told of in the words of the specification', () => {
  expect(noticeOf('page-not-found')).toEqual({
    title: 'Page not found',
    message: "This checkout page doesn't exist",
  });
});

test('signing out is confirmed', () => {
  expect(noticeOf('signed-out')?.title).toBe('Signed out');
});

test.for([null, '', 'hello', 'PAGE-NOT-FOUND', 'constructor', '__proto__', '<b>'])(
  '%j is no notice',
  (code) => {
    expect(noticeOf(code)).toBeNull();
  },
);
