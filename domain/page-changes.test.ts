import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from './checkout-page.ts';
import { describeConfigChanges } from './page-fields.ts';
import { normalizeConfig } from './page-fields.ts';
import { configArbitrary } from './testing/page-config.ts';
import { propertyRuns } from './testing/property-runs.ts';

type Change = Partial<CheckoutPageConfig>;

const base = (change: Change = {}): CheckoutPageConfig => ({
  ...createEmptyConfig(),
  productName: 'Course',
  price: '49',
  ...change,
});
const changes = (before: Change, after: Change) => describeConfigChanges(base(before), base(after));

const testimonial = (name: string, text = 'Good', rating = 5) => ({ name, role: null, rating, text });
const coupon = (code: string, discount: number, type: 'percentage' | 'fixed' = 'percentage') => ({
  code,
  discount,
  type,
});
const items = (...all: ReturnType<typeof testimonial>[]): Change => ({
  testimonials: { enabled: true, items: all },
});

const tier = (from: number, price: string, optionPrices = {}) => ({ from, price, optionPrices });
const seats = (change: Partial<CheckoutPageConfig['quantity']> = {}): Change => ({
  quantity: { enabled: true, minimum: 1, maximum: 10, singular: '', plural: '', tiers: [], ...change },
});

const item = (id: string, offeredWith: string[] | null = null) => ({ id, offeredWith });
const delivery = (change: Partial<CheckoutPageConfig['delivery']>): Change => ({
  delivery: { ...createEmptyConfig().delivery, ...change },
});

test.for<[string, Change, Change, string[]]>([
  ['a price', {}, { price: '59' }, ['Price: 49 → 59 USD']],
  ['a currency', {}, { currency: 'EUR' }, ['Price: 49 USD → 49 EUR']],
  ['no price', {}, { price: '' }, ['Price: 49 USD → none']],
  ['a name', {}, { productName: 'Class' }, ['Product name: “Course” → “Class”']],
  ['a name where none was', { productName: '' }, {}, ['Product name “Course” added']],
  ['a name taken away', {}, { productName: ' ' }, ['Product name “Course” removed']],
  ['a long name', {}, { productName: 'x'.repeat(90) }, [`Product name: “Course” → “${'x'.repeat(59)}…”`]],
  ['a description', { description: 'a' }, { description: 'b' }, ['Description changed']],
  ['a new description', {}, { description: 'b' }, ['Description added']],
  ['a picture', {}, { productImage: 'data:image/png;base64,AA' }, ['Product image added']],
  ['a picture taken away', { productImage: 'data:image/png;base64,AA' }, {}, ['Product image removed']],
  ['a payment type', {}, { paymentType: 'subscription' }, ['Payment type: one-time → subscription']],
  ['a frequency', {}, { billingFrequency: 'yearly' }, ['Billing frequency: monthly → yearly']],
  ['a feature more', { features: ['a'] }, { features: ['a', 'b'] }, ['Feature “b” added']],
  ['a feature less', { features: ['a', 'b'] }, { features: ['b'] }, ['Feature “a” removed']],
  ['a feature in place', { features: ['a', 'b'] }, { features: ['a', 'c'] }, ['Feature “b” → “c”']],
  ['features in another order', { features: ['a', 'b'] }, { features: ['b', 'a'] }, ['Features reordered']],
  ['one of two equal features', { features: ['a', 'a'] }, { features: ['a'] }, ['Feature “a” removed']],
  ['a blank feature', {}, { features: [' '] }, []],
  ['a testimonial more', items(), items(testimonial('Joan')), ['Testimonial from Joan added']],
  ['a testimonial less', items(testimonial('Joan')), items(), ['Testimonial from Joan removed']],
  [
    'another rating',
    items(testimonial('Joan')),
    items(testimonial('Joan', 'Good', 4)),
    ['Testimonial from Joan changed'],
  ],
  [
    'testimonials in another order',
    items(testimonial('Joan'), testimonial('Ann')),
    items(testimonial('Ann'), testimonial('Joan')),
    ['Testimonials reordered'],
  ],
  ['a testimonial of nobody', items(), items(testimonial('')), ['Testimonial without a name added']],
  ['testimonials switched on', {}, items(), ['Testimonials now shown']],
  ['a button', {}, { buttonText: 'Join' }, ['Button text: “Buy now” → “Join”']],
  ['a success message', {}, { successMessage: 'Welcome' }, ['Success message changed']],
  ['a layout', {}, { layout: 'modern' }, ['Layout: classic → modern']],
  ['a logo’s place', {}, { logoPosition: 'top-center' }, ['Logo position: top-left → top-center']],
  ['an accent', {}, { accentColor: '#112233' }, ['Accent color: #a855f7 → #112233']],
  ['fonts', {}, { fonts: { heading: 'Lora', body: 'Inter' } }, ['Fonts: Inter / Inter → Lora / Inter']],
  ['an address', {}, { customSlug: 'taller' }, ['Page URL: automatic → /c/taller']],
  ['coupons switched on', {}, { enableCoupon: true }, ['Coupons now accepted']],
  ['a coupon more', {}, { validCoupons: [coupon('EARLY20', 20)] }, ['Coupon EARLY20 added']],
  [
    'a coupon’s discount',
    { validCoupons: [coupon('EARLY20', 20)] },
    { validCoupons: [coupon('EARLY20', 25)] },
    ['Coupon EARLY20: 20% → 25%'],
  ],
  [
    'a coupon’s kind',
    { validCoupons: [coupon('EARLY20', 20)] },
    { validCoupons: [coupon('EARLY20', 9.5, 'fixed')] },
    ['Coupon EARLY20: 20% → 9.5 USD'],
  ],
  [
    'who can use a coupon, for how many payments, and its note',
    { validCoupons: [coupon('EARLY20', 20)] },
    { validCoupons: [{ ...coupon('EARLY20', 20), payments: 3, buyers: 'new', note: 'For Ann' }] },
    ['Coupon EARLY20: payments all → 3, for everyone → new buyers, note none → “For Ann”'],
  ],
  [
    'a paused coupon',
    { validCoupons: [coupon('EARLY20', 20)] },
    { validCoupons: [{ ...coupon('EARLY20', 20), paused: true }] },
    ['Coupon EARLY20: active → paused'],
  ],
  [
    'the page whose buyers can use a coupon',
    { validCoupons: [{ ...coupon('EARLY20', 20), buyers: 'page', buyersOf: 'one' }] },
    { validCoupons: [{ ...coupon('EARLY20', 20), buyers: 'page', buyersOf: 'two' }] },
    ['Coupon EARLY20 changed'],
  ],
  [
    'deliverables more, less, in another order, and with other prices',
    delivery({ items: [item('a'), item('b'), item('c')] }),
    delivery({ items: [item('c'), item('b', ['base']), item('d'), item('e')] }),
    [
      '2 items added to delivery',
      '1 item removed from delivery',
      'Included items by price changed',
      'What buyers get reordered',
    ],
  ],
  [
    'what comes after the payment',
    {},
    delivery({ afterPayment: 'redirect', redirectUrl: ' https://example.com/{order_id} ', signRedirect: true }),
    [
      'After payment: a message → your site',
      'URL after payment: none → https://example.com/{order_id}',
      'URL after payment now signed',
    ],
  ],
  ['terms', {}, { requireTerms: true }, ['Terms now required']],
  ['terms no more', { requireTerms: true }, {}, ['Terms no longer required']],
  ['a terms address', {}, { termsUrl: 'https://shop.example/' }, ['Terms URL added']],
  ['a privacy address', { privacyUrl: 'https://shop.example/' }, {}, ['Privacy URL removed']],
  ['quantities switched on', {}, seats(), ['Buyers now choose the quantity']],
  ['quantities switched off', seats(), {}, ['Buyers no longer choose the quantity']],
  [
    'the limits of the quantity',
    seats(),
    seats({ minimum: 2, maximum: 50 }),
    ['Smallest quantity: 1 → 2', 'Largest quantity: 10 → 50'],
  ],
  [
    'what a unit is called',
    seats(),
    seats({ singular: ' seat ', plural: 'seats' }),
    ['Unit names: none → “seat”, “seats”'],
  ],
  ['a lower price', seats(), seats({ tiers: [tier(5, '40')] }), ['Volume prices: none → 40 from 5']],
  [
    'a lower price of two options and another one before it',
    seats({ tiers: [tier(5, '40')] }),
    seats({ tiers: [tier(5, '40', { vip: '90' }), tier(3, '45')] }),
    ['Volume prices: 40 from 5 → 45 from 3, 40 / 90 from 5'],
  ],
  [
    'lower prices in another order',
    seats({ tiers: [tier(5, '40'), tier(3, '45')] }),
    seats({ tiers: [tier(3, '45'), tier(5, '40')] }),
    [],
  ],
  ['only blanks', {}, { productName: ' Course ', price: ' 49 ', accentColor: '#A855F7' }, []],
])('describes %s', ([, before, after, lines]) => {
  expect(changes(before, after)).toEqual(lines);
});

test('lists several changes in the order of the builder’s fields', () => {
  const after = { requireTerms: true, price: '59', layout: 'minimal', productName: 'Class' } as const;
  expect(changes({}, after)).toEqual([
    'Product name: “Course” → “Class”',
    'Price: 49 → 59 USD',
    'Layout: classic → minimal',
    'Terms now required',
  ]);
});

const IMAGES = ['1', '2'].map((digit) => `/media/${digit.repeat(64)}.webp`);
const DELIVERABLES = ['a', 'b', 'c'];
const KEYS = Object.keys(createEmptyConfig()) as (keyof CheckoutPageConfig)[];

test('reports nothing exactly if both configs are equal after normalization', () => {
  const configPair = fc.tuple(
    configArbitrary(IMAGES, DELIVERABLES),
    configArbitrary(IMAGES, DELIVERABLES),
    fc.subarray(KEYS),
  );
  fc.assert(
    fc.property(configPair, ([before, other, keys]) => {
      const changed = Object.fromEntries(keys.map((key) => [key, other[key]]));
      const after = { ...before, ...changed };
      const equal = JSON.stringify(normalizeConfig(before)) === JSON.stringify(normalizeConfig(after));
      expect(describeConfigChanges(before, after).length === 0).toBe(equal);
    }),
    { numRuns: propertyRuns(300) },
  );
});

test('reports each changed key separately', () => {
  fc.assert(
    fc.property(configArbitrary(IMAGES, DELIVERABLES), configArbitrary(IMAGES, DELIVERABLES), (before, other) => {
      for (const key of KEYS) {
        const after = { ...before, [key]: other[key] };
        const differs = JSON.stringify(normalizeConfig(before)[key]) !== JSON.stringify(normalizeConfig(after)[key]);
        expect([key, describeConfigChanges(before, after).length > 0]).toEqual([key, differs]);
      }
    }),
    { numRuns: 100 },
  );
});

test('reports a change and its reversal in the same number of lines', () => {
  fc.assert(
    fc.property(configArbitrary(IMAGES, DELIVERABLES), configArbitrary(IMAGES, DELIVERABLES), (before, after) => {
      expect(describeConfigChanges(before, after)).toHaveLength(describeConfigChanges(after, before).length);
    }),
    { numRuns: 100 },
  );
});

test('reports both moves and changes of list entries', () => {
  const [one, two, three] = [coupon('ONE', 1), coupon('TWO', 2), coupon('THREE', 3)];
  const after = { validCoupons: [three, coupon('ONE', 5), coupon('FOUR', 4)] };
  expect(changes({ validCoupons: [one, two, three] }, after)).toEqual([
    'Coupon ONE: 1% → 5%',
    'Coupon FOUR added',
    'Coupon TWO removed',
    'Coupons reordered',
  ]);
});
