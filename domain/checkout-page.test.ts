import { expect, test } from 'vitest';
import { z } from 'zod';

import { CheckoutPageConfig, parseStoredConfig, createConfigParser } from './checkout-page-schema.ts';
import {
  createAddedFields,
  createPaymentTerms,
  CONFIG_SCHEMA,
  createEmptyConfig,
  toPublicConfig,
} from './checkout-page.ts';
import { listPriceOptions } from './offer.ts';
import { hasPaymentTerms } from './payment-terms.ts';

const isConfig = (value: unknown) => CheckoutPageConfig.safeParse(value).success;
const media = `/media/${'0a'.repeat(32)}.webp`;

const full = (): CheckoutPageConfig => ({
  ...createEmptyConfig(),
  logo: media,
  productImage: 'data:image/png;base64,AAAA',
  productName: 'Course',
  price: '29',
  features: ['One'],
  testimonials: { enabled: true, items: [{ name: 'Ann', role: null, rating: 5, text: 'Good' }] },
  validCoupons: [{ code: 'SAVE', discount: 10, type: 'percentage' }],
  customSlug: 'course',
});

test('creates an empty page that is a valid config with the specification’s defaults', () => {
  expect(CheckoutPageConfig.parse(createEmptyConfig())).toEqual(createEmptyConfig());
  expect(createEmptyConfig()).toMatchObject({
    currency: 'USD',
    accentColor: '#a855f7',
    features: [],
    validCoupons: [],
    testimonials: { enabled: false, items: [] },
  });
});

test('creates empty pages that share no objects', () => {
  const [one, other] = [createEmptyConfig(), createEmptyConfig()];
  one.features.push('x');
  one.fonts.heading = 'Lora';
  expect(other).toEqual(createEmptyConfig());
});

const SPECIFIED = Object.keys(CheckoutPageConfig.shape).filter((key) => !Object.hasOwn(createAddedFields(), key));

test('has every key of the specification and the keys added later', () => {
  expect(SPECIFIED.toSorted()).toEqual(
    'accentColor billingFrequency buttonText currency customSlug description enableCoupon features fonts layout logo logoPosition paymentType price privacyUrl productImage productName requireTerms successMessage termsUrl testimonials validCoupons'.split(
      ' ',
    ),
  );
});

test('turns every added feature off in a config with only the specification’s keys', () => {
  const specified = Object.fromEntries(Object.entries(full()).filter(([key]) => SPECIFIED.includes(key)));
  expect(CheckoutPageConfig.parse(specified)).toEqual({ ...specified, ...createAddedFields() });
});

test.for(SPECIFIED)('rejects a config without %s', (key) => {
  expect(isConfig(Object.fromEntries(Object.entries(full()).filter(([name]) => name !== key)))).toBe(false);
  expect(isConfig({ ...full(), [key]: undefined })).toBe(false);
});

test('rejects unknown keys at every depth', () => {
  expect(isConfig(full())).toBe(true);
  expect(isConfig({ ...full(), isAdmin: true })).toBe(false);
  expect(isConfig({ ...full(), fonts: { ...full().fonts, mono: 'Inter' } })).toBe(false);
  expect(isConfig({ ...full(), testimonials: { enabled: true, items: [], more: 1 } })).toBe(false);
});

test.for([
  ['layout', 'wide'],
  ['logoPosition', 'bottom'],
  ['paymentType', 'recurring'],
  ['billingFrequency', 'daily'],
  ['currency', 'usd'],
  ['currency', 'RUB'],
  ['price', 29],
  ['features', 'One'],
  ['enableCoupon', 'yes'],
  ['fonts', { heading: 'Arial', body: 'Inter' }],
  ['logo', 'https://example.com/a.png'],
  ['logo', 'data:text/html,x'],
  ['productImage', '/media/../secret.webp'],
  ['productImage', ''],
] as const)('%s cannot be %j', ([key, value]) => {
  expect(isConfig({ ...full(), [key]: value })).toBe(false);
});

test('accepts an unfinished draft as a valid config', () => {
  expect(isConfig({ ...full(), price: 'soon', accentColor: '#a8', termsUrl: 'exam', customSlug: 'A b' })).toBe(true);
});

test('hides coupons, slug, success message, delivery, payment settings and embedding origins from buyers', () => {
  const {
    validCoupons: _,
    customSlug: __,
    embedding: ___,
    successMessage: ____,
    payment: _____,
    delivery: ______,
    ...rest
  } = full();
  expect(toPublicConfig(full())).toStrictEqual(rest);
  expect(JSON.stringify(toPublicConfig(full()))).not.toContain('SAVE');
});

test('shows buyers the remaining stock where the page shows it, never the total stock', () => {
  const availability = { ...createEmptyConfig().availability, stock: 40 };
  expect(toPublicConfig({ ...full(), availability }).availability).toStrictEqual({
    ...availability,
    stock: null,
  });
});

test('reads back a stored config', () => {
  expect(parseStoredConfig(CONFIG_SCHEMA, JSON.parse(JSON.stringify(full())))).toEqual(full());
});

test('reads configs of every older schema when a key is added', () => {
  const next = CONFIG_SCHEMA + 1;
  const Extended = CheckoutPageConfig.extend({ subtitle: z.string().max(100).default('') });
  const read = createConfigParser(Extended, next);
  const added = Object.keys(createAddedFields());
  const first = Object.fromEntries(Object.entries(full()).filter(([key]) => !added.includes(key)));
  expect(read(1, first)).toEqual({ ...full(), ...createAddedFields(), subtitle: '' });
  for (let schema = 2; schema <= CONFIG_SCHEMA; schema += 1)
    expect(read(schema, full())).toEqual({ ...full(), subtitle: '' });
  expect(read(next, { ...full(), subtitle: 'By hand' })).toEqual({ ...full(), subtitle: 'By hand' });
  expect(() => read(next + 1, full())).toThrow(RangeError);
});

test('gives the prices of configs before schema 6 the default payment terms', () => {
  const { paymentTerms: _, ...stored } = full();
  const yearly = { id: 'y', name: '', price: '290', paymentType: 'subscription', billingFrequency: 'yearly' } as const;
  const priceOptions = { baseName: '', others: [yearly] };
  for (const schema of [1, 2, 3, 4, 5]) {
    const config = parseStoredConfig(schema, { ...stored, priceOptions });
    expect(listPriceOptions(config).map(({ paymentTerms }) => paymentTerms)).toEqual([
      createPaymentTerms(),
      createPaymentTerms(),
    ]);
    expect(listPriceOptions(config).some(hasPaymentTerms)).toBe(false);
  }
});

test('does not read a config of an unknown schema or shape', () => {
  expect(() => parseStoredConfig(0, full())).toThrow(RangeError);
  expect(() => parseStoredConfig(1.5, full())).toThrow(RangeError);
  expect(() => parseStoredConfig(CONFIG_SCHEMA + 1, full())).toThrow(RangeError);
  expect(() => parseStoredConfig(CONFIG_SCHEMA, {})).toThrow('Invalid input');
});
