import { access } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { CheckoutPageConfig } from '#domain/checkout-page-schema.ts';
import { formatPrice } from '#domain/format-price.ts';
import { validatePage } from '#domain/page-fields.ts';

import { DEMO_COURSE, DEMO_MEMBERSHIP, DEMO_PAGES } from './demo-pages.ts';
import { SAMPLE_PAGES } from './sample-pages.ts';
import { PAGE_TEMPLATES } from './templates.ts';

const PUBLIC = path.join(import.meta.dirname, '../public');

test('prices one demo at $99 once and the other at $29 a month', () => {
  expect(DEMO_COURSE.config.productName).toBe('Premium Course');
  expect(formatPrice(DEMO_COURSE.config)).toBe('$99 USD');
  expect(formatPrice(DEMO_MEMBERSHIP.config)).toBe('$29 USD/month');
});

test.each([...DEMO_PAGES])('$config.productName is publishable as it is', async ({ config, ...demo }) => {
  expect(CheckoutPageConfig.parse(config)).toEqual(config);
  expect(validatePage(config)).toEqual([]);
  for (const file of [demo.picture, demo.logo]) await access(path.join(PUBLIC, file));
});

test('links each demo to the other', () => {
  expect(DEMO_PAGES.map(({ otherDemo }) => otherDemo.href)).toEqual([DEMO_MEMBERSHIP.path, DEMO_COURSE.path]);
});

test('uses each testimonial author on one page only', () => {
  const names = [...DEMO_PAGES, ...SAMPLE_PAGES, ...PAGE_TEMPLATES].flatMap(({ config }) =>
    config.testimonials.items.map(({ name }) => name),
  );
  expect(new Set(names).size).toBe(names.length);
});
