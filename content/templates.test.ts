import { readFile } from 'node:fs/promises';
import path from 'node:path';

import sharp from 'sharp';
import { expect, test } from 'vitest';

import { createAccentShades, contrastRatio } from '#domain/accent-color.ts';
import { CheckoutPageConfig } from '#domain/checkout-page-schema.ts';
import { DeliverableName, DeliverableSettings } from '#domain/deliverable-schema.ts';
import { DELIVERABLE_KINDS } from '#domain/deliverable.ts';
import { FONT_PRESETS, getFontPreset } from '#domain/fonts.ts';
import { listPriceOptions, type PriceOption } from '#domain/offer.ts';
import { validatePage, normalizeConfig } from '#domain/page-fields.ts';
import { getTrialDays } from '#domain/quote.ts';
import { MAX_TESTIMONIAL_TEXT, MAX_TESTIMONIALS } from '#domain/testimonial.ts';
import { countCharacters } from '#domain/text.ts';

import { PAGE_TEMPLATES, type PageTemplate } from './templates.ts';

const PROJECT_ROOT = path.join(import.meta.dirname, '..');
const MAX_PICTURE_BYTES = 60_000;
const KINDS = [
  'course',
  'e-book',
  'e-books',
  'coaching',
  'membership',
  'newsletter',
  'presets',
  'software',
  'event',
  'community',
  'donation',
  'consulting',
  'music',
];

const templates = [...PAGE_TEMPLATES];
const collectValues = <T>(pick: (config: PageTemplate['config']) => T) =>
  new Set(templates.map(({ config }) => pick(config)));

/** All visible texts. */
const getTexts = ({ name, description, config, deliverables = [] }: PageTemplate): string[] => [
  ...deliverables.flatMap(({ name: title, settings }) => [title, settings.kind === 'text' ? settings.text : '']),
  name,
  description,
  config.productName,
  config.description,
  config.buttonText,
  config.successMessage,
  ...config.features,
  ...config.customFields.map(({ label }) => label),
  ...config.testimonials.items.flatMap((item) => [item.name, item.role ?? '', item.text]),
];

test('has one template of every kind', () => {
  const ids = templates.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(KINDS));
  expect(new Set(ids).size).toBe(ids.length);
  for (const pick of [
    (one: PageTemplate) => one.name,
    (one: PageTemplate) => one.picture,
    (one: PageTemplate) => one.config.accentColor,
  ])
    expect(new Set(templates.map(pick)).size).toBe(ids.length);
});

test.each(templates)('$id is publishable as it is', ({ config }) => {
  expect(CheckoutPageConfig.parse(config)).toEqual(config);
  expect(normalizeConfig(config)).toEqual(config);
  expect(validatePage(normalizeConfig(config))).toEqual([]);
});

test.each(templates)('$id delivers what can be created as it is', ({ config, deliverables = [] }) => {
  expect(config.delivery.items).toEqual([]);
  for (const { name, settings } of deliverables) {
    expect(DeliverableName.parse(name)).toBe(name);
    expect(DeliverableSettings.parse(settings)).toEqual(settings);
  }
});

test.each(templates.filter(({ products }) => products))('$id costs less than its products', (template) => {
  const { products = [], config } = template;
  const configs = products.map((product) => product.config);
  for (const product of configs) expect(validatePage(normalizeConfig(product))).toEqual([]);
  expect(new Set([config, ...configs].map(({ currency }) => currency)).size).toBe(1);
  expect(Number(config.price)).toBeLessThan(configs.reduce((sum, { price }) => sum + Number(price), 0));
});

test.each(templates.filter(({ products }) => products))('$id delivers only what its products deliver', (template) => {
  expect(template.deliverables ?? []).toEqual([]);
  for (const { deliverables = [] } of template.products ?? []) expect(deliverables).not.toEqual([]);
});

test.each(templates)('$id leaves images, slug, coupons and terms to the seller', ({ config }) => {
  expect(config).toMatchObject({
    logo: null,
    productImage: null,
    customSlug: '',
    enableCoupon: false,
    validCoupons: [],
    requireTerms: false,
    termsUrl: '',
    privacyUrl: '',
  });
});

test.each(templates)('$id is readable in its accent color', ({ config }) => {
  const { fill, onFill, text, graphic } = createAccentShades(config.accentColor);
  expect(contrastRatio(fill, onFill)).toBeGreaterThanOrEqual(4.5);
  expect(contrastRatio(text, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(contrastRatio(graphic, '#ffffff')).toBeGreaterThanOrEqual(3);
});

test.each(templates)(
  '$id has a small picture of 1600 by 900 pixels and its source drawing',
  async ({ id, picture }) => {
    expect(picture).toBe(`/templates/${id}.webp`);
    const bytes = await readFile(path.join(PROJECT_ROOT, 'public', picture));
    expect(bytes.length).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 900 });
    const svg = await readFile(path.join(PROJECT_ROOT, 'content/templates', `${id}.svg`), 'utf8');
    expect(svg).toContain('viewBox="0 0 1600 900"');
    expect(svg).not.toMatch(/<text|<image|href=|NaN|undefined/);
  },
);

test.each(templates)('$id has four to six features and two to four testimonials', ({ config }) => {
  const { features, testimonials } = config;
  expect(features.length).toBeGreaterThanOrEqual(4);
  expect(features.length).toBeLessThanOrEqual(6);
  expect(testimonials.enabled).toBe(true);
  expect(testimonials.items.length).toBeGreaterThanOrEqual(2);
  expect(testimonials.items.length).toBeLessThanOrEqual(Math.min(4, MAX_TESTIMONIALS));
  for (const { text, role } of testimonials.items) {
    expect(countCharacters(text)).toBeLessThanOrEqual(MAX_TESTIMONIAL_TEXT);
    expect(role).toBeTruthy();
  }
});

test.each(templates)('$id uses plain language', (template) => {
  for (const visibleText of getTexts(template)) {
    expect(visibleText).not.toContain('!');
    expect(visibleText).not.toMatch(/\p{Extended_Pictographic}|"|'/u);
    expect(visibleText).not.toMatch(/click here|submit|inbox|e-?mailed|hurry|only \d+ left|limited/i);
  }
});

test('uses each testimonial author on one page only', () => {
  const names = templates.flatMap(({ config }) => config.testimonials.items.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
});

test('covers every layout, font preset and billing period and several currencies', () => {
  expect(collectValues(({ layout }) => layout)).toEqual(new Set(['classic', 'modern', 'minimal']));
  expect(collectValues(({ fonts }) => getFontPreset(fonts))).toEqual(new Set(Object.keys(FONT_PRESETS)));
  expect(collectValues(({ paymentType }) => paymentType)).toEqual(new Set(['one-time', 'subscription']));
  const subscriptions = templates.filter(({ config }) => config.paymentType === 'subscription');
  expect(new Set(subscriptions.map(({ config }) => config.billingFrequency))).toEqual(
    new Set(['weekly', 'monthly', 'yearly']),
  );
  expect([...collectValues(({ currency }) => currency)]).toEqual(expect.arrayContaining(['USD', 'EUR', 'GBP', 'JPY']));
});

const somePrice =
  (predicate: (option: Required<PriceOption>) => boolean) =>
  (config: PageTemplate['config']): boolean =>
    listPriceOptions(config).some(predicate);

/** Coupons, dates and stock are left to the seller. */
test.each<[string, (config: PageTemplate['config']) => boolean]>([
  ['an extra', ({ bumps }) => bumps.items.length > 0],
  ['a lower price for several units', ({ quantity }) => quantity.enabled && quantity.tiers.length > 0],
  ['several prices', ({ priceOptions }) => priceOptions.others.length > 0],
  ['a payment plan', somePrice(({ paymentType }) => paymentType === 'payment-plan')],
  ['a free trial', somePrice((option) => getTrialDays(option) > 0)],
  ['a setup fee', somePrice(({ paymentTerms: { setupFee } }) => setupFee !== '')],
  ['a question for buyers', ({ customFields }) => customFields.length > 0],
])('at least one template shows %s', (_, shows) => {
  expect(templates.some(({ config }) => shows(config))).toBe(true);
});

test('together the templates deliver every kind of thing', () => {
  const kinds = templates.flatMap(({ deliverables = [] }) => deliverables.map(({ settings }) => settings.kind));
  expect(new Set(kinds)).toEqual(new Set(DELIVERABLE_KINDS));
});
