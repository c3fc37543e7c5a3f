import { expect, test } from 'vitest';

import { CheckoutPageConfig } from '#domain/checkout-page-schema.ts';
import { validatePage } from '#domain/page-fields.ts';

import { DEMO_PAGE, SAMPLE_PAGES } from './sample-pages.ts';

test('has a sample for each layout', () => {
  expect(SAMPLE_PAGES.map(({ config }) => config.layout)).toEqual(['classic', 'modern', 'minimal']);
});

test.each([...SAMPLE_PAGES])('$config.productName is publishable as it is', ({ config }) => {
  expect(CheckoutPageConfig.parse(config)).toEqual(config);
  expect(validatePage(config)).toEqual([]);
});

test('reserves only the slug of the demo page', () => {
  expect(validatePage(DEMO_PAGE.config).map(({ field }) => field)).toEqual(['customSlug']);
});
