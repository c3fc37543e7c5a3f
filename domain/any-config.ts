/** Arbitrary pages for property tests. Seen by tests only. */
import fc from 'fast-check';

import { anyFields } from './any-fields.ts';
import { addedKeys, LIMITS, type CheckoutPageConfig } from './checkout-page.ts';
import { couponProblem, MAX_COUPONS, type Coupon } from './coupon.ts';
import { CURRENCIES, MAX_AMOUNT, type Currency } from './currencies.ts';
import { FACES } from './fonts.ts';
import { amountText } from './money.ts';
import { pageProblems, tidyConfig } from './page-problems.ts';
import { MAX_TESTIMONIALS, MAX_TESTIMONIAL_TEXT } from './testimonial.ts';
import { cleanText } from './text.ts';

/** Pieces that have broken layouts, slugs, searches and databases. */
const PIECES = [
  ['Throwing Taller', 'a', ' ', '  ', '<b>&amp;</b>', '"\'`', '${x}', '\\u0000', '%00', 'x'.repeat(30)],
  ['مرحبا بالعالم', 'שלום', '\u202eleft\u202c', '\u200b', '\u200d', '\ufeff', '\ufe0f', '\u00ad'],
  ['👩‍👩‍👧‍👦', '🏳️‍🌈', '陶芸', 'é', 'e\u0301', 'Z\u0351\u0343\u0344a', 'ﬃ'],
  ['\t', '\u2028', '\u0007', '\0', '\ud83d'],
].flat();

const from = (letters: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...letters.split('')), minLength, maxLength });

const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 3 }));

/** A text of at most so many characters once it is cleaned, now and then of exactly so many. */
const text = (limit: number, lines = false): fc.Arbitrary<string> => {
  const pieces = lines ? fc.oneof(piece, fc.constantFrom('\n', '\r\n')) : piece;
  const most = Math.min(12, Math.ceil(limit / 8));
  const joined = fc.array(pieces, { maxLength: most }).map((parts) => parts.join(''));
  const short = joined.map((wild) =>
    Array.from(wild)
      .slice(0, Math.floor(limit / 4))
      .join(''),
  );
  return fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: fc.constant('y'.repeat(limit)) });
};

/** The same with something to see in it. */
const filled = (limit: number) => text(limit).map((wild) => (cleanText(wild) ? wild : 'Course'));

const url = fc.oneof(
  fc.constant(''),
  fc.constantFrom('https://example.com', 'HTTP://Example.com/a?b=c#d'),
  piece.map((part) => `https://shop.example/${part.replace(/[\s\\]/g, '')}`),
);

const testimonial = fc.record({
  name: filled(LIMITS.testimonialName),
  role: fc.option(text(LIMITS.testimonialName), { nil: null }),
  rating: fc.integer({ min: 1, max: 5 }),
  text: filled(MAX_TESTIMONIAL_TEXT),
});

/** Amounts that the currency and the provider take, nothing included. */
const price = ({ code, step, minimum }: Currency) => {
  const least = Math.ceil((minimum ?? 1) / step);
  const steps = fc.oneof(
    fc.integer({ min: least, max: Math.floor(MAX_AMOUNT / step) }),
    fc.constantFrom(0, least),
  );
  return steps.map((number) => amountText(number * step, code));
};

const couponsOf = ({ code: currency, step }: Currency, priceTyped: string): fc.Arbitrary<Coupon[]> => {
  const fixed = fc.integer({ min: 1, max: 5000 }).map((steps) => Number(amountText(steps * step, currency)));
  const coupon: fc.Arbitrary<Coupon> = fc.oneof(
    fc.record({
      code: from('ABCXYZ0189_-', 1, 40),
      discount: fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100),
      type: fc.constant('percentage' as const),
    }),
    fc.record({
      code: from('ABC', 1, 8),
      discount: fixed,
      type: fc.constant('fixed' as const),
    }),
  );
  return fc
    .uniqueArray(coupon, { maxLength: MAX_COUPONS, selector: ({ code }) => code, size: 'small' })
    .map((coupons) => coupons.filter((one) => couponProblem(one, { price: priceTyped, currency }) === null));
};

const money = fc
  .constantFrom(...CURRENCIES)
  .chain((currency) => fc.record({ currency: fc.constant(currency), price: price(currency) }))
  .chain(({ currency, price: typed }) =>
    fc.record({
      currency: fc.constant(currency.code),
      price: fc.constant(typed),
      validCoupons: couponsOf(currency, typed),
    }),
  );

const words = fc.record({
  productName: filled(LIMITS.productName),
  description: text(LIMITS.description, true),
  features: fc.array(text(LIMITS.feature), { maxLength: LIMITS.features }),
  testimonials: fc.record({
    enabled: fc.boolean(),
    items: fc.array(testimonial, { maxLength: MAX_TESTIMONIALS }),
  }),
  buttonText: filled(LIMITS.buttonText),
  successMessage: text(LIMITS.successMessage, true),
});

const choices = fc.record({
  layout: fc.constantFrom('classic' as const, 'modern' as const, 'minimal' as const),
  logoPosition: fc.constantFrom('top-left' as const, 'top-center' as const, 'above-product' as const),
  paymentType: fc.constantFrom('one-time' as const, 'subscription' as const),
  billingFrequency: fc.constantFrom('weekly' as const, 'monthly' as const, 'yearly' as const),
  accentColor: from('0123456789abcdefABCDEF', 6, 6).map((digits) => `#${digits}`),
  enableCoupon: fc.boolean(),
  customSlug: fc.oneof(
    fc.constant(''),
    from('abcxyz0189-', 8, 58).map((middle) => `a${middle}z`),
  ),
  requireTerms: fc.boolean(),
  termsUrl: url,
  privacyUrl: url,
  fonts: fc.record({ heading: fc.constantFrom(...FACES), body: fc.constantFrom(...FACES) }),
});

/**
 * Any page that can be published once it is tidied, as untidy as it may be typed. Images come from the given ones:
 * data URLs or addresses, whatever the test can use.
 */
export const anyConfig = (images: readonly string[] = []): fc.Arbitrary<CheckoutPageConfig> => {
  const image = fc.constantFrom(null, ...images);
  return fc
    .record({ words, choices, money, customFields: anyFields(filled), logo: image, productImage: image })
    .map((parts) => ({
      ...addedKeys(),
      ...parts.choices,
      ...parts.words,
      ...parts.money,
      customFields: parts.customFields,
      logo: parts.logo,
      productImage: parts.productImage,
    }))
    .filter((config) => pageProblems(tidyConfig(config)).length === 0);
};
