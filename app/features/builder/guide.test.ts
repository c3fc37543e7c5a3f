import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { validatePage, normalizeConfig } from '#domain/page-fields.ts';

import { getGuideSteps, findNextStep } from './guide.ts';

const stepsFor = (config: Partial<CheckoutPageConfig>, connected = false, published = false) => {
  const fullConfig = { ...createEmptyConfig(), ...config };
  return getGuideSteps({
    config: fullConfig,
    errors: validatePage(normalizeConfig(fullConfig)),
    connected,
    published,
  });
};
const doneNames = (...args: Parameters<typeof stepsFor>) =>
  stepsFor(...args)
    .filter((step) => step.done)
    .map(({ name }) => name);

test('starts a new page with four open steps', () => {
  expect(doneNames({})).toEqual([]);
  expect(findNextStep(stepsFor({}))?.name).toBe('basics');
});

test('completes steps in any order', () => {
  expect(doneNames({ productName: 'Pots' })).toEqual([]);
  expect(doneNames({ productName: 'Pots', price: '29' })).toEqual(['basics']);
  expect(doneNames({ layout: 'minimal' }, true)).toEqual(['design', 'stripe']);
  expect(findNextStep(stepsFor({ layout: 'minimal' }, true))?.name).toBe('basics');
});

test('does not accept a price that cannot be charged', () => {
  expect(doneNames({ productName: 'Pots', price: '1,00' })).toEqual([]);
});

test('reopens a step whose change was reverted', () => {
  expect(doneNames({ accentColor: '#2f6b3f' })).toEqual(['design']);
  expect(doneNames({ accentColor: createEmptyConfig().accentColor })).toEqual([]);
});

test('returns no next step after publication', () => {
  const allSteps = stepsFor({ productName: 'Pots', price: '29', layout: 'modern' }, true, true);
  expect(findNextStep(allSteps)).toBeNull();
});
