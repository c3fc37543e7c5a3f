import { expect, test } from 'vitest';

import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { pageProblems, tidyConfig } from '#domain/page-problems.ts';

import { contentsOf } from './contents.ts';

const lines = (config: CheckoutPageConfig) =>
  contentsOf(config, pageProblems(tidyConfig(config)), null).flat();
const line = (config: CheckoutPageConfig, label: string) => lines(config).find((one) => one.label === label);

test('reports only name and price as missing on a new page', () => {
  const open = lines(emptyConfig()).filter(({ state }) => state === 'open');
  expect(open.map(({ field }) => field)).toEqual(['productName', 'price']);
});

test('marks an optional part as empty, not as missing', () => {
  expect(line(emptyConfig(), 'Logo')).toMatchObject({ state: 'empty', value: '' });
});

test('links a line to the field that has the error', () => {
  const config = { ...emptyConfig(), successMessage: 'x'.repeat(501) };
  expect(line(config, 'Button')).toMatchObject({ state: 'open', field: 'successMessage' });
});

test('reports a missing link if terms are required', () => {
  const config = { ...emptyConfig(), requireTerms: true };
  expect(line(config, 'Terms')).toMatchObject({ state: 'open', value: 'link?', field: 'termsUrl' });
  expect(line({ ...config, termsUrl: 'https://example.com' }, 'Terms')?.state).toBe('ready');
});

test('summarizes price options, dates and stock in one word each', () => {
  const { countdown, availability, ...config } = emptyConfig();
  const option = {
    id: 'a',
    name: '',
    price: '9',
    paymentType: 'one-time',
    billingFrequency: 'yearly',
  } as const;
  const page = {
    ...config,
    priceOptions: { baseName: 'A', others: [option] },
    countdown: { ...countdown, enabled: true, endsAt: '2026-11-30T17:00:00.000Z' },
    availability: { ...availability, closesAt: '2026-12-30T17:00:00.000Z', stock: 12 },
  };
  const values = ['Options', 'Own amount', 'Countdown', 'Availability'].map(
    (label) => line(page, label)?.value,
  );
  expect(values).toEqual(['2', '', '30 Nov', '12']);
});

test('reports a countdown without an end and links to its switch', () => {
  const config = emptyConfig();
  const page = { ...config, countdown: { ...config.countdown, enabled: true } };
  expect(line(page, 'Countdown')).toMatchObject({ state: 'open', field: 'countdown' });
});

test('does not list coupons that are switched off', () => {
  const validCoupons = [{ code: 'TEN', discount: 10, type: 'percentage' as const }];
  expect(line({ ...emptyConfig(), validCoupons }, 'Coupons')?.state).toBe('empty');
  expect(line({ ...emptyConfig(), validCoupons, enableCoupon: true }, 'Coupons')).toMatchObject({
    state: 'ready',
    value: '1',
  });
});
