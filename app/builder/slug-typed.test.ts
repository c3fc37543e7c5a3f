import { expect, test } from 'vitest';

import { leftSlug, slugLengthProblem, slugTyped } from './slug-typed.ts';

test('only a-z, 0-9 and hyphens stay, in small letters', () => {
  expect(slugTyped('Tàller 2-Day!')).toBe('tller2-day');
  expect(slugTyped('a\u200bb')).toBe('ab');
});

test('a long address is kept and told with its length', () => {
  const long = 'x'.repeat(74);
  expect(slugTyped(long)).toBe(long);
  expect(slugLengthProblem(long)).toBe('The custom slug can have at most 60 characters; this one has 74');
  expect(slugLengthProblem(`-${'x'.repeat(60)}-`)).toBeNull();
});

test('an address is left when a published page gets another one', () => {
  expect(leftSlug('new', 'old')).toBe('old');
  expect(leftSlug('old-', 'old')).toBeNull();
  expect(leftSlug('', 'old')).toBeNull();
  expect(leftSlug('new', null)).toBeNull();
});
