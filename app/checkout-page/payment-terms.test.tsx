import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import {
  createEmptyConfig,
  createPaymentTerms,
  toPublicConfig,
  type CheckoutPageConfig,
} from '#domain/checkout-page.ts';
import { CURRENCIES, type Currency } from '#domain/currencies.ts';
import { formatComputedPrice, formatDiscount } from '#domain/format-price.ts';
import { formatAmount } from '#domain/money.ts';
import { configForOption, BASE_OPTION } from '#domain/offer.ts';
import { quoteOrder } from '#domain/quote.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';
import { propertyRuns } from '#domain/testing/property-runs.ts';

import type { AppliedDiscount, CheckoutPageProps } from './checkout-page-props.ts';
import { CheckoutPage } from './checkout-page.tsx';

const withTerms = (terms: Partial<CheckoutPageConfig['paymentTerms']>) => ({
  paymentTerms: { ...createPaymentTerms(), ...terms },
});
const createPage = (changes: Partial<CheckoutPageConfig> = {}): CheckoutPageConfig => ({
  ...createEmptyConfig(),
  productName: 'Kiln Club',
  price: '29',
  paymentType: 'subscription',
  enableCoupon: true,
  ...changes,
});
const createPlan = (changes: Partial<CheckoutPageConfig> = {}) =>
  createPage({ price: '105', paymentType: 'payment-plan', ...changes });

const pay = { slug: 'kiln', version: 1, attempt: '' };
const markup = (config: CheckoutPageConfig, props: Partial<CheckoutPageProps> = {}) =>
  renderToStaticMarkup(<CheckoutPage config={toPublicConfig(config)} sellerName="Vane" pay={pay} {...props} />);
/** The text of an element without its tags. */
const readText = (html: string, pattern: string) =>
  new RegExp(pattern, 's')
    .exec(html)?.[1]
    ?.replace(/<(?:span|dt)[^>]*>/g, '')
    .replace(/<[^>]*>/g, '');
const readTerms = (html: string) => readText(html, '<p class="co-terms-text"[^>]*>(.*?)</p>');
const readPrice = (html: string) => readText(html, '<p class="co-price"[^>]*>(.*?)</p>');
const readButton = (html: string) => readText(html, '<button class="co-pay"[^>]*>(.*?)</button>');
const readSummary = (html: string) =>
  readText(html.replaceAll('</dt>', ': ').replaceAll('</dd>', '; '), '<dl[^>]*>(.*?)</dl>');
const findExpected = (html: string) =>
  [...html.matchAll(/name="(expected[^"]*)" value="([^"]*)"/g)].map(([, name, value]) => `${name} ${value}`);

/** The discount as the server answers it. */
function createDiscount(config: CheckoutPageConfig, coupon: AppliedDiscount['coupon']): AppliedDiscount {
  const priceOption = (id: string) => {
    const quote = quoteOrder(config, { optionId: id }, coupon);
    if ('error' in quote) throw new Error(quote.error);
    const { original, discount, total } = quote;
    return { original, discount, total, ...formatDiscount(quote, configForOption(config, id) ?? config) };
  };
  const plans = config.priceOptions.others.map(({ id }) => ({ plan: id, ...priceOption(id) }));
  return { code: coupon.code, coupon, ...priceOption(BASE_OPTION), plans };
}

test('shows a free trial under the price, in the summary and on the button', () => {
  const html = markup(createPage(withTerms({ trialDays: 14, setupFee: '99' })));
  expect(readPrice(html)).toBe('$29 USD/month');
  expect(readTerms(html)).toBe(
    '14 days free. Then $29.00 USD/month until you cancel. A one-time setup fee of $99.00 USD is due today.',
  );
  expect(readSummary(html)).toBe(
    'Kiln Club: $29.00 after 14 days; Setup fee: $99.00; ' +
      'Total: $99.00 USD now, then $29.00 USD/month after 14 days; Due today: $99.00 USD; ',
  );
  expect(readButton(html)).toBe('Buy now\u00a0· $99.00 USD today');
  expect(readButton(markup(createPage(withTerms({ trialDays: 14 }))))).toBe('Buy now\u00a0· $0.00 USD today');
  expect(findExpected(html)).toEqual(['expected 9900']);
});

test('shows all payments of a payment plan', () => {
  const html = markup(createPlan());
  expect(readPrice(html)).toBe('$105 USD/month for 3 months');
  expect(readTerms(html)).toBe('3 monthly payments of $105.00 USD, $315.00 USD in all. The first is due today.');
  expect(readSummary(html)).toBe('Kiln Club: $105.00; Total: $105.00 USD/month for 3 months; Due today: $105.00 USD; ');
  expect(readButton(html)).toBe('Buy now\u00a0· $105.00 USD today');
});

test('takes a coupon off each payment, and says what it saves in all', () => {
  const config = createPlan();
  const discounted = createDiscount(config, { code: 'TEN', type: 'fixed', discount: 10 });
  const html = markup(config, { discounted });
  expect(readPrice(html)).toBe('Was $105.00 USD/month for 3 months$101.66 USD/month for 3 months');
  expect(readTerms(html)).toBe('3 monthly payments of $101.66 USD, $304.98 USD in all. The first is due today.');
  expect(html).toContain('Coupon applied! You saved $10.02<');
  expect(readSummary(html)).toContain('TEN: −$3.34; ');
  expect(findExpected(html)).toEqual(['expected 10166']);
});

test('takes a coupon off the payments after a free trial', () => {
  const config = createPage(withTerms({ trialDays: 7, setupFee: '99' }));
  const discounted = createDiscount(config, { code: 'TEN', type: 'percentage', discount: 10 });
  const html = markup(config, { discounted });
  expect(readPrice(html)).toBe('Was $29.00 USD/month$26.10 USD/month');
  expect(readTerms(html)).toContain('7 days free. Then $26.10 USD/month until you cancel.');
  expect(readSummary(html)).toContain('TEN: −$2.90; ');
  expect(html).toContain('Coupon applied! You saved $2.90<');
  expect(findExpected(html)).toEqual(['expected 9900']);
});

test('has the sentence, the fee and the expected total of each price option', () => {
  const paymentPlan = {
    id: 'plan',
    name: 'Three payments',
    price: '105',
    paymentType: 'payment-plan',
    billingFrequency: 'monthly',
  } as const;
  const club = { ...paymentPlan, id: 'club', name: 'Club', price: '9', paymentType: 'subscription' } as const;
  const others = [paymentPlan, { ...club, ...withTerms({ setupFee: '20' }) }];
  const html = markup(createPage({ price: '300', paymentType: 'one-time', priceOptions: { baseName: 'All', others } }));
  expect(html).toContain('<p class="co-terms-text" data-field="priceOptions" data-without="0">');
  expect(html).toContain('<span data-at="1" data-with=""><span>3 monthly payments of $105.00 USD, $315.00 USD in all.');
  expect(html).toContain('<span data-at="2" data-with=""><span>A one-time setup fee of $20.00 USD is due today.');
  expect(html).toContain('<div data-without="0 1"><dt>Setup fee</dt><dd><span data-at="2">$20.00</span></dd></div>');
  expect(html).toContain('<span data-part="total">$105.00 USD/month for 3 months</span></span></label>');
  expect(html).toContain('<span data-part="total">$29.00 USD now, then $9.00 USD/month</span></span></label>');
  expect(findExpected(html)).toEqual(['expected 30000', 'expected.plan 10500', 'expected.club 2900']);
  expect(readButton(html)).toBe(
    ['$300.00 USD', '$105.00 USD today', '$29.00 USD today'].reduce(
      (text, total) => `${text}\u00a0· ${total}`,
      'Buy now',
    ),
  );
});

test('adds extras to what is due today and to the payments after a free trial', () => {
  const bumps = withBumps(createBump('setup', '20'), createBump('support', '5', { billing: 'with-price' }));
  const html = markup(createPage({ ...withTerms({ trialDays: 14 }), ...bumps }));
  expect(html).toContain('<span data-with="0 1"><span data-part="later">14 days free. Then $34.00 USD/month until');
  expect(readSummary(html)).toContain('Extra setup: $20.00; Extra support: $5.00 after 14 days; ');
  expect(html).toContain('<span data-with="0 1">\u00a0· <span data-part="total">$20.00 USD today</span></span>');
});

const amountsOf = ({ code, step, minimum }: Currency) =>
  fc
    .integer({ min: Math.max(1, Math.ceil((minimum ?? 0) / step)), max: 100_000 })
    .map((steps) => formatAmount(steps * step, code));

const pagesWithTerms = fc.constantFrom(...CURRENCIES).chain((currency) =>
  fc.record({
    currency: fc.constant(currency.code),
    price: amountsOf(currency),
    paymentType: fc.constantFrom('subscription' as const, 'payment-plan' as const),
    setupFee: amountsOf(currency),
    trialDays: fc.constantFrom(0, 14),
    extras: fc.tuple(amountsOf(currency), amountsOf(currency)),
    percentage: fc.option(fc.integer({ min: 1, max: 100 })),
  }),
);

/** What is due today with these extras, in the summary. */
const readDueToday = (html: string, indexes: string) => {
  const [, row = ''] = html.split('<bdi>Due today</bdi>');
  return new RegExp(`<span data-with="${indexes}"><span data-part="total">([^<]*)</span>`).exec(row)?.[1];
};

test('says what is due today of every choice, and asks the server to compare it, in every currency', () => {
  fc.assert(
    fc.property(pagesWithTerms, ({ price, currency, paymentType, extras, percentage, ...terms }) => {
      const bumps = withBumps(createBump('a', extras[0]), createBump('b', extras[1], { billing: 'with-price' }));
      const config = createPage({ price, currency, paymentType, ...withTerms(terms), ...bumps });
      const coupon = percentage === null ? null : { code: 'SOME', type: 'percentage' as const, discount: percentage };
      const alone = quoteOrder(config, {}, coupon);
      if ('error' in alone) return;
      const html = markup(config, coupon ? { discounted: createDiscount(config, coupon) } : {});
      expect(findExpected(html)).toEqual([`expected ${alone.total}`]);
      for (const [indexes, ids] of [
        ['', []],
        ['0', ['a']],
        ['0 1', ['a', 'b']],
      ] as const) {
        const quote = quoteOrder(config, { bumps: ids }, coupon);
        if ('error' in quote) continue;
        const due = formatComputedPrice(quote.total, { ...config, paymentType: 'one-time' });
        expect(readDueToday(html, indexes)).toBe(due);
      }
    }),
    { numRuns: propertyRuns(1000) },
  );
});

test('renders an invalid setup fee in a draft without totals', () => {
  expect(readPrice(markup(createPage(withTerms({ setupFee: 'a lot' }))))).toBe('$29 USD/month');
});

test('renders a page without terms as before', () => {
  const unused = withTerms({ setupFee: '99', trialDays: 14 });
  for (const page of [createPage(), createPage({ ...unused, paymentType: 'one-time' })])
    expect(markup(page)).not.toMatch(/co-terms-text|co-summary|today|data-with/);
});
