import { expect, test } from 'vitest';

import { getRatingLabel } from './testimonials-group.tsx';

test('returns number and word of every rating', () => {
  expect([0, 1, 2, 3, 4, 5].map(getRatingLabel)).toEqual([
    '0 of 5, not rated',
    '1 of 5, poor',
    '2 of 5, fair',
    '3 of 5, average',
    '4 of 5, good',
    '5 of 5, excellent',
  ]);
});

test('clamps a number outside of the range', () => {
  expect(getRatingLabel(9)).toBe('5 of 5, excellent');
  expect(getRatingLabel(-1)).toBe('0 of 5, not rated');
});
