import { expect, test } from 'vitest';

import { CheckoutPageConfig } from '#domain/checkout-page-schema.ts';
import { pageProblems } from '#domain/page-problems.ts';

import { DEMO_PAGE, SAMPLE_PAGES } from './sample-pages.ts';

test('there is a sample for each layout', () => {
  expect(SAMPLE_PAGES.map(({ config }) => config.layout)).toEqual(['classic', 'modern', 'minimal']);
});

test.each([...SAMPLE_PAGES])('$config.productName could be published as it is', ({ config }) => {
  expect(CheckoutPageConfig.parse(config)).toEqual(config);
  expect(pageProblems(config)).toEqual([]);
});

test('only the address of the demo page is beyond what a seller may choose', () => {
  expect(pageProblems(DEMO_PAGE.config).map(({ field }) => field)).toEqual(['customSlug']);
});
