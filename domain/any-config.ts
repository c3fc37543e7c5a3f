/** Arbitrary pages for property tests. Imported by tests only. */
import fc from 'fast-check';

import { anyFields } from './any-fields.ts';
import { anyCoupons, anyOffer } from './any-offer.ts';
import { filled, from, piece, price, text } from './any-pieces.ts';
import { addedKeys, LIMITS, type CheckoutPageConfig } from './checkout-page.ts';
import { couponProblem } from './coupon.ts';
import { CURRENCIES } from './currencies.ts';
import { FACES } from './fonts.ts';
import { pageProblems, tidyConfig } from './page-problems.ts';
import { MAX_TESTIMONIALS, MAX_TESTIMONIAL_TEXT } from './testimonial.ts';

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

const money = fc.constantFrom(...CURRENCIES).chain((currency) =>
  fc.record({
    currency: fc.constant(currency.code),
    price: price(currency),
    validCoupons: anyCoupons(currency),
    offer: anyOffer(currency),
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
  customFields: anyFields(filled),
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

/** Removes conflicting parts: coupons that leave too small a total, and pricing modes that exclude each other. */
function fitting(config: CheckoutPageConfig): CheckoutPageConfig {
  const { payWhatYouWant: named, countdown, priceOptions } = config;
  const payWhatYouWant = { ...named, enabled: named.enabled && priceOptions.others.length === 0 };
  const isOne = !payWhatYouWant.enabled && priceOptions.others.length === 0;
  const atEnd = isOne || countdown.atEnd !== 'price' ? countdown.atEnd : 'nothing';
  const fit = {
    ...config,
    payWhatYouWant,
    countdown: { ...countdown, atEnd },
    enableCoupon: config.enableCoupon && !payWhatYouWant.enabled,
  };
  const tidy = tidyConfig(fit);
  return { ...fit, validCoupons: fit.validCoupons.filter((one) => couponProblem(one, tidy) === null) };
}

/**
 * Any page that can be published after normalization, with raw untrimmed input. Images come from the argument: data URLs
 * or addresses.
 */
export const anyConfig = (images: readonly string[] = []): fc.Arbitrary<CheckoutPageConfig> => {
  const image = fc.constantFrom(null, ...images);
  return fc
    .record({ words, choices, money, logo: image, productImage: image })
    .map(({ choices: chosen, words: written, money: { offer, ...priced }, logo, productImage }) =>
      fitting({ ...addedKeys(), ...chosen, ...written, ...priced, ...offer, logo, productImage }),
    )
    .filter((config) => pageProblems(tidyConfig(config)).length === 0);
};
