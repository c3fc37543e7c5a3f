import { expect, test } from 'vitest';

import { getReplacedSlug } from './use-page-validation.ts';

test('returns the old slug when a published page gets another one', () => {
  expect(getReplacedSlug('new', 'old')).toBe('old');
  expect(getReplacedSlug('old-', 'old')).toBeNull();
  expect(getReplacedSlug('', 'old')).toBeNull();
  expect(getReplacedSlug('new', null)).toBeNull();
});
