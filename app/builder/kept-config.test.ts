import { expect, test } from 'vitest';

import { CheckoutPageConfig } from '#domain/checkout-page-schema.ts';
import { emptyConfig } from '#domain/checkout-page.ts';

import { isKeptConfig } from './kept-config.ts';

const full = {
  ...emptyConfig(),
  features: ['One'],
  testimonials: { enabled: true, items: [{ name: 'Joan', role: null, rating: 4, text: 'Good' }] },
  validCoupons: [
    { code: 'TEN', discount: 10, type: 'percentage' },
    {
      code: 'FEW',
      discount: 5,
      type: 'fixed',
      endsAt: '2026-11-30T17:00:00.000Z',
      limit: 10,
      perBuyer: null,
    },
  ],
};

test('what the schema takes can be shown', () => {
  for (const config of [emptyConfig(), full]) {
    expect(CheckoutPageConfig.safeParse(config).success).toBe(true);
    expect(isKeptConfig(structuredClone(config))).toBe(true);
  }
});

test.each([
  [null],
  ['text'],
  [[]],
  [{}],
  [{ ...full, price: 29 }],
  [{ ...full, layout: 'wide' }],
  [{ ...full, currency: 'XYZ' }],
  [{ ...full, features: 'One' }],
  [{ ...full, testimonials: { enabled: true, items: [{ name: 'Joan' }] } }],
  [{ ...full, validCoupons: [{ code: 'TEN', discount: '10', type: 'percentage' }] }],
  [{ ...full, validCoupons: [{ code: 'TEN', discount: 10, type: 'percentage', limit: '10' }] }],
  [{ ...full, fonts: { heading: 'Comic Sans', body: 'Inter' } }],
  [{ ...full, more: 1 }],
  [{ ...full, customSlug: undefined }],
])('anything else is left alone: %j', (kept) => {
  expect(isKeptConfig(kept)).toBe(false);
});
