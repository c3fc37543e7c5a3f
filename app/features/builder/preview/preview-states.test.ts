import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';

import { getClosedReason, getConfigInState, getMissingReason, getPropsInState } from './preview-states.ts';

const page: CheckoutPageConfig = {
  ...createEmptyConfig(),
  price: '29',
  enableCoupon: true,
  validCoupons: [
    { code: 'TOOMUCH', discount: 28.9, type: 'fixed' },
    { code: 'TEN', discount: 10, type: 'percentage' },
  ],
  requireTerms: true,
};

test('applies the first usable coupon with the texts of the real page', () => {
  expect(getPropsInState('applied', page).discounted).toMatchObject({
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
  expect(getPropsInState('wrong', page).errors?.coupon?.message).toBe('This coupon code is not valid');
  expect(getPropsInState('unticked', page).errors?.terms?.title).toBe('Terms required');
  expect(getPropsInState('ticked', page).values).toEqual({ terms: true });
});

test('explains an unavailable state and shows the initial page instead', () => {
  const withoutOptions = { ...page, enableCoupon: false, requireTerms: false };
  expect(getMissingReason('applied', withoutOptions)).toBe('coupons are off');
  expect(getMissingReason('ticked', withoutOptions)).toBe('terms are off');
  expect(getMissingReason('applied', { ...page, validCoupons: [] })).toBe('no coupon yet');
  expect(getMissingReason('wrong', { ...page, validCoupons: [] })).toBeNull();
  expect(getPropsInState('applied', withoutOptions)).toEqual({});
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
  expect(getPropsInState('applied', offer).discounted?.plans).toMatchObject([
    { plan: 'y', originalText: '$290.00 USD/year', totalText: '$261.00 USD/year' },
  ]);
  expect(getPropsInState('chosen', offer)).toEqual({ values: { plan: 'y' } });
  expect(getMissingReason('chosen', page)).toBe('only one price');
});

test('adds the first extra that goes with the price', () => {
  const bumps = withBumps(createBump('off', '9', { enabled: false }), createBump('a', '9'), createBump('b', '9'));
  expect(getPropsInState('extra', { ...page, ...bumps })).toEqual({ values: { bumps: ['a'] } });
  expect(getMissingReason('extra', page)).toBe('no extras');
});

test('shows the first quantity with a lower price, or else the largest', () => {
  const quantity = { ...page.quantity, enabled: true, minimum: 2, maximum: 30 };
  const tiers = [
    { from: 20, price: '20', optionPrices: {} },
    { from: 10, price: '25', optionPrices: {} },
    { from: 0, price: '15', optionPrices: {} },
  ];
  expect(getPropsInState('quantity', { ...page, quantity: { ...quantity, tiers } })).toEqual({
    values: { quantity: '10' },
  });
  expect(getPropsInState('quantity', { ...page, quantity })).toEqual({ values: { quantity: '30' } });
  expect(getMissingReason('quantity', page)).toBe('quantity is off');
});

test('shows the price that applies after the countdown', () => {
  const before = Date.parse('2026-11-30T00:00:00Z');
  expect(getConfigInState('over', offer, before).price).toBe('39');
  expect(getConfigInState('open', offer, before).price).toBe('29');
  expect(getConfigInState('open', offer, before + 2 * 86_400_000).price).toBe('39');
  expect(getPropsInState('over', offer)).toEqual({ countdownOver: true });
  expect(getMissingReason('over', page)).toBe('no countdown');
});

test('shows the page closed only for reasons that can occur', () => {
  expect(getClosedReason('early', offer)).toBe('early');
  expect(getClosedReason('sold_out', offer)).toBe('sold_out');
  expect(getClosedReason('closed', offer)).toBeNull();
  expect(getMissingReason('closed', offer)).toBe('no closing date');
  expect(getClosedReason('early', page)).toBeNull();
});

test('selects the first price with payment terms', () => {
  expect(getMissingReason('terms', offer)).toBe('no such price');
  const plan = {
    ...yearly,
    id: 'plan',
    price: '105',
    paymentType: 'payment-plan',
    billingFrequency: 'monthly',
  } as const;
  const withPlan = { ...offer, priceOptions: { baseName: '', others: [yearly, plan] } };
  expect(getPropsInState('terms', withPlan)).toEqual({ values: { plan: 'plan' } });
});

test('shows what is delivered only if there is something', () => {
  expect(getMissingReason('delivered', page)).toBe('nothing to deliver');
  const delivery = { ...page.delivery, items: [{ id: 'a', offeredWith: null }] };
  expect(getMissingReason('delivered', { ...page, delivery })).toBeNull();
});
