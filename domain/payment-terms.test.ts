import { describe, expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from './checkout-page.ts';
import type { Coupon } from './coupon.ts';
import { formatQuoteTotal } from './format-price.ts';
import { normalizeConfig, validatePage } from './page-fields.ts';
import { describePaymentTerms } from './payment-terms.ts';
import { quoteOrder, type Quote } from './quote.ts';
import { createBump, withBumps } from './testing/order-bumps.ts';

type Terms = CheckoutPageConfig['paymentTerms'];

const createPage = (terms: Partial<Terms>, change: Partial<CheckoutPageConfig> = {}): CheckoutPageConfig => {
  const page = createEmptyConfig();
  return {
    ...page,
    productName: 'Kiln Club',
    price: '29',
    paymentType: 'subscription',
    paymentTerms: { ...page.paymentTerms, ...terms },
    ...change,
  };
};
const createPlan = (installments: number, change: Partial<CheckoutPageConfig> = {}) =>
  createPage({ installments }, { price: '105', paymentType: 'payment-plan', ...change });

const fixed = (discount: number): Coupon => ({ code: 'SAVE', discount, type: 'fixed' });
const percent = (discount: number): Coupon => ({ code: 'SAVE', discount, type: 'percentage' });

function quotePage(page: CheckoutPageConfig, coupon: Coupon | null = null, bumps: string[] = []): Quote {
  const quote = quoteOrder(page, { bumps }, coupon);
  if (!('total' in quote) || 'error' in quote) throw new Error(JSON.stringify(quote));
  return quote;
}
const describePage = (page: CheckoutPageConfig, coupon: Coupon | null = null, bumps: string[] = []) => {
  const quote = quotePage(page, coupon, bumps);
  return [formatQuoteTotal(quote, page), describePaymentTerms(quote, page)];
};

describe('a setup fee', () => {
  const page = createPage({ setupFee: '99' });

  test('is a one-time line of the first payment', () => {
    const quote = quotePage(page);
    expect(quote).toMatchObject({ original: 12_800, total: 12_800, recurring: { amount: 2900 } });
    expect(quote.lines.map(({ key, kind, total }) => [key, kind, total])).toEqual([
      ['main', 'recurring', 2900],
      ['setup-fee', 'one_time', 9900],
    ]);
    expect(describePage(page)).toEqual([
      '$128.00 USD now, then $29.00 USD/month',
      'A one-time setup fee of $99.00 USD is due today.',
    ]);
  });

  test('is never lowered by a coupon, whatever its scope', () => {
    expect(quotePage(page, { ...percent(50), scope: 'all' })).toMatchObject({ total: 11_350, discount: 1450 });
  });

  test('is for subscriptions only', () => {
    expect(quotePage({ ...page, paymentType: 'one-time' })).toMatchObject({ total: 2900, recurring: null });
  });
});

describe('a free trial', () => {
  test('makes nothing due at once', () => {
    const page = createPage({ trialDays: 14 });
    expect(quotePage(page)).toMatchObject({
      original: 0,
      discount: 0,
      total: 0,
      recurring: { amount: 2900, trialDays: 14, installments: null },
      lines: [{ key: 'main', subtotal: 2900, total: 2900, afterTrial: true }],
    });
    expect(describePage(page)).toEqual([
      '$0.00 USD now, then $29.00 USD/month after 14 days',
      '14 days free. Then $29.00 USD/month until you cancel.',
    ]);
  });

  test('leaves the setup fee and one-time extras due at once', () => {
    const extras = withBumps(createBump('support', '5', { billing: 'with-price' }), createBump('setup', '20'));
    const page = createPage({ trialDays: 1, setupFee: '99' }, extras);
    expect(quotePage(page, null, ['support', 'setup'])).toMatchObject({ total: 11_900, recurring: { amount: 3400 } });
    expect(describePage(page, null, ['support', 'setup'])).toEqual([
      '$119.00 USD now, then $34.00 USD/month after a day',
      '1 day free. Then $34.00 USD/month until you cancel. A one-time setup fee of $99.00 USD is due today.',
    ]);
  });

  test('without a card ends by itself, unless the buyer pays something today and so enters a card', () => {
    const extras = withBumps(createBump('setup', '20'));
    const page = createPage({ trialDays: 14, trialNeedsCard: false }, extras);
    const [, withoutExtra] = describePage(page);
    const [, withExtra] = describePage(page, null, ['setup']);
    expect(withoutExtra).toBe(
      '14 days free, without a card. To continue for $29.00 USD/month, add a card before the trial ends.',
    );
    expect(withExtra).toBe('14 days free. Then $29.00 USD/month until you cancel.');
  });

  test('is followed by discounted payments', () => {
    const page = createPage({ trialDays: 14 });
    expect(describePage(page, percent(10))).toEqual([
      '$0.00 USD now, then $26.10 USD/month after 14 days',
      '14 days free. Then $26.10 USD/month until you cancel.',
    ]);
  });

  test('refuses a discount that leaves less than Stripe’s minimum for the later payments', () => {
    const page = createPage({ trialDays: 14, setupFee: '99' });
    expect(quoteOrder(page, {}, fixed(28.9))).toMatchObject({ at: 'total', total: 9900, refused: 10 });
    expect(validatePage(normalizeConfig({ ...page, enableCoupon: true, validCoupons: [fixed(28.9)] }))).toMatchObject([
      { field: 'validCoupons.0', message: 'With SAVE, a buyer would pay $0.10. Stripe’s minimum in USD is $0.50.' },
    ]);
  });
});

describe('a payment plan', () => {
  test('has a number of equal payments', () => {
    const page = createPlan(3);
    expect(quotePage(page)).toMatchObject({ total: 10_500, recurring: { amount: 10_500, installments: 3 } });
    expect(describePage(page)).toEqual([
      '$105.00 USD/month for 3 months',
      '3 monthly payments of $105.00 USD, $315.00 USD in all. The first is due today.',
    ]);
    expect(
      describePage({ ...page, billingFrequency: 'weekly', ...withBumps(createBump('book', '19')) }, null, ['book']),
    ).toEqual([
      '$124.00 USD now, then $105.00 USD/week for 2 weeks',
      '3 weekly payments of $105.00 USD, $315.00 USD in all. The first is due today.',
    ]);
  });

  test('shares a fixed discount among the payments, each rounded down', () => {
    expect(describePage(createPlan(3), fixed(10))).toEqual([
      '$101.66 USD/month for 3 months',
      '3 monthly payments of $101.66 USD, $304.98 USD in all. The first is due today.',
    ]);
    expect(quotePage(createPlan(3), percent(10)).total).toBe(9450);
    expect(quotePage(createPlan(3), fixed(1000)).total).toBe(0);
  });
});

describe('rules for publishing', () => {
  const listProblems = (page: CheckoutPageConfig) => validatePage(normalizeConfig(page)).map(({ field }) => field);

  test.for<[string, CheckoutPageConfig, string[]]>([
    ['complete terms', createPage({ setupFee: ' 99 ', trialDays: 730 }), []],
    ['a complete payment plan', createPlan(24, { billingFrequency: 'weekly' }), []],
    ['terms of another payment type', createPage({ installments: 1, setupFee: '9' }, { paymentType: 'one-time' }), []],
    ['a trial that is too long', createPage({ trialDays: 731 }), ['paymentTerms.trialDays']],
    ['a fee below Stripe’s minimum', createPage({ setupFee: '0.20' }), ['paymentTerms.setupFee']],
    ['a single payment', createPlan(1), ['paymentTerms.installments']],
    ['too many payments', createPlan(25), ['paymentTerms.installments']],
    ['yearly payments', createPlan(3, { billingFrequency: 'yearly' }), ['paymentTerms.installments']],
    ['more than Stripe takes', createPlan(24, { price: '50000' }), ['paymentTerms.installments']],
    [
      'a quantity with a payment plan',
      createPlan(3, { quantity: { ...createEmptyConfig().quantity, enabled: true } }),
      ['paymentTerms.installments'],
    ],
    [
      'a coupon for the first payments with a trial',
      createPage({ trialDays: 7 }, { enableCoupon: true, validCoupons: [{ ...percent(10), payments: 1 }] }),
      ['validCoupons.0'],
    ],
    [
      'a coupon for the first payments with a payment plan',
      createPlan(3, { enableCoupon: true, validCoupons: [{ ...percent(10), payments: 1 }] }),
      ['validCoupons.0'],
    ],
  ])('%s', ([, page, fields]) => {
    expect(listProblems(page)).toEqual(fields);
  });

  test('the terms of a price option', () => {
    const option = {
      id: 'plan',
      name: 'Plan',
      price: '105',
      paymentType: 'payment-plan' as const,
      billingFrequency: 'monthly' as const,
    };
    const priceOptions = { baseName: '', others: [option] };
    expect(listProblems(createPage({}, { priceOptions }))).toEqual([]);
    const paymentTerms = { ...createEmptyConfig().paymentTerms, installments: 1 };
    const others = [{ ...option, paymentTerms }];
    expect(listProblems(createPage({}, { priceOptions: { baseName: '', others } }))).toEqual(['priceOptions.0']);
  });
});
