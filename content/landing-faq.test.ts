import { expect, test } from 'vitest';

import { LANDING_FAQ } from './landing-faq.ts';

test('answers eight different questions', () => {
  expect(new Set(LANDING_FAQ.map(({ question }) => question)).size).toBe(8);
});

test('uses the product’s and Stripe’s numbers', () => {
  const answers = LANDING_FAQ.map(({ answer }) => answer).join(' ');
  for (const number of ['7-day trial', '$9 a month', '2.9% + $0.30', '1.5%', '80%']) expect(answers).toContain(number);
  expect(answers).not.toMatch(/undefined|NaN/);
});
