import { expect, test } from 'vitest';

import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { pageProblems, tidyConfig } from '#domain/page-problems.ts';

import { placedProblem } from './problem-places.ts';

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

const page = (): Config => ({ ...emptyConfig(), productName: 'Course', price: '49' });
const placesOf = (config: Config): string[] => {
  const tidy = tidyConfig(config);
  return pageProblems(tidy).map((problem) => placedProblem(problem, tidy).field);
};
const countdown = (change: Partial<Config['countdown']>): Config => ({
  ...page(),
  countdown: { ...page().countdown, enabled: true, endsAt: NOV, ...change },
});
const dates = (change: Partial<Config['availability']>): Config => ({
  ...page(),
  availability: { ...page().availability, ...change },
});
const own = (change: Partial<Config['payWhatYouWant']>): Config => ({
  ...page(),
  payWhatYouWant: { enabled: true, minimum: '', maximum: '', presets: [], ...change },
});

test.each<[string, Config]>([
  ['countdown.endsAt', countdown({ endsAt: null })],
  ['countdown.text', countdown({ text: LONG })],
  ['countdown.textAfter', countdown({ textAfter: LONG })],
  ['countdown.priceAfter', countdown({ atEnd: 'price' })],
  ['countdown.priceAfter', countdown({ atEnd: 'price', priceAfter: '0.10' })],
  [
    'countdown.atEnd',
    { ...countdown({ atEnd: 'price', priceAfter: '59' }), priceOptions: { baseName: 'A', others: [option] } },
  ],
  ['availability.closesAt', dates({ opensAt: DEC, closesAt: NOV })],
  ['availability.stock', dates({ stock: 0 })],
  ['availability.stock', dates({ stock: 1_000_001 })],
  ['availability.earlyText', dates({ earlyText: LONG })],
  ['availability.closedText', dates({ closedText: LONG })],
  ['availability.soldOutText', dates({ soldOutText: LONG })],
  [
    'availability.opensAt',
    { ...countdown({ atEnd: 'close' }), availability: dates({ opensAt: DEC }).availability },
  ],
  ['payWhatYouWant.minimum', own({ minimum: '5,0' })],
  ['payWhatYouWant.maximum', own({ maximum: 'much' })],
  ['payWhatYouWant.maximum', own({ minimum: '50', maximum: '40' })],
  ['payWhatYouWant.presets', own({ minimum: '10', presets: ['5'] })],
  ['payWhatYouWant.presets', own({ presets: ['5,0'] })],
  ['payWhatYouWant', own({ minimum: '50' })],
  ['payWhatYouWant', { ...own({}), enableCoupon: true }],
  ['priceOptions.baseName', { ...page(), priceOptions: { baseName: LONG, others: [] } }],
])('reports an error at %s', (place, config) => {
  expect(placesOf(config)).toEqual([place]);
});

test('leaves errors of list entries and simple fields unchanged', () => {
  const several = { baseName: '', others: [{ ...option, price: '' }] };
  expect(placesOf({ ...page(), price: '', priceOptions: { ...several, baseName: 'A' } })).toEqual([
    'price',
    'priceOptions.0',
  ]);
});
