import { expect, test } from 'vitest';

import { emptyConfig } from '#domain/checkout-page.ts';
import { pageProblems, tidyConfig } from '#domain/page-problems.ts';

import { countOnTab, inTabOrder, shownProblems, TABS, tabOfField } from './page-tabs.ts';

const broken = () =>
  pageProblems(
    tidyConfig({
      ...emptyConfig(),
      accentColor: 'purple',
      termsUrl: 'example.com',
      validCoupons: [{ code: 'TEN', discount: 200, type: 'percentage' }],
    }),
  );

test('assigns every error of a page to a tab', () => {
  const counts = TABS.map((tab) => countOnTab(broken(), tab));
  expect(counts).toEqual([2, 1, 2]);
});

test('assigns a list entry to the tab of its list', () => {
  expect(tabOfField('features.3')).toBe('content');
  expect(tabOfField('validCoupons.0')).toBe('settings');
});

test('shows no errors on a new page before its fields are touched', () => {
  const problems = pageProblems(emptyConfig());
  expect(shownProblems(problems, new Set(), false)).toEqual([]);
  expect(shownProblems(problems, new Set(['price']), false).map(({ field }) => field)).toEqual(['price']);
  expect(shownProblems(problems, new Set(), true)).toEqual(problems);
});

test('shows an error of a list entry immediately', () => {
  expect(shownProblems(broken(), new Set(), false).map(({ field }) => field)).toEqual(['validCoupons.0']);
});

test('sorts errors by tab', () => {
  expect(inTabOrder(broken()).map(({ field }) => field)).toEqual([
    'productName',
    'price',
    'accentColor',
    'validCoupons.0',
    'termsUrl',
  ]);
});
