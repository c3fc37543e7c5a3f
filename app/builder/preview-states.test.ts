import { expect, test } from 'vitest';

import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { closedIn, configIn, missingFor, shownIn } from './preview-states.ts';

const page: CheckoutPageConfig = {
  ...emptyConfig(),
  price: '29',
  enableCoupon: true,
  validCoupons: [
    { code: 'TOOMUCH', discount: 28.9, type: 'fixed' },
    { code: 'TEN', discount: 10, type: 'percentage' },
  ],
  requireTerms: true,
};

test('applies the first usable coupon with the texts of the real page', () => {
  expect(shownIn('applied', page).discounted).toEqual({
    code: 'TEN',
    originalText: '$29.00 USD',
    totalText: '$26.10 USD',
    savedText: '$2.90',
    total: 2610,
    original: 2900,
    discount: 290,
    plans: [],
  });
});

test('shows the messages of the real page for an invalid coupon and unticked terms', () => {
  expect(shownIn('wrong', page).problems?.coupon?.message).toBe('This coupon code is not valid');
  expect(shownIn('unticked', page).problems?.terms?.title).toBe('Terms required');
  expect(shownIn('ticked', page).typed).toEqual({ terms: true });
});

test('explains an unavailable state and shows the initial page instead', () => {
  const plain = { ...page, enableCoupon: false, requireTerms: false };
  expect(missingFor('applied', plain)).toBe('coupons are off');
  expect(missingFor('ticked', plain)).toBe('terms are off');
  expect(missingFor('applied', { ...page, validCoupons: [] })).toBe('no coupon yet');
  expect(missingFor('wrong', { ...page, validCoupons: [] })).toBeNull();
  expect(shownIn('applied', plain)).toEqual({});
});

const yearly = {
  id: 'y',
  name: '',
  price: '290',
  paymentType: 'subscription' as const,
  billingFrequency: 'yearly' as const,
};
const offer: CheckoutPageConfig = {
  ...page,
  priceOptions: { baseName: '', others: [yearly] },
  countdown: {
    ...page.countdown,
    enabled: true,
    endsAt: '2026-12-01T00:00:00Z',
    atEnd: 'price',
    priceAfter: '39',
  },
  availability: { ...page.availability, opensAt: '2026-11-01T00:00:00Z', stock: 5 },
};

test('shows a coupon on every price option and selects the last option', () => {
  expect(shownIn('applied', offer).discounted?.plans).toMatchObject([
    { plan: 'y', originalText: '$290.00 USD/year', totalText: '$261.00 USD/year' },
  ]);
  expect(shownIn('chosen', offer)).toEqual({ typed: { plan: 'y' } });
  expect(missingFor('chosen', page)).toBe('one price');
});

test('shows the price that applies after the countdown', () => {
  const before = Date.parse('2026-11-30T00:00:00Z');
  expect(configIn('over', offer, before).price).toBe('39');
  expect(configIn('open', offer, before).price).toBe('29');
  expect(configIn('open', offer, before + 2 * 86_400_000).price).toBe('39');
  expect(shownIn('over', offer)).toEqual({ countdownOver: true });
  expect(missingFor('over', page)).toBe('no countdown');
});

test('shows the page closed only for reasons that can occur', () => {
  expect(closedIn('early', offer)).toBe('early');
  expect(closedIn('sold_out', offer)).toBe('sold_out');
  expect(closedIn('closed', offer)).toBeNull();
  expect(missingFor('closed', offer)).toBe('never closes');
  expect(closedIn('early', page)).toBeNull();
});
