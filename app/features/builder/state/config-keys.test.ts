import { expect, test } from 'vitest';

import { createEmptyConfig } from '#domain/checkout-page.ts';
import { validatePage, normalizeConfig } from '#domain/page-fields.ts';

import { countErrorsOnTab, sortByTab, filterVisibleErrors, TABS, getTab } from './config-keys.ts';

const getInvalidPageErrors = () =>
  validatePage(
    normalizeConfig({
      ...createEmptyConfig(),
      accentColor: 'purple',
      termsUrl: 'example.com',
      validCoupons: [{ code: 'TEN', discount: 200, type: 'percentage' }],
    }),
  );

test('assigns every error of a page to a tab', () => {
  const counts = TABS.map((tab) => countErrorsOnTab(getInvalidPageErrors(), tab));
  expect(counts).toEqual([2, 0, 1, 2]);
});

test('assigns a list entry to the tab of its list', () => {
  expect(getTab('features.3')).toBe('content');
  expect(getTab('validCoupons.0')).toBe('settings');
});

test('shows no errors on a new page before its fields are touched', () => {
  const errors = validatePage(createEmptyConfig());
  expect(filterVisibleErrors(errors, new Set(), false)).toEqual([]);
  expect(filterVisibleErrors(errors, new Set(['price']), false).map(({ field }) => field)).toEqual(['price']);
  expect(filterVisibleErrors(errors, new Set(), true)).toEqual(errors);
});

test('shows an error of a list entry immediately', () => {
  expect(filterVisibleErrors(getInvalidPageErrors(), new Set(), false).map(({ field }) => field)).toEqual([
    'validCoupons.0',
  ]);
});

test('sorts errors by tab', () => {
  expect(sortByTab(getInvalidPageErrors()).map(({ field }) => field)).toEqual([
    'productName',
    'price',
    'accentColor',
    'validCoupons.0',
    'termsUrl',
  ]);
});

test('shows an error of a setting beside a list only after it was touched', () => {
  const { delivery, ...config } = createEmptyConfig();
  const errors = validatePage({ ...config, delivery: { ...delivery, afterPayment: 'redirect' } });
  const shown = (touched: string[]) => filterVisibleErrors(errors, new Set(touched), false).map(({ field }) => field);
  expect(shown([])).toEqual([]);
  expect(shown(['delivery.redirectUrl'])).toEqual(['delivery.redirectUrl']);
});
