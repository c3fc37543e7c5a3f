import { expect, test } from 'vitest';

import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { pageProblems, tidyConfig } from '#domain/page-problems.ts';

import { guideSteps, nextStep } from './guide-steps.ts';

const steps = (config: Partial<CheckoutPageConfig>, connected = false, published = false) => {
  const whole = { ...emptyConfig(), ...config };
  return guideSteps({ config: whole, problems: pageProblems(tidyConfig(whole)), connected, published });
};
const done = (...given: Parameters<typeof steps>) =>
  steps(...given)
    .filter((step) => step.done)
    .map(({ name }) => name);

test('starts a new page with four open steps', () => {
  expect(done({})).toEqual([]);
  expect(nextStep(steps({}))?.name).toBe('words');
});

test('completes steps in any order', () => {
  expect(done({ productName: 'Pots' })).toEqual([]);
  expect(done({ productName: 'Pots', price: '29' })).toEqual(['words']);
  expect(done({ layout: 'minimal' }, true)).toEqual(['look', 'stripe']);
  expect(nextStep(steps({ layout: 'minimal' }, true))?.name).toBe('words');
});

test('does not accept a price that cannot be charged', () => {
  expect(done({ productName: 'Pots', price: '1,00' })).toEqual([]);
});

test('reopens a step whose change was reverted', () => {
  expect(done({ accentColor: '#2f6b3f' })).toEqual(['look']);
  expect(done({ accentColor: emptyConfig().accentColor })).toEqual([]);
});

test('returns no next step after publication', () => {
  const all = steps({ productName: 'Pots', price: '29', layout: 'modern' }, true, true);
  expect(nextStep(all)).toBeNull();
});
