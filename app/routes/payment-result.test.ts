import { expect, test } from 'vitest';

import { createEmptyConfig, toPublicConfig } from '#domain/checkout-page.ts';
import type { Receipt } from '#domain/order.ts';
import type { PaidOrder } from '#server/core/services.ts';

import { createPaymentResultView } from './payment-result.ts';

const order: Receipt = {
  number: 7,
  productName: 'Throwing Taller',
  currency: 'USD',
  total: 2400,
  discount: 500,
  couponCode: 'FRIENDS',
  items: [{ name: 'Throwing Taller', quantity: 1, amount: 2900 }],
  email: 'n•••@example.com',
  delivery: 'sent',
  pending: null,
  subscription: null,
  createdAt: '2026-11-22T10:00:00.000Z',
};
const fontFiles = { stylesheet: 'a.css', files: ['b.woff2'] };
const createPaidOrder = (overrides: Partial<PaidOrder>): PaidOrder => ({
  config: { ...toPublicConfig(createEmptyConfig()), productName: 'Throwing Taller', description: 'Clay.' },
  successMessage: 'The kiln opens at nine.',
  logoSize: null,
  fontFiles,
  sellerName: 'Vane',
  sellerEmail: 'vane@example.com',
  pageUrl: '/c/taller',
  returnTo: null,
  state: 'paid',
  order,
  delivery: null,
  redirectUrl: null,
  ...overrides,
});
const createView = (overrides: Partial<PaidOrder>, search = 't=x') =>
  createPaymentResultView(createPaidOrder(overrides), '/success', new URLSearchParams(search));

const { logo, accentColor, fonts, language } = createEmptyConfig();
const page = {
  logo,
  accentColor,
  fonts,
  language,
  logoSize: null,
  sellerName: 'Vane',
  sellerEmail: 'vane@example.com',
};

test('returns only what the page of a paid order shows', () => {
  expect(createView({})).toStrictEqual({
    result: { state: 'paid', page, order, message: 'The kiln opens at nine.' },
    fonts: { fonts, pageFontFiles: fontFiles },
    pollUrl: null,
    pollIntervalS: 20,
  });
});

test.for(['partly_refunded', 'refunded'] as const)("omits the seller's message for an order that is %s", (state) => {
  expect(createView({ state }).result).toStrictEqual({ state, page, order });
});

test.for([
  ['waiting', '', { state: 'waiting', page }, '/success?t=x&polls=1'],
  ['unpaid', '', { state: 'waiting', page }, '/success?t=x&polls=1'],
  ['waiting', '&polls=15', { state: 'late', page, nextUrl: '/success?t=x' }, null],
  ['unpaid', '&polls=15', { state: 'unfinished', page, nextUrl: '/c/taller' }, null],
  ['failed', '', { state: 'unfinished', page, nextUrl: '/c/taller' }, null],
] as const)('returns no paid content for a payment that is %s%s', ([state, extraQuery, result, pollUrl]) => {
  const view = createView({ state, order: state === 'failed' ? order : null }, `t=x${extraQuery}`);
  expect(view).toMatchObject({ result, fonts: { fonts, pageFontFiles: fontFiles }, pollUrl });
});

test('checks a pending payment every 20 seconds for two minutes, then offers a link', () => {
  const state = 'pending';
  expect(createView({ state })).toMatchObject({
    result: { state, page, order, nextUrl: null },
    pollUrl: '/success?t=x&polls=1',
    pollIntervalS: 20,
  });
  expect(createView({ state }, 't=x&polls=6')).toMatchObject({
    result: { state, page, order, nextUrl: '/success?t=x' },
    pollUrl: null,
  });
});

test('shows a generic result without branding for an unknown token', () => {
  expect(createPaymentResultView(null, '/success', new URLSearchParams('t=x'))).toStrictEqual({
    result: { state: 'plain' },
    fonts: null,
    pollUrl: null,
    pollIntervalS: 20,
  });
});
