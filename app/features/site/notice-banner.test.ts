import { expect, test } from 'vitest';

import { findNotice } from './notice-banner.tsx';

test('uses the specification’s text for an unknown page', () => {
  expect(findNotice('page-not-found')).toEqual({
    title: 'Page not found',
    message: "This checkout page doesn't exist",
  });
});

test('confirms signing out', () => {
  expect(findNotice('signed-out')?.title).toBe('Signed out');
});

test.for([null, '', 'hello', 'PAGE-NOT-FOUND', 'constructor', '__proto__', '<b>'])('ignores the code %j', (code) => {
  expect(findNotice(code)).toBeNull();
});
