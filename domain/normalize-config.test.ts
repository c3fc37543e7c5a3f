import fc from 'fast-check';
import { expect, test } from 'vitest';

import { CheckoutPageConfig } from './checkout-page-schema.ts';
import { createEmptyConfig } from './checkout-page.ts';
import { normalizeConfig } from './page-fields.ts';
import { propertyRuns } from './testing/property-runs.ts';

const tidied = (changes: Partial<CheckoutPageConfig>) => normalizeConfig({ ...createEmptyConfig(), ...changes });

test('cleans texts and reduces names to one line', () => {
  const { productName, description } = tidied({ productName: ' My\n\u202ecourse ', description: ' a\r\nb ' });
  expect([productName, description]).toEqual(['My course', 'a\nb']);
});

test('trims features and drops blank ones', () => {
  expect(tidied({ features: [' One ', '', ' \n', '\u200b', 'Two'] }).features).toEqual(['One', 'Two']);
});

test('upper-cases codes and removes blanks', () => {
  const validCoupons = [{ code: ' summer-24 ', discount: 10, type: 'fixed' as const }];
  expect(tidied({ validCoupons }).validCoupons[0]?.code).toBe('SUMMER-24');
});

test('normalizes URLs and keeps anything else as typed', () => {
  const { termsUrl, privacyUrl } = tidied({
    termsUrl: ' HTTPS://Example.com/ä\u202e ',
    privacyUrl: ' soon ',
  });
  expect([termsUrl, privacyUrl]).toEqual(['https://example.com/%C3%A4%E2%80%AE', 'soon']);
});

test('trims price, color and slug', () => {
  expect(tidied({ price: ' 29 ', accentColor: ' #A855F7 ', customSlug: '-My Course-' })).toMatchObject({
    price: '29',
    accentColor: '#a855f7',
    customSlug: 'mycourse',
  });
});

test('turns a blank role into null', () => {
  const items = [' ', '', null, undefined].map((role) => ({ name: 'Ann', role, rating: 5, text: 'Good' }));
  const { testimonials } = tidied({ testimonials: { enabled: true, items } });
  expect(testimonials.items.map(({ role }) => role)).toEqual([null, null, null, null]);
});

test('produces a valid config and is idempotent', () => {
  const text = fc.string({ unit: 'binary' });
  const changes = fc.record({
    productName: text,
    description: text,
    price: fc.string({ maxLength: 40 }),
    features: fc.array(text),
    accentColor: fc.string({ maxLength: 20 }),
    buttonText: text,
    successMessage: text,
    customSlug: text,
    termsUrl: fc.oneof(
      text,
      fc.webUrl(),
      text.map((path) => `https://example.com/${path}`),
    ),
    testimonials: fc.record({
      enabled: fc.boolean(),
      items: fc.array(fc.record({ name: text, role: text, rating: fc.constant(5), text }), { maxLength: 5 }),
    }),
    validCoupons: fc.array(fc.record({ code: text, discount: fc.constant(5), type: fc.constant('fixed' as const) }), {
      maxLength: 5,
    }),
  });
  fc.assert(
    fc.property(changes, (changed) => {
      const normalized = tidied(changed);
      expect(normalizeConfig(normalized)).toEqual(normalized);
      expect(CheckoutPageConfig.safeParse(normalized).success).toBe(true);
    }),
    { numRuns: propertyRuns(1_000) },
  );
});
