import fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyConfig } from '#domain/any-config.ts';
import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { likeliestTemplate, withTemplate } from './template-switch.ts';
import { PAGE_TEMPLATES, type PageTemplate } from './templates.ts';

const PICTURE = '/media/template.webp';
const OF_THE_SELLER = [
  'logo',
  'logoPosition',
  'productImage',
  'customSlug',
  'enableCoupon',
  'validCoupons',
  'requireTerms',
  'termsUrl',
  'privacyUrl',
] as const;

const template = fc.constantFrom(...PAGE_TEMPLATES);
const blankOrTemplate = fc.constantFrom(emptyConfig(), ...PAGE_TEMPLATES.map(({ config }) => config));
const mine = fc.string({ maxLength: 20 }).map((text) => `Mine ${text}`);

/** Any of the fields, with values that no template has. */
const typed = fc.record(
  {
    productName: mine,
    description: mine,
    buttonText: mine,
    successMessage: mine,
    features: fc.array(mine, { minLength: 1, maxLength: 4 }),
    testimonials: fc.record({
      enabled: fc.boolean(),
      items: fc.array(fc.record({ name: mine, rating: fc.constantFrom(3, 4, 5), text: mine }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    price: fc.integer({ min: 1000, max: 9000 }).map((whole) => `${whole}.37`),
    accentColor: fc.constantFrom('#123456', '#abcdef'),
    fonts: fc.constant<CheckoutPageConfig['fonts']>({ heading: 'Lora', body: 'Roboto' }),
  },
  { requiredKeys: [] },
);

const switched = (from: CheckoutPageConfig, templates: readonly PageTemplate[]): CheckoutPageConfig =>
  templates.reduce((config, next) => withTemplate(config, next, PICTURE), from);

test('keeps the seller’s input through any sequence of templates and takes the rest from the last one', () => {
  fc.assert(
    fc.property(blankOrTemplate, typed, fc.array(template), template, (start, own, others, last) => {
      const { currency, paymentType, billingFrequency } = start;
      const money = own.price === undefined ? {} : { currency, paymentType, billingFrequency };
      expect(switched({ ...start, ...own }, [...others, last])).toEqual({
        ...last.config,
        ...own,
        ...money,
        productImage: PICTURE,
      });
    }),
  );
});

test('keeps logo, slug, coupons and terms on any page and uses the given image', () => {
  fc.assert(
    fc.property(anyConfig(['/media/own.webp']), template, (config, next) => {
      const kept = withTemplate(config, next, config.productImage);
      for (const key of OF_THE_SELLER) expect(kept[key]).toEqual(config[key]);
    }),
  );
});

test('replaces a template without input from the seller entirely', () => {
  for (const { config } of PAGE_TEMPLATES)
    for (const next of PAGE_TEMPLATES)
      expect(withTemplate(config, next, PICTURE)).toEqual({ ...next.config, productImage: PICTURE });
});

test.each<Partial<CheckoutPageConfig>>([
  { currency: 'SEK' },
  { paymentType: 'subscription', billingFrequency: 'yearly' },
])('keeps a price of which the seller changed a part: %j', (chosen) => {
  for (const { config } of PAGE_TEMPLATES) {
    const { price, currency, paymentType, billingFrequency } = { ...config, price: '41', ...chosen };
    const money = { price, currency, paymentType, billingFrequency };
    for (const next of PAGE_TEMPLATES)
      expect(withTemplate({ ...config, ...money }, next, null)).toMatchObject(money);
  }
});

test('keeps the seller’s offers and their price together', () => {
  const empty = emptyConfig();
  const yearly = {
    id: 'y',
    name: '',
    price: '290',
    paymentType: 'subscription',
    billingFrequency: 'yearly',
  } as const;
  const offers: Partial<CheckoutPageConfig>[] = [
    { priceOptions: { baseName: 'Once', others: [yearly] } },
    { payWhatYouWant: { ...empty.payWhatYouWant, enabled: true, minimum: '5' } },
    { countdown: { ...empty.countdown, enabled: true, atEnd: 'price', priceAfter: '59' } },
  ];
  for (const { config } of PAGE_TEMPLATES)
    for (const offer of offers)
      for (const next of PAGE_TEMPLATES) {
        const { price, currency } = config;
        expect(withTemplate({ ...config, ...offer }, next, null)).toMatchObject({
          price,
          currency,
          ...offer,
        });
      }
});

test('never replaces the seller’s dates, stock and embedding settings', () => {
  const availability = { ...emptyConfig().availability, stock: 5, closesAt: '2026-11-30T17:00:00.000Z' };
  const own = { availability, timeZone: 'Europe/Berlin', embedding: { origins: ['https://a.example'] } };
  for (const { config } of PAGE_TEMPLATES)
    for (const next of PAGE_TEMPLATES)
      expect(withTemplate({ ...config, ...own }, next, null)).toMatchObject(own);
});

test('recognizes the template that most of a page comes from', () => {
  fc.assert(
    fc.property(template, mine, fc.string(), (from, productName, price) => {
      expect(likeliestTemplate({ ...from.config, productName, price })).toBe(from);
    }),
  );
  expect(likeliestTemplate(emptyConfig())).toBeNull();
});

test('recognizes stored lists regardless of key order', () => {
  for (const { config } of PAGE_TEMPLATES) {
    const { heading, body } = config.fonts;
    const [next] = PAGE_TEMPLATES;
    if (next)
      expect(withTemplate({ ...config, fonts: { body, heading } }, next, null).fonts).toEqual(
        next.config.fonts,
      );
  }
});
