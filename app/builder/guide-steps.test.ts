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

test('a new page has four steps before it', () => {
  expect(done({})).toEqual([]);
  expect(nextStep(steps({}))?.name).toBe('words');
});

test('a step is done by what it is about, in any order', () => {
  expect(done({ productName: 'Pots' })).toEqual([]);
  expect(done({ productName: 'Pots', price: '29' })).toEqual(['words']);
  expect(done({ layout: 'minimal' }, true)).toEqual(['look', 'stripe']);
  expect(nextStep(steps({ layout: 'minimal' }, true))?.name).toBe('words');
});

test('a price that cannot be charged is no price', () => {
  expect(done({ productName: 'Pots', price: '1,00' })).toEqual([]);
});

test('a step that is taken back is open again', () => {
  expect(done({ accentColor: '#2f6b3f' })).toEqual(['look']);
  expect(done({ accentColor: emptyConfig().accentColor })).toEqual([]);
});

test('after the publication nothing is left', () => {
  const all = steps({ productName: 'Pots', price: '29', layout: 'modern' }, true, true);
  expect(nextStep(all)).toBeNull();
});
