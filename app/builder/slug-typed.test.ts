import { expect, test } from 'vitest';

import { leftSlug } from './slug-typed.ts';

test('returns the old slug when a published page gets another one', () => {
  expect(leftSlug('new', 'old')).toBe('old');
  expect(leftSlug('old-', 'old')).toBeNull();
  expect(leftSlug('', 'old')).toBeNull();
  expect(leftSlug('new', null)).toBeNull();
});
