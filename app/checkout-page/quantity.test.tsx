import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { createEmptyConfig, toPublicConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { listPriceOptions } from '#domain/offer.ts';
import { getDiscount } from '#domain/quote.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';
import { configArbitrary } from '#domain/testing/page-config.ts';
import { propertyRuns } from '#domain/testing/property-runs.ts';

import type { AppliedDiscount, CheckoutPageProps } from './checkout-page-props.ts';
import { CheckoutPage } from './checkout-page.tsx';
import { calculateOrder, type OrderData } from './enhance/order-arithmetic.ts';
import { listBumpSubsets, quoteChoice } from './order-combinations.ts';
import { createOrderData } from './quantity-order-data.ts';

const quantity = {
  enabled: true,
  minimum: 1,
  maximum: 20,
  singular: 'seat',
  plural: 'seats',
  tiers: [{ from: 10, price: '18', optionPrices: { team: '45' } }],
};
const team = {
  id: 'team',
  name: 'Team',
  price: '50',
  paymentType: 'subscription',
  billingFrequency: 'monthly',
} as const;
const config: CheckoutPageConfig = { ...createEmptyConfig(), productName: 'Workshop seat', price: '20', quantity };

const pay = { slug: 'seats', version: 1, attempt: '' };
const markup = (changes: Partial<CheckoutPageConfig> = {}, props: Partial<CheckoutPageProps> = {}) =>
  renderToStaticMarkup(
    <CheckoutPage config={toPublicConfig({ ...config, ...changes })} sellerName="Vane" pay={pay} {...props} />,
  );
const findTag = (html: string, name: string) => new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? '';
const findValue = (html: string, name: string) => / value="([^"]*)"/.exec(findTag(html, name))?.[1];
const listTexts = (html: string, part: string) =>
  [...html.matchAll(new RegExp(`data-part="${part}"[^>]*>([^<]*)<`, 'g'))].map(([, text]) => text);

const createDiscount = (coupon: AppliedDiscount['coupon']): AppliedDiscount => ({
  code: coupon.code,
  coupon,
  originalText: '',
  totalText: '',
  savedText: '',
  total: 0,
  plans: [],
});

test('asks for the quantity with the seller’s word, and names the price of one and all lower prices', () => {
  const html = markup();
  expect(html).toContain('<label for="quantity">How many <bdi>seats</bdi>?</label>');
  expect(html).toContain('$20.00 each; 10 or more: $18.00 each');
  expect(html).toContain('$20 USD</span><small>each</small>');
  const input = findTag(html, 'quantity');
  for (const attribute of ['type="number"', 'inputMode="numeric"', 'min="1"', 'max="20"', 'step="1"', 'value="1"'])
    expect(input).toContain(attribute);
  expect(markup({ quantity: { ...quantity, singular: '', plural: '', tiers: [] } })).toContain('>How many?</label>');
});

test('renders every total for the quantity of the form, and says so in a field', () => {
  const html = markup({}, { values: { quantity: '12' } });
  expect(listTexts(html, 'count')).toEqual(['12\u00a0× ']);
  expect(listTexts(html, 'line')).toEqual(['$216.00']);
  expect(new Set(listTexts(html, 'total').slice(1))).toEqual(new Set(['$216.00 USD']));
  expect([findValue(html, 'seenQuantity'), findValue(html, 'expected')]).toEqual(['12', '21600']);
});

test('has the lower prices and the expected total of each price option', () => {
  const html = markup({ priceOptions: { baseName: 'Single', others: [team] } }, { values: { quantity: '10' } });
  expect(html).toContain('<span data-at="0">$20.00 each; 10 or more: $18.00 each</span>');
  expect(html).toContain('<span data-at="1">$50.00/month each; 10 or more: $45.00/month each</span>');
  expect([findValue(html, 'expected'), findValue(html, 'expected.team')]).toEqual(['18000', '45000']);
  expect(listTexts(html, 'line')).toEqual(['$180.00', '$450.00']);
});

test('never shows more units than are left, or a quantity that the page does not sell', () => {
  expect(findTag(markup({}, { stockLeft: 3 }), 'quantity')).toContain('max="3"');
  expect(findValue(markup({}, { stockLeft: 3, values: { quantity: '5' } }), 'seenQuantity')).toBe('3');
  for (const typed of ['0', '-4', 'five', ''])
    expect(findValue(markup({}, { values: { quantity: typed } }), 'seenQuantity')).toBe('1');
});

test('keeps a refused quantity in its field, with the error', () => {
  const message = 'Enter a quantity from 1 to 20.';
  const html = markup({}, { values: { quantity: '3.5' }, errors: { quantity: { message } } });
  const input = findTag(html, 'quantity');
  expect(input).toContain('value="3.5"');
  expect(input).toContain('aria-describedby="quantity-help quantity-problem" ');
  expect(input).toContain('aria-invalid="true"');
  expect(html).toContain(`<p class="co-err" id="quantity-problem"><span>${message}</span></p>`);
  const without = markup({ quantity: { ...quantity, enabled: false } }, { errors: { quantity: { message } } });
  expect(without).toMatch(new RegExp(`class="co-alert"[^>]*><span>${message}`));
});

test('takes a coupon off the total only, and says where it does not apply', () => {
  const coupon = { code: 'FIVE', type: 'fixed', discount: 5, minimum: '60' } as const;
  const enough = markup({ enableCoupon: true }, { values: { quantity: '3' }, discounted: createDiscount(coupon) });
  expect(listTexts(enough, 'discount')).toEqual(['Coupon applied! You saved $5.00', '−$5.00']);
  expect(enough).toContain('$20 USD</span><small>each</small>');
  expect(findValue(enough, 'expected')).toBe('5500');
  const tooFew = markup({ enableCoupon: true }, { values: { quantity: '2' }, discounted: createDiscount(coupon) });
  expect(tooFew).toContain(
    'hidden="">Coupon applied! You saved $0.00</span><span>FIVE doesn’t apply to this price</span>',
  );
  expect(findValue(tooFew, 'expected')).toBe('4000');
});

test('submits with Enter by a button that changes nothing', () => {
  const html = markup();
  expect(html.indexOf('value="enter"')).toBeGreaterThan(0);
  expect(html.indexOf('value="enter"')).toBeLessThan(html.indexOf('name="step"'));
});

test('has unique ids in a preview, and no data for the script', () => {
  const html = markup({}, { pay: undefined });
  expect(html).not.toMatch(/id="quantity"|data-order=/);
});

test('renders a page without quantities as before', () => {
  expect(markup({ quantity: { ...quantity, enabled: false } })).not.toMatch(/quantity|co-summary|data-with|each/i);
});

/** The totals that the script would show for a choice, compared with those of the server. */
function expectScriptTotals(page: CheckoutPageConfig, count: number, discounted: AppliedDiscount | null) {
  const props = { config: toPublicConfig(page), discounted };
  const data = JSON.parse(JSON.stringify(createOrderData(props))) as OrderData;
  for (const [at, { id: optionId }] of listPriceOptions(page).entries()) {
    for (const { bumps, ids } of listBumpSubsets(props)) {
      const quote = quoteChoice(props, { optionId, bumps: ids, quantity: count });
      if (!quote) continue;
      const { line, discount, total, later, regular } = calculateOrder(data, at, bumps, count);
      expect([line, discount, total]).toEqual([quote.lines[0]?.subtotal, getDiscount(quote), quote.total]);
      if (!quote.recurring) continue;
      const { amount, discounted: reduced } = quote.recurring;
      expect(reduced ? [later, regular] : [later]).toEqual(reduced ? [reduced.amount, amount] : [amount]);
    }
  }
}

test('the script calculates the totals of the server for every page, quantity and coupon', () => {
  const pages = configArbitrary().filter((page) => page.quantity.enabled);
  const counts = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(pages, counts, fc.nat(), (page, count, index) => {
      const { minimum, maximum } = page.quantity;
      const coupon = page.validCoupons[index % (page.validCoupons.length + 1)];
      const shown = Math.min(Math.max(count, minimum), maximum);
      expectScriptTotals(page, shown, coupon ? createDiscount(coupon) : null);
    }),
    { numRuns: propertyRuns(1000) },
  );
});

const COUPONS = [
  { code: 'THIRD', type: 'percentage', discount: 33.3333 },
  { code: 'ALL', type: 'percentage', discount: 12.5, scope: 'all' },
  { code: 'FREE', type: 'percentage', discount: 100, scope: 'all' },
  { code: 'FIVE', type: 'fixed', discount: 500, scope: 'all' },
] as const;

test.for(['USD', 'JPY', 'KWD', 'UGX', 'IDR'])(
  'the script calculates tiers, subscriptions with extras, and coupons in %s',
  (currency) => {
    const amounts = fc.integer({ min: 10, max: currency === 'IDR' ? 199_000 : 99 }).map((units) => String(units * 100));
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 1, max: 20 }), (price, extra, count) => {
        const page = {
          ...config,
          price,
          currency,
          ...withBumps(createBump('a', extra), createBump('b', price, { billing: 'with-price' })),
          priceOptions: { baseName: 'Once', others: [{ ...team, price: extra }] },
        };
        for (const coupon of [null, ...COUPONS]) expectScriptTotals(page, count, coupon && createDiscount(coupon));
      }),
      { numRuns: propertyRuns(300) },
    );
  },
);
