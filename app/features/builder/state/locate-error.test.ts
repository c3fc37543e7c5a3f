import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { validatePage, normalizeConfig } from '#domain/page-validation.ts';

import { locateError } from './use-page-validation.ts';

type Config = CheckoutPageConfig;
const LONG = 'x'.repeat(301);
const NOV = '2026-11-30T17:00:00.000Z';
const DEC = '2026-12-30T17:00:00.000Z';
const option = {
  id: 'a',
  name: '',
  price: '9',
  paymentType: 'one-time',
  billingFrequency: 'yearly',
} as const;

const page = (): Config => ({ ...createEmptyConfig(), productName: 'Course', price: '49' });
const getErrorFields = (config: Config): string[] => {
  const normalized = normalizeConfig(config);
  return validatePage(normalized).map((error) => locateError(error, normalized).field);
};
const pageWithCountdown = (change: Partial<Config['countdown']>): Config => ({
  ...page(),
  countdown: { ...page().countdown, enabled: true, endsAt: NOV, ...change },
});
const pageWithDates = (change: Partial<Config['availability']>): Config => ({
  ...page(),
  availability: { ...page().availability, ...change },
});
const pageWithPayWhatYouWant = (change: Partial<Config['payWhatYouWant']>): Config => ({
  ...page(),
  payWhatYouWant: { enabled: true, minimum: '', maximum: '', presets: [], ...change },
});

test.each<[string, Config]>([
  ['countdown.endsAt', pageWithCountdown({ endsAt: null })],
  ['countdown.text', pageWithCountdown({ text: LONG })],
  ['countdown.textAfter', pageWithCountdown({ textAfter: LONG })],
  ['countdown.priceAfter', pageWithCountdown({ atEnd: 'price' })],
  ['countdown.priceAfter', pageWithCountdown({ atEnd: 'price', priceAfter: '0.10' })],
  [
    'countdown.atEnd',
    {
      ...pageWithCountdown({ atEnd: 'price', priceAfter: '59' }),
      priceOptions: { baseName: 'A', others: [option] },
    },
  ],
  ['availability.closesAt', pageWithDates({ opensAt: DEC, closesAt: NOV })],
  ['availability.stock', pageWithDates({ stock: 0 })],
  ['availability.stock', pageWithDates({ stock: 1_000_001 })],
  ['availability.earlyText', pageWithDates({ earlyText: LONG })],
  ['availability.closedText', pageWithDates({ closedText: LONG })],
  ['availability.soldOutText', pageWithDates({ soldOutText: LONG })],
  [
    'availability.opensAt',
    { ...pageWithCountdown({ atEnd: 'close' }), availability: pageWithDates({ opensAt: DEC }).availability },
  ],
  ['payWhatYouWant.minimum', pageWithPayWhatYouWant({ minimum: '5,0' })],
  ['payWhatYouWant.maximum', pageWithPayWhatYouWant({ maximum: 'much' })],
  ['payWhatYouWant.maximum', pageWithPayWhatYouWant({ minimum: '50', maximum: '40' })],
  ['payWhatYouWant.presets', pageWithPayWhatYouWant({ minimum: '10', presets: ['5'] })],
  ['payWhatYouWant.presets', pageWithPayWhatYouWant({ presets: ['5,0'] })],
  ['payWhatYouWant', pageWithPayWhatYouWant({ minimum: '50' })],
  ['payWhatYouWant', { ...pageWithPayWhatYouWant({}), enableCoupon: true }],
  ['priceOptions.baseName', { ...page(), priceOptions: { baseName: LONG, others: [] } }],
])('reports an error at %s', (field, config) => {
  expect(getErrorFields(config)).toEqual([field]);
});

test('leaves errors of list entries and simple fields unchanged', () => {
  const several = { baseName: '', others: [{ ...option, price: '' }] };
  expect(getErrorFields({ ...page(), price: '', priceOptions: { ...several, baseName: 'A' } })).toEqual([
    'price',
    'priceOptions.0',
  ]);
});
