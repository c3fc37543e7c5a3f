import { expect, test } from 'vitest';

import { createEmptyConfig, createPaymentTerms, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { quoteOrder } from '#domain/quote.ts';

import { findPriceChange, quotePrice } from './price-quote.ts';

const pageWithCoupon = (payments: number | null, price = '29', discount = 10): CheckoutPageConfig => ({
  ...createEmptyConfig(),
  price,
  paymentType: 'subscription',
  enableCoupon: true,
  validCoupons: [{ code: 'START', type: 'fixed', discount, payments }],
});

/** The change for a buyer who saw a first payment of $19. */
function findChange(displayed: CheckoutPageConfig, config: CheckoutPageConfig) {
  const quote = quoteOrder(config, {}, config.validCoupons[0]);
  if ('error' in quote) throw new Error(quote.error);
  const request = { slug: 'club', appliedCoupon: 'START', expected: { amount: 1900, currency: 'USD' } };
  return findPriceChange(displayed, { ...quote, code: 'START', config }, request);
}

test('compares what follows the first payment', () => {
  const threeMonths = pageWithCoupon(3);
  const change = { oldText: '$19.00 USD/month for 3 months, then $29.00 USD/month' };
  expect(findChange(threeMonths, threeMonths)).toBeNull();
  expect(findChange(threeMonths, pageWithCoupon(1))).toEqual({
    ...change,
    newText: '$19.00 USD now, then $29.00 USD/month',
  });
  expect(findChange(threeMonths, pageWithCoupon(3, '39', 20))).toEqual({
    ...change,
    newText: '$19.00 USD/month for 3 months, then $39.00 USD/month',
  });
});

test('accepts the price of a coupon that was added after the buyer opened the page', () => {
  const withoutCoupon = { ...pageWithCoupon(3), validCoupons: [] };
  expect(findChange(withoutCoupon, pageWithCoupon(3))).toBeNull();
});

type Terms = Partial<CheckoutPageConfig['paymentTerms']>;

const pageWithTerms = (terms: Terms, change: Partial<CheckoutPageConfig> = {}): CheckoutPageConfig => ({
  ...createEmptyConfig(),
  price: '29',
  paymentType: 'subscription',
  paymentTerms: { ...createPaymentTerms(), ...terms },
  ...change,
});
const planOf = (installments: number) => pageWithTerms({ installments }, { price: '105', paymentType: 'payment-plan' });

/** The page with a price of its own and another one that it offers beside it. */
const asSecondPrice = ({ price, paymentType, billingFrequency, paymentTerms }: CheckoutPageConfig) => ({
  ...createEmptyConfig(),
  price: '300',
  priceOptions: {
    baseName: 'At once',
    others: [{ id: 'later', name: 'Later', price, paymentType, billingFrequency, paymentTerms }],
  },
});

/** The change for a buyer who saw that this amount is due today. */
function findChangeOfTerms(displayed: CheckoutPageConfig, config: CheckoutPageConfig, amount: number, plan?: string) {
  const quote = quotePrice({ config, versionId: 'version', readAt: new Date(0) }, null, { optionId: plan ?? null });
  const request = { slug: 'club', expected: { amount, currency: 'USD' }, ...(plan === undefined ? {} : { plan }) };
  return findPriceChange(displayed, quote, request);
}

const THREE_PAYMENTS = '$105.00 USD/month for 3 months';
const TWO_WEEKS_FREE = '$0.00 USD now, then $29.00 USD/month after 14 days';

test.for<[string, CheckoutPageConfig, CheckoutPageConfig, number, string, string]>([
  ['a longer plan', planOf(3), planOf(6), 10_500, THREE_PAYMENTS, '$105.00 USD/month for 6 months'],
  [
    'a plan that became a subscription',
    planOf(3),
    pageWithTerms({}, { price: '105' }),
    10_500,
    THREE_PAYMENTS,
    '$105.00 USD/month',
  ],
  [
    'a shorter trial',
    pageWithTerms({ trialDays: 14 }),
    pageWithTerms({ trialDays: 7 }),
    0,
    TWO_WEEKS_FREE,
    '$0.00 USD now, then $29.00 USD/month after 7 days',
  ],
  [
    'a higher price after the trial',
    pageWithTerms({ trialDays: 14 }),
    pageWithTerms({ trialDays: 14 }, { price: '39' }),
    0,
    TWO_WEEKS_FREE,
    '$0.00 USD now, then $39.00 USD/month after 14 days',
  ],
  [
    'a trial that was removed',
    pageWithTerms({ trialDays: 14 }),
    pageWithTerms({}),
    0,
    TWO_WEEKS_FREE,
    '$29.00 USD/month',
  ],
  [
    'a trial that was replaced by a fee of the same first payment',
    pageWithTerms({ trialDays: 14, setupFee: '39' }),
    pageWithTerms({ setupFee: '10' }),
    3900,
    '$39.00 USD now, then $29.00 USD/month after 14 days',
    '$39.00 USD now, then $29.00 USD/month',
  ],
])('asks a buyer again after %s', ([, displayed, config, dueToday, oldText, newText]) => {
  expect(findChangeOfTerms(displayed, displayed, dueToday)).toBeNull();
  expect(findChangeOfTerms(displayed, config, dueToday)).toEqual({ oldText, newText });
  const [seen, current] = [asSecondPrice(displayed), asSecondPrice(config)];
  expect(findChangeOfTerms(seen, seen, dueToday, 'later')).toBeNull();
  expect(findChangeOfTerms(seen, current, dueToday, 'later')).toEqual({ oldText, newText });
});
