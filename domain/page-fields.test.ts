import { expect, test } from 'vitest';

import { type CheckoutPageConfig, createEmptyConfig, MAX_CONFIG_BYTES } from './checkout-page.ts';
import { validatePage } from './page-fields.ts';
import { validateSlug } from './slug.ts';

const validConfig = (): CheckoutPageConfig => ({
  ...createEmptyConfig(),
  productName: 'Course',
  price: '29',
});
const validateWith = (changes: Partial<CheckoutPageConfig>) =>
  validatePage({ ...validConfig(), ...changes }).map(({ field, message }) => `${field}: ${message}`);

const testimonial = { name: 'Ann', role: null, rating: 5, text: 'Good' };
const saying = (changes: Partial<typeof testimonial> & { role?: string | null }) =>
  validateWith({ testimonials: { enabled: true, items: [testimonial, { ...testimonial, ...changes }] } });
const coupon = (code: string) => ({ code, discount: 10, type: 'percentage' as const });
const coupons = (count: number) => Array.from({ length: count }, (_, at) => coupon(`C${at}`));
const url = (length: number) => `https://example.com/${'a'.repeat(length - 20)}`;

test('allows publishing a page with a name and a price', () => {
  expect(validatePage(validConfig())).toEqual([]);
});

test('reports a missing name and price on a new page', () => {
  expect(validatePage(createEmptyConfig())).toEqual([
    { field: 'productName', message: 'Enter a product name' },
    { field: 'price', message: 'Set a price' },
  ]);
});

test.for([
  ['productName', 120, 'The product name'],
  ['description', 2000, 'The description'],
  ['buttonText', 40, 'The button text'],
  ['successMessage', 500, 'The success message'],
] as const)('limits %s to %d characters', ([field, limit, what]) => {
  expect(validateWith({ [field]: '😀'.repeat(limit) })).toEqual([]);
  expect(validateWith({ [field]: '😀'.repeat(limit + 1) })).toEqual([
    `${field}: ${what} can’t be longer than ${limit} characters (now ${limit + 1})`,
  ]);
});

test('allows at most ten features', () => {
  const features = (count: number) => Array.from({ length: count }, (_, at) => `Feature ${at}`);
  expect(validateWith({ features: features(10) })).toEqual([]);
  expect(validateWith({ features: features(11) })).toEqual(['features: Maximum 10 features reached']);
});

test('limits a feature to 120 characters and reports it by index', () => {
  expect(validateWith({ features: ['a'.repeat(120)] })).toEqual([]);
  expect(validateWith({ features: ['a', 'a'.repeat(121)] })).toEqual([
    'features.1: A feature can’t be longer than 120 characters (now 121)',
  ]);
});

test('allows at most five testimonials', () => {
  const items = (count: number) => ({
    enabled: true,
    items: Array.from({ length: count }, () => testimonial),
  });
  expect(validateWith({ testimonials: items(5) })).toEqual([]);
  expect(validateWith({ testimonials: items(6) })).toEqual(['testimonials: You can only add up to 5 testimonials']);
});

test('requires a name and a text for a testimonial', () => {
  const message = 'testimonials.1: Name and testimonial text are required';
  expect(saying({ name: '' })).toEqual([message]);
  expect(saying({ text: '' })).toEqual([message]);
});

test.for([
  ['text', 200, 'A testimonial'],
  ['name', 80, 'A name'],
  ['role', 80, 'A role'],
] as const)('limits the %s of a testimonial to %d characters', ([key, limit, what]) => {
  expect(saying({ [key]: 'a'.repeat(limit) })).toEqual([]);
  expect(saying({ [key]: 'a'.repeat(limit + 1) })).toEqual([
    `testimonials.1: ${what} can’t be longer than ${limit} characters (now ${limit + 1})`,
  ]);
});

test('validates a price by the currency of its page', () => {
  expect(validateWith({ price: '0' })).toEqual([]);
  expect(validateWith({ price: '0.5' })).toEqual([]);
  expect(validateWith({ price: '0.49' })).toEqual(['price: Stripe’s minimum in USD is $0.50']);
  expect(validateWith({ price: '29.50', currency: 'JPY' })).toEqual([
    'price: Enter JPY amounts as whole numbers, like 29',
  ]);
  expect(validateWith({ price: '1,5' })).toEqual(['price: Enter a price as a number, like 29.99']);
});

test('allows at most fifty coupons', () => {
  expect(validateWith({ validCoupons: coupons(50) })).toEqual([]);
  expect(validateWith({ validCoupons: coupons(51) })).toEqual(['validCoupons: A page can have at most 50 coupons']);
});

test('rejects duplicate coupon codes', () => {
  expect(validateWith({ validCoupons: [coupon('A'), coupon('B'), coupon('A')] })).toEqual([
    'validCoupons.2: The code A is used by more than one coupon',
  ]);
});

test('validates coupons against the price, or on their own without a price', () => {
  const deep = { code: 'DEEP', discount: 99, type: 'percentage' as const };
  expect(validateWith({ validCoupons: [deep] })).toEqual([
    'validCoupons.0: With DEEP, a buyer would pay $0.29. Stripe’s minimum in USD is $0.50.',
  ]);
  expect(validateWith({ price: '', validCoupons: [deep] })).toEqual(['price: Set a price']);
  expect(validateWith({ price: '', validCoupons: [{ ...deep, discount: 101 }] })).toHaveLength(2);
});

test.for([
  ['termsUrl', 'terms URL'],
  ['privacyUrl', 'privacy URL'],
] as const)('limits the URL %s to 2048 characters', ([field, what]) => {
  expect(validateWith({ [field]: url(2048) })).toEqual([]);
  expect(validateWith({ [field]: url(2049) })).toEqual([
    `${field}: The ${what} can’t be longer than 2048 characters (now 2049)`,
  ]);
  expect(validateWith({ [field]: 'javascript:alert(1)' })).toEqual([
    `${field}: Enter a full ${what} that starts with https:// or http://`,
  ]);
});

test('allows required terms without a terms URL', () => {
  expect(validateWith({ requireTerms: true })).toEqual([]);
});

test.for(['', 'red', '#fff', '#a855f', '#a855f7ff', '#A855F7', '#gggggg', '#a855f7;x'])(
  'rejects %j as a color',
  (accentColor) => {
    expect(validateWith({ accentColor })).toEqual(['accentColor: Enter a hex color with six digits, like #a855f7']);
  },
);

test('rejects reserved slugs and slugs longer than sixty characters', () => {
  expect(validateWith({ customSlug: 'pricing' })).toEqual([
    'customSlug: “pricing” is reserved. Choose a different slug.',
  ]);
  expect([validateSlug(''), validateSlug('my-course'), validateSlug('a'.repeat(60))]).toEqual([null, null, null]);
  expect(validateSlug('a'.repeat(61))).toBe('The custom slug can’t be longer than 60 characters (now 61)');
  expect(validateWith({ customSlug: 'a'.repeat(74) })).toEqual([
    'customSlug: The custom slug can’t be longer than 60 characters (now 74)',
  ]);
});

test('requires a button text', () => {
  expect(validateWith({ buttonText: '' })).toEqual(['buttonText: Enter the button text']);
});

test('limits all texts together to 64 KB, without images', () => {
  const bytes = new TextEncoder().encode(JSON.stringify({ ...validConfig(), logo: null, productImage: null })).length;
  const withBytes = (count: number) =>
    validateWith({
      productImage: `data:image/png;base64,${'A'.repeat(1e6)}`,
      features: ['a'.repeat(count - bytes - 2)],
    });
  expect(withBytes(MAX_CONFIG_BYTES).filter((line) => line.includes('in total'))).toEqual([]);
  expect(withBytes(MAX_CONFIG_BYTES + 1)).toContain(
    'description: This page has too much text in total. Shorten the description or other texts.',
  );
});
