import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createEmptyConfig, createPaymentTerms, type CheckoutPageConfig } from './checkout-page.ts';
import type { Coupon } from './coupon.ts';
import { type PriceOption } from './offer.ts';
import { describeConfigChanges } from './page-fields.ts';
import { normalizeConfig } from './page-fields.ts';
import { COUNTDOWN_ENDS } from './page-schedule.ts';

type Config = CheckoutPageConfig;
type Change = Partial<Config>;

const page: Config = {
  ...createEmptyConfig(),
  productName: 'Course',
  price: '49',
  timeZone: 'Europe/Berlin',
};
const changes = (before: Change, after: Change) => describeConfigChanges({ ...page, ...before }, { ...page, ...after });

const NOV = '2026-11-30T17:00:00.000Z';
const DEC = '2026-12-24T11:30:00.000Z';

const option = (part: Partial<PriceOption> = {}): PriceOption => ({
  id: 'y',
  name: '',
  price: '290',
  paymentType: 'subscription',
  billingFrequency: 'yearly',
  ...part,
});
const PLAN = { paymentType: 'payment-plan', billingFrequency: 'monthly' } as const;
const options = (...others: PriceOption[]): Change => ({ priceOptions: { baseName: '', others } });
const payWhatYouWantChange = (part: Partial<Config['payWhatYouWant']>): Change => ({
  payWhatYouWant: { ...page.payWhatYouWant, ...part },
});
const countdown = (part: Partial<Config['countdown']>): Change => ({
  countdown: { ...page.countdown, ...part },
});
const dates = (part: Partial<Config['availability']>): Change => ({
  availability: { ...page.availability, ...part },
});
const coupon = (part: Partial<Coupon> = {}): Change => ({
  validCoupons: [{ code: 'TEN', discount: 10, type: 'percentage', ...part }],
});

test.for<[string, Change, Change, string[]]>([
  ['one more price', {}, options(option()), ['Price “Yearly” added']],
  ['one price less', options(option()), {}, ['Price “Yearly” removed']],
  [
    'another amount of a price',
    options(option()),
    options(option({ price: '250', name: 'Year' })),
    ['Price “Year”: 290 yearly → 250 yearly'],
  ],
  [
    'a payment plan in place of a subscription',
    options(option({ billingFrequency: 'monthly', name: 'Installments' })),
    options(option({ ...PLAN, name: 'Installments' })),
    ['Price “Installments”: 290 monthly → 290 monthly, 3 payments'],
  ],
  [
    'another number of payments',
    options(option(PLAN)),
    options(option({ ...PLAN, paymentTerms: { ...createPaymentTerms(), installments: 6 } })),
    ['Price “Payment plan”: 290 monthly, 3 payments → 290 monthly, 6 payments'],
  ],
  [
    'a setup fee and a free trial without a card',
    { paymentType: 'subscription' },
    {
      paymentType: 'subscription',
      paymentTerms: { ...createPaymentTerms(), setupFee: '99', trialDays: 14, trialNeedsCard: false },
    },
    ['Setup fee: none → 99', 'Free trial days: none → 14', 'Free trial now starts without a card'],
  ],
  ['another name of a price', options(option()), options(option({ name: 'Year' })), ['Price “Yearly” → “Year”']],
  [
    'prices in another order',
    options(option(), option({ id: 'm', billingFrequency: 'monthly' })),
    options(option({ id: 'm', billingFrequency: 'monthly' }), option()),
    ['Prices reordered'],
  ],
  [
    'the first price’s name',
    {},
    { priceOptions: { baseName: 'Once', others: [] } },
    ['Name of the first price: none → “Once”'],
  ],
  [
    'amounts that buyers name',
    {},
    payWhatYouWantChange({ enabled: true, minimum: '5', maximum: '100', presets: ['10', '20'] }),
    [
      'Pay what you want turned on',
      'Minimum amount: none → 5',
      'Maximum amount: none → 100',
      'Suggested amounts: none → 10, 20',
    ],
  ],
  [
    'a countdown',
    {},
    countdown({ enabled: true, endsAt: NOV, text: 'Soon', atEnd: 'price', priceAfter: '59' }),
    [
      'Countdown now shown',
      'Countdown ends: never → Nov 30, 2026, 6:00 PM Berlin time',
      'Countdown text added',
      'After the countdown: nothing changes → the price changes',
      'Price after the countdown: none → 59',
    ],
  ],
  [
    'dates and stock',
    dates({ closesAt: NOV }),
    dates({ opensAt: NOV, closesAt: DEC, stock: 10, showStock: true, soldOutText: 'Gone' }),
    [
      'Opens: immediately → Nov 30, 2026, 6:00 PM Berlin time',
      'Closes: Nov 30, 2026, 6:00 PM Berlin time → Dec 24, 2026, 12:30 PM Berlin time',
      'Stock: unlimited → 10',
      'Remaining stock now shown',
      'Text when sold out added',
    ],
  ],
  ['a zone alone', {}, { timeZone: 'UTC' }, ['Time zone: Europe/Berlin → UTC']],
  [
    'a coupon’s bounds',
    coupon(),
    coupon({ discount: 15, startsAt: NOV, limit: 10, perBuyer: 1, minimum: '20' }),
    [
      'Coupon TEN: 10% → 15%, starts immediately → Nov 30, 2026, 6:00 PM Berlin time, uses unlimited → 10, uses per buyer unlimited → 1, minimum order amount none → 20',
    ],
  ],
  [
    'a coupon’s end',
    coupon({ endsAt: NOV }),
    coupon({ endsAt: DEC }),
    ['Coupon TEN: ends Nov 30, 2026, 6:00 PM Berlin time → Dec 24, 2026, 12:30 PM Berlin time'],
  ],
  ['bounds that are written and say nothing', coupon(), coupon({ limit: null }), ['Coupon TEN changed']],
  [
    'addresses that may embed',
    { embedding: { origins: ['https://a.example'] } },
    { embedding: { origins: ['https://a.example', 'https://b.example'] } },
    ['Embedding website “https://b.example” added'],
  ],
])('describes %s', ([, before, after, lines]) => {
  expect(changes(before, after)).toEqual(lines);
});

const instant = fc.constantFrom(null, NOV, DEC);
const amount = fc.constantFrom('', '5', '20', '49');
const text = fc.constantFrom('', 'Soon', ' Soon ', 'Later');
const anyOption = fc.record<PriceOption>({
  id: fc.constantFrom('a', 'b', 'c'),
  name: text,
  price: amount,
  paymentType: fc.constantFrom('one-time', 'subscription'),
  billingFrequency: fc.constantFrom('weekly', 'monthly', 'yearly'),
});
const anyOffer = fc.record({
  priceOptions: fc.record({
    baseName: text,
    others: fc.uniqueArray(anyOption, { selector: ({ id }) => id, maxLength: 3 }),
  }),
  payWhatYouWant: fc.record({
    enabled: fc.boolean(),
    minimum: amount,
    maximum: amount,
    presets: fc.array(amount, { maxLength: 3 }),
  }),
  countdown: fc.record({
    enabled: fc.boolean(),
    endsAt: instant,
    text,
    textAfter: text,
    atEnd: fc.constantFrom(...COUNTDOWN_ENDS),
    priceAfter: amount,
  }),
  availability: fc.record({
    opensAt: instant,
    closesAt: instant,
    stock: fc.constantFrom(null, 1, 10),
    showStock: fc.boolean(),
    earlyText: text,
    closedText: text,
    soldOutText: text,
  }),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Nowhere'),
  embedding: fc.record({ origins: fc.subarray(['https://a.example', 'https://b.example']) }),
  validCoupons: fc.array(
    fc.record<Coupon>({
      code: fc.constant('TEN'),
      discount: fc.constantFrom(10, 20),
      type: fc.constant('percentage'),
      startsAt: instant,
      endsAt: instant,
      limit: fc.constantFrom(undefined, 1, 10),
      perBuyer: fc.constantFrom(undefined, 1),
      minimum: fc.constantFrom(undefined, '5'),
    }),
    { maxLength: 1 },
  ),
});

test('describes every changed part of an offer and nothing else', () => {
  fc.assert(
    fc.property(anyOffer, anyOffer, (before, after) => {
      const [one, other] = [before, after].map((offer) => normalizeConfig({ ...page, ...offer }));
      for (const key of Object.keys(before) as (keyof typeof before)[]) {
        const differs = JSON.stringify(one?.[key]) !== JSON.stringify(other?.[key]);
        const described = changes(before, { ...before, [key]: after[key] });
        expect([key, described.length > 0]).toEqual([key, differs]);
        expect(changes({ ...before, [key]: after[key] }, before)).toHaveLength(described.length);
      }
    }),
    { numRuns: 100 },
  );
});
