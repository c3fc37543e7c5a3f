import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { validatePage, normalizeConfig } from '#domain/page-fields.ts';

import { buildOutline } from './page-outline.tsx';

const outlineLines = (config: CheckoutPageConfig) =>
  buildOutline(config, validatePage(normalizeConfig(config)), null).flat();
const findLine = (config: CheckoutPageConfig, label: string) => outlineLines(config).find((one) => one.label === label);

const deliver = (...ids: string[]): CheckoutPageConfig['delivery'] => ({
  ...createEmptyConfig().delivery,
  items: ids.map((id) => ({ id, offeredWith: null })),
});

test('reports only name and price as missing on a new page', () => {
  const missing = outlineLines(createEmptyConfig()).filter(({ state }) => state === 'missing');
  expect(missing.map(({ field }) => field)).toEqual(['productName', 'price']);
});

test('marks a part that is not needed as optional, not as missing', () => {
  expect(findLine(createEmptyConfig(), 'Logo')).toMatchObject({ state: 'optional', text: 'optional' });
});

test('links a line to the field that has the error', () => {
  const config = { ...createEmptyConfig(), successMessage: 'x'.repeat(501) };
  expect(findLine(config, 'Button')).toMatchObject({ state: 'invalid', text: 'to fix', field: 'successMessage' });
});

test('reports a missing link if terms are required', () => {
  const config = { ...createEmptyConfig(), requireTerms: true };
  expect(findLine(config, 'Terms')).toMatchObject({ state: 'missing', text: 'no link', field: 'termsUrl' });
  expect(findLine({ ...config, termsUrl: 'https://example.com' }, 'Terms')?.state).toBe('ready');
});

test('summarizes price options, quantity, dates and stock in one word each', () => {
  const { countdown, availability, ...config } = createEmptyConfig();
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
    quantity: { ...config.quantity, enabled: true },
  };
  const values = ['Price options', 'Pay what you want', 'Quantity', 'Countdown', 'Dates and stock'].map(
    (label) => findLine(page, label)?.text,
  );
  expect(values).toEqual(['2', 'optional', '1–10', 'Nov 30', '12']);
});

test('reports a countdown without an end and links to its date', () => {
  const config = createEmptyConfig();
  const page = { ...config, countdown: { ...config.countdown, enabled: true } };
  expect(findLine(page, 'Countdown')).toMatchObject({ state: 'missing', field: 'countdown.endsAt' });
});

test('does not list coupons that are switched off', () => {
  const validCoupons = [{ code: 'TEN', discount: 10, type: 'percentage' as const }];
  expect(findLine({ ...createEmptyConfig(), validCoupons }, 'Coupons')?.state).toBe('optional');
  expect(findLine({ ...createEmptyConfig(), validCoupons, enableCoupon: true }, 'Coupons')).toMatchObject({
    state: 'ready',
    text: '1',
  });
});

test('shows numbers only where they say more than the state', () => {
  const config = { ...createEmptyConfig(), productName: 'Linocut', description: 'A course', price: '40' };
  const texts = ['Name', 'Description', 'Price', 'Color'].map((label) => findLine(config, label)?.text);
  expect(texts).toEqual(['ready', 'ready', '40 USD', 'ready']);
});

test('counts what the page delivers, and links to what is missing', () => {
  const page = { ...createEmptyConfig(), delivery: deliver('a', 'b') };
  expect(findLine(createEmptyConfig(), 'Delivery')).toMatchObject({ state: 'optional', field: 'delivery' });
  expect(findLine(page, 'Delivery')).toMatchObject({ state: 'ready', text: '2' });
  const errors = [{ field: 'delivery.1', message: 'Upload a file for “Guide”' }];
  const line = buildOutline(page, errors, null)
    .flat()
    .find(({ label }) => label === 'Delivery');
  expect(line).toMatchObject({ state: 'invalid', text: 'to fix', field: 'delivery.1' });
});
