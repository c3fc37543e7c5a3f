import { expect, test } from 'vitest';

import { Testimonial } from './checkout-page-schema.ts';
import { getInitials, TESTIMONIALS_PER_LAYOUT } from './testimonial.ts';

const item = { name: 'Ann Lee', role: 'Maker', rating: 4, text: 'Good' };

test.for([
  ['Ann Lee', 'AL'],
  ['ann', 'A'],
  ['  Ann   Mary  Lee ', 'AM'],
  ['élan vital', 'ÉV'],
  ['😀 Bob', '😀B'],
  ['山田 太郎', '山太'],
  ['', ''],
  [' ', ''],
] as const)('the initials of %j are %s', ([name, initials]) => {
  expect(getInitials(name)).toBe(initials);
});

test('defaults the rating to five', () => {
  expect(Testimonial.parse({ name: 'Ann', text: 'Good' })).toEqual({ name: 'Ann', text: 'Good', rating: 5 });
});

test('accepts a missing or null role', () => {
  expect(Testimonial.safeParse({ ...item, role: null }).success).toBe(true);
  expect(Testimonial.safeParse(item).success).toBe(true);
});

test.for([0, 6, 4.5, -1, '5', Number.NaN])('rejects %j as a rating', (rating) => {
  expect(Testimonial.safeParse({ ...item, rating }).success).toBe(false);
});

test('rejects unknown testimonial keys', () => {
  expect(Testimonial.safeParse({ ...item, avatar: 'x' }).success).toBe(false);
  expect(Testimonial.safeParse({ name: 'Ann' }).success).toBe(false);
});

test('shows two testimonials in classic, four in modern and two in minimal', () => {
  expect(TESTIMONIALS_PER_LAYOUT).toEqual({ classic: 2, modern: 4, minimal: 2 });
});
