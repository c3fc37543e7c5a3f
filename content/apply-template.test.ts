import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { Deliverable } from '#domain/deliverable.ts';
import { pick } from '#domain/pick.ts';
import { configArbitrary } from '#domain/testing/page-config.ts';

import { applyTemplate, deliversOnlyTemplates, findLikelyTemplate } from './apply-template.ts';
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
const unchangedConfig = fc.constantFrom(createEmptyConfig(), ...PAGE_TEMPLATES.map(({ config }) => config));
const sellerText = fc.string({ maxLength: 20 }).map((text) => `Mine ${text}`);

/** Any of the fields, with values that no template has. */
const sellerInput = fc.record(
  {
    productName: sellerText,
    description: sellerText,
    buttonText: sellerText,
    successMessage: sellerText,
    features: fc.array(sellerText, { minLength: 1, maxLength: 4 }),
    testimonials: fc.record({
      enabled: fc.boolean(),
      items: fc.array(fc.record({ name: sellerText, rating: fc.constantFrom(3, 4, 5), text: sellerText }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    price: fc.integer({ min: 1000, max: 9000 }).map((integerPart) => `${integerPart}.37`),
    accentColor: fc.constantFrom('#123456', '#abcdef'),
    fonts: fc.constant<CheckoutPageConfig['fonts']>({ heading: 'Lora', body: 'Roboto' }),
  },
  { requiredKeys: [] },
);

const applyTemplates = (from: CheckoutPageConfig, templates: readonly PageTemplate[]): CheckoutPageConfig =>
  templates.reduce((config, next) => applyTemplate(config, next, PICTURE), from);

test('keeps the seller’s input through any sequence of templates and takes the rest from the last one', () => {
  fc.assert(
    fc.property(
      unchangedConfig,
      sellerInput,
      fc.array(template),
      template,
      (start, sellerFields, otherFields, last) => {
        const priceFields =
          sellerFields.price === undefined
            ? {}
            : pick(start, ['currency', 'paymentType', 'billingFrequency', 'paymentTerms', 'priceOptions', 'quantity']);
        expect(applyTemplates({ ...start, ...sellerFields }, [...otherFields, last])).toEqual({
          ...last.config,
          ...sellerFields,
          ...priceFields,
          productImage: PICTURE,
        });
      },
    ),
  );
});

test('keeps logo, slug, coupons and terms on any page and uses the given image', () => {
  fc.assert(
    fc.property(configArbitrary(['/media/own.webp']), template, (config, next) => {
      const unchangedFields = applyTemplate(config, next, config.productImage);
      for (const key of OF_THE_SELLER) expect(unchangedFields[key]).toEqual(config[key]);
    }),
  );
});

test('replaces a template without input from the seller entirely', () => {
  for (const { config } of PAGE_TEMPLATES)
    for (const next of PAGE_TEMPLATES)
      expect(applyTemplate(config, next, PICTURE)).toEqual({ ...next.config, productImage: PICTURE });
});

test.each<Partial<CheckoutPageConfig>>([
  { currency: 'SEK' },
  { paymentType: 'subscription', billingFrequency: 'yearly' },
])('keeps a price of which the seller changed a part: %j', (changedFields) => {
  for (const { config } of PAGE_TEMPLATES) {
    const { price, currency, paymentType, billingFrequency } = { ...config, price: '41', ...changedFields };
    const priceFields = { price, currency, paymentType, billingFrequency };
    for (const next of PAGE_TEMPLATES)
      expect(applyTemplate({ ...config, ...priceFields }, next, null)).toMatchObject(priceFields);
  }
});

test('keeps the seller’s offers and their price together', () => {
  const empty = createEmptyConfig();
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
        expect(applyTemplate({ ...config, ...offer }, next, null)).toMatchObject({
          price,
          currency,
          ...offer,
        });
      }
});

test('never replaces the seller’s dates, stock and embedding settings', () => {
  const availability = {
    ...createEmptyConfig().availability,
    stock: 5,
    closesAt: '2026-11-30T17:00:00.000Z',
  };
  const sellerFields = {
    availability,
    timeZone: 'Europe/Berlin',
    embedding: { origins: ['https://a.example'] },
  };
  for (const { config } of PAGE_TEMPLATES)
    for (const next of PAGE_TEMPLATES)
      expect(applyTemplate({ ...config, ...sellerFields }, next, null)).toMatchObject(sellerFields);
});

test('recognizes the template that most of a page comes from', () => {
  fc.assert(
    fc.property(template, sellerText, fc.string(), (from, productName, price) => {
      expect(findLikelyTemplate({ ...from.config, productName, price })).toBe(from);
    }),
  );
  expect(findLikelyTemplate(createEmptyConfig())).toBeNull();
});

test('recognizes stored lists regardless of key order', () => {
  for (const { config } of PAGE_TEMPLATES) {
    const { heading, body } = config.fonts;
    const [next] = PAGE_TEMPLATES;
    if (next)
      expect(applyTemplate({ ...config, fonts: { body, heading } }, next, null).fonts).toEqual(next.config.fonts);
  }
});

test('recognizes what a template has created until the seller changes it', () => {
  const templates = PAGE_TEMPLATES.flatMap(({ deliverables = [] }) => deliverables);
  const created = templates.map(({ name, settings }, index): Deliverable => ({
    id: `${index}`,
    pageId: 'page',
    kind: settings.kind,
    name,
    settings,
    file: null,
    unusedKeys: null,
    createdAt: '2026-11-30T10:00:00Z',
    updatedAt: '2026-11-30T10:00:00Z',
  }));
  const { delivery } = createEmptyConfig();
  const items = created.map(({ id }) => ({ id, offeredWith: null }));
  const isReplaceable = (deliverables: Deliverable[]) =>
    deliversOnlyTemplates({ delivery: { ...delivery, items } }, deliverables);
  expect(deliversOnlyTemplates({ delivery }, [])).toBe(true);
  expect(isReplaceable(created)).toBe(true);
  expect(isReplaceable([])).toBe(false);
  for (const index of created.keys())
    expect(isReplaceable(created.with(index, { ...(created[index] as Deliverable), name: 'Mine' }))).toBe(false);
});
