import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createEmptyConfig } from './checkout-page.ts';
import type { Coupon } from './coupon.ts';
import { CURRENCIES, getCurrency, type Currency } from './currencies.ts';
import { formatAmount } from './money.ts';
import { quoteOrder, type Amounts, type Quote, type QuoteError } from './quote.ts';
import { createBump, withBumps } from './testing/order-bumps.ts';
import { propertyRuns } from './testing/property-runs.ts';

const percent = (discount: number): Coupon => ({ code: 'SAVE', discount, type: 'percentage' });
const fixed = (discount: number): Coupon => ({ code: 'SAVE', discount, type: 'fixed' });

const EMPTY_CONFIG = createEmptyConfig();

const quotePrice = (price: string, currency: string, coupon?: Coupon | null) =>
  quoteOrder({ ...EMPTY_CONFIG, price, currency }, {}, coupon);

/** Formats minor units as a price. */
const pricing = (amount: number, coupon?: Coupon, currency = 'USD') =>
  quotePrice(formatAmount(amount, currency), currency, coupon);

/** The calculated total, even if it is below Stripe's minimum. */
const amounts = (amount: number, coupon?: Coupon, currency = 'USD'): Amounts => {
  const priced = pricing(amount, coupon, currency);
  if (!('total' in priced)) throw new Error(priced.error);
  return { original: priced.original, discount: priced.discount, total: priced.total };
};

const getMaxAmount = ({ step, maximum }: Currency) => maximum - (maximum % step);

// Reference implementation with exact fractions. It shares only the currency table with the tested code.

type Fraction = { over: bigint; under: bigint };

const fractionOf = (decimal: string): Fraction => {
  const at = decimal.indexOf('.');
  const decimalPlaces = at < 0 ? 0 : decimal.length - at - 1;
  return { over: BigInt(decimal.replace('.', '')), under: 10n ** BigInt(decimalPlaces) };
};

/** Rounds to the nearest whole number, half up. */
const roundToNearest = ({ over, under }: Fraction): bigint => {
  const [integerPart, rest] = [over / under, over % under];
  return rest + rest >= under ? integerPart + 1n : integerPart;
};

function reckoned(price: string, coupon: Coupon | null, currency: Currency): string {
  const unit = 10n ** BigInt(currency.decimals);
  const step = BigInt(currency.step);
  const paid = fractionOf(price);
  const original = (paid.over * unit) / paid.under;
  let discount = 0n;
  if (coupon) {
    const fraction = fractionOf(String(coupon.discount));
    discount =
      coupon.type === 'fixed'
        ? (fraction.over * unit) / fraction.under
        : roundToNearest({ over: original * fraction.over, under: fraction.under * 100n * step }) * step;
  }
  if (discount > original) discount = original;
  const total = original - discount;
  const isChargeable = total === 0n || total >= BigInt(currency.minimum ?? 0);
  return `${original} - ${discount} = ${total} ${isChargeable ? 'taken' : 'refused'}`;
}

const formatResult = (priced: Quote | QuoteError): string =>
  'total' in priced
    ? `${priced.original} - ${priced.discount} = ${priced.total} ${'error' in priced ? 'refused' : 'taken'}`
    : priced.error;

/** Seeded pseudo-random numbers (mulberry32) from 0 to below `bound`. */
function numbersFrom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

/** Amounts of all magnitudes with occasional edge cases. */
function anyAmount(below: (bound: number) => number, { step, minimum, maximum }: Currency): number {
  const maxSteps = Math.floor(maximum / step);
  const minimumCharge = Math.ceil((minimum ?? step) / step);
  const edges = [0, 1, minimumCharge - 1, minimumCharge, minimumCharge + 1, maxSteps - 1, maxSteps];
  const steps = below(8) === 0 ? (edges[below(edges.length)] ?? 0) : below(10 ** (1 + below(8)));
  return Math.min(Math.max(steps, 0), maxSteps) * step;
}

function anyCoupon(below: (bound: number) => number, currency: Currency): Coupon | null {
  const kind = below(10);
  if (kind === 0) return null;
  if (kind > 6) {
    const amount = Math.max(anyAmount(below, currency), currency.step);
    return fixed(Number(formatAmount(amount, currency.code)));
  }
  const millionths = 10 ** below(5);
  return percent((1 + below(100 * millionths)) / millionths);
}

test('matches exact fractions for 300,000 random prices and coupons', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const below = numbersFrom(seed);
  const wrong: unknown[] = [];
  for (let run = 0; run < 300_000; run++) {
    const currency = CURRENCIES[run % CURRENCIES.length] ?? getCurrency('USD');
    const price = formatAmount(anyAmount(below, currency), currency.code);
    const coupon = anyCoupon(below, currency);
    const is = formatResult(quotePrice(price, currency.code, coupon));
    const should = reckoned(price, coupon, currency);
    if (is !== should && wrong.length < 5) wrong.push({ seed, currency, price, coupon, is, should });
  }
  expect(wrong).toEqual([]);
});

const currency = fc.constantFrom(...CURRENCIES);
const amountArbitrary = ({ step, maximum }: Currency, minimumCharge = 0) =>
  fc.integer({ min: minimumCharge, max: Math.floor(maximum / step) }).map((steps) => steps * step);
const percentage = fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.constantFrom(1, 2, 999_999, 1_000_000));

test('splits the price into discount and total in whole steps, neither negative', () => {
  const sale = currency.chain((one) =>
    fc.tuple(
      fc.constant(one),
      amountArbitrary(one),
      fc.oneof(
        percentage.map((millionths) => percent(millionths / 10_000)),
        amountArbitrary(one, 1).map((amount) => fixed(Number(formatAmount(amount, one.code)))),
      ),
    ),
  );
  fc.assert(
    fc.property(sale, ([{ code, step }, price, coupon]) => {
      const { original, discount, total } = amounts(price, coupon, code);
      expect([original, discount + total]).toEqual([price, price]);
      expect([discount % step, total % step, discount >= 0, total >= 0]).toEqual([0, 0, true, true]);
    }),
    { numRuns: propertyRuns(20_000) },
  );
});

test('never costs more with a larger discount or less with a higher price', () => {
  const [one, other] = [percentage, percentage];
  fc.assert(
    fc.property(
      currency.chain((it) => fc.tuple(fc.constant(it), amountArbitrary(it), amountArbitrary(it))),
      one,
      other,
      ([{ code }, cheap, dear], less, more) => {
        fc.pre(cheap <= dear && less <= more);
        const total = (price: number, millionths: number) => amounts(price, percent(millionths / 10_000), code).total;
        expect(total(dear, more)).toBeLessThanOrEqual(total(dear, less));
        expect(total(cheap, less)).toBeLessThanOrEqual(total(dear, less));
      },
    ),
    { numRuns: propertyRuns(5_000) },
  );
});

test('gives a total of zero or at least the minimum in every currency', () => {
  for (const one of CURRENCIES) {
    const minimumCharge = Math.ceil((one.minimum ?? one.step) / one.step) * one.step;
    expect(pricing(minimumCharge, undefined, one.code)).toMatchObject({
      original: minimumCharge,
      discount: 0,
      total: minimumCharge,
    });
    expect(pricing(0, undefined, one.code)).toMatchObject({ original: 0, discount: 0, total: 0 });
    const fixedCoupon = (amount: number) => fixed(Number(formatAmount(amount, one.code)));
    expect(pricing(minimumCharge * 2, fixedCoupon(minimumCharge), one.code)).toMatchObject({
      total: minimumCharge,
    });
    expect(pricing(minimumCharge * 2, fixedCoupon(minimumCharge * 2), one.code)).toMatchObject({ total: 0 });
    if (one.minimum === null) continue;
    expect(pricing(minimumCharge * 2, fixedCoupon(minimumCharge + one.step), one.code)).toMatchObject({
      at: 'total',
      total: minimumCharge - one.step,
    });
    expect(pricing(one.step, undefined, one.code)).toMatchObject({ at: 'total', total: one.step });
  }
});

test('allows a full discount and the maximum price in every currency', () => {
  for (const one of CURRENCIES) {
    const maxAmount = getMaxAmount(one);
    expect(pricing(maxAmount, percent(100), one.code)).toMatchObject({
      original: maxAmount,
      discount: maxAmount,
      total: 0,
    });
    expect(pricing(maxAmount, percent(0.0001), one.code)).toMatchObject(amounts(maxAmount, percent(0.0001), one.code));
    const tooMuch = formatAmount(maxAmount + one.step, one.code);
    expect(quotePrice(tooMuch, one.code)).toMatchObject({ at: 'price' });
  }
});

test('takes nothing off if the percentage is below one step', () => {
  expect(amounts(2900, percent(0.0001))).toEqual({ original: 2900, discount: 0, total: 2900 });
  expect(amounts(100_000, percent(0.04), 'ISK')).toEqual({ original: 100_000, discount: 0, total: 100_000 });
  expect(amounts(100_000, percent(0.05), 'ISK').discount).toBe(100);
});

test('takes $2.90 off $29 at ten percent', () => {
  expect(amounts(2900, percent(10))).toEqual({ original: 2900, discount: 290, total: 2610 });
});

test('rounds half a cent of discount up', () => {
  expect(amounts(1, percent(50))).toEqual({ original: 1, discount: 1, total: 0 });
  expect(amounts(1001, percent(12.5)).discount).toBe(125);
  expect(amounts(1004, percent(12.5)).discount).toBe(126);
});

test('rounds a third of a króna to a whole króna', () => {
  expect(amounts(100_000, percent(33.33), 'ISK').discount).toBe(33_300);
  expect(amounts(1_000, percent(12.5), 'KWD').discount).toBe(130);
});

test('limits a fixed discount to the price', () => {
  expect(amounts(500, fixed(20))).toEqual({ original: 500, discount: 500, total: 0 });
  expect(amounts(500, fixed(0.1))).toEqual({ original: 500, discount: 10, total: 490 });
});

test('reads a discount as its decimal text, not as a float', () => {
  expect(amounts(1000, percent(0.1)).discount).toBe(1);
  expect(amounts(2999, fixed(1.15)).total).toBe(2884);
});

test('reports where an unreadable value is', () => {
  expect(quotePrice('29,00', 'USD')).toMatchObject({ at: 'price' });
  expect(quotePrice('', 'USD', percent(0))).toMatchObject({ at: 'price' });
  expect(pricing(2900, percent(101))).toMatchObject({ at: 'coupon' });
  expect(pricing(2900, fixed(0))).toMatchObject({ at: 'coupon', error: 'Enter a discount above 0' });
  expect(pricing(2900, percent(99))).toMatchObject({
    at: 'total',
    error: 'Stripe’s minimum in USD is $0.50',
    original: 2900,
    discount: 2871,
    total: 29,
  });
});

test('ignores blanks around a price', () => {
  expect(quotePrice(' 29 ', 'USD')).toMatchObject({ total: 2900 });
});

test('quotes what follows a discount of the first payments, with extras and several units', () => {
  const quoteSubscription = (payments: number | null, bumps: string[] = [], quantity = 1, scope?: Coupon['scope']) => {
    const extras = withBumps(createBump('support', '5', { billing: 'with-price' }), createBump('setup', '20'));
    const quote = quoteOrder(
      { ...EMPTY_CONFIG, price: '29', paymentType: 'subscription', ...extras },
      { bumps, quantity },
      { ...fixed(10), payments, ...(scope ? { scope } : {}) },
    );
    return 'total' in quote ? [quote.total, quote.recurring] : quote;
  };
  const recurring = (amount: number, discounted: { amount: number; payments: number } | null) => ({
    amount,
    billing: 'monthly',
    discounted,
    trialDays: 0,
    installments: null,
  });
  expect(quoteSubscription(null)).toEqual([1900, recurring(1900, null)]);
  expect(quoteSubscription(1)).toEqual([1900, recurring(2900, { amount: 1900, payments: 1 })]);
  expect(quoteSubscription(3, [], 2)).toEqual([4800, recurring(5800, { amount: 4800, payments: 3 })]);
  expect(quoteSubscription(3, ['support', 'setup'], 1, 'all')).toEqual([
    4400,
    recurring(3400, { amount: 2400, payments: 3 }),
  ]);
});
