/** Arbitrary pages for property tests. */
import fc from 'fast-check';

import {
  AFTER_PAYMENT,
  createAddedFields,
  createPaymentTerms,
  LIMITS,
  type CheckoutPageConfig,
} from '../checkout-page.ts';
import { validateCoupon } from '../coupon.ts';
import { CURRENCIES } from '../currencies.ts';
import { hasChoices } from '../custom-field-validation.ts';
import { FIELD_KINDS, FIELD_LIMITS, type CustomField, type FieldKind } from '../custom-field.ts';
import { listDeliveryTargets } from '../delivery-fields.ts';
import { FONT_FAMILIES } from '../fonts.ts';
import { listPriceOptions } from '../offer.ts';
import { validatePage, normalizeConfig } from '../page-fields.ts';
import { PAGE_LANGUAGES } from '../page-language.ts';
import { PAYMENT_METHOD_TYPES } from '../payment-methods.ts';
import { findTermsError, paymentTermsField } from '../payment-terms-fields.ts';
import { quantityField } from '../quantity-fields.ts';
import { MAX_TESTIMONIALS, MAX_TESTIMONIAL_TEXT } from '../testimonial.ts';
import { couponsArbitrary, offerArbitrary, paymentTermsArbitrary } from './offer.ts';
import { visibleText, stringOf, fragment, price, text } from './text-and-price.ts';

/** Bounds that each kind of field accepts. */
const SAMPLE_BOUNDS: Partial<Record<FieldKind, readonly [min: string, max: string]>> = {
  short: ['2', '80'],
  long: ['', '1500'],
  number: ['-1.5', '12'],
  date: ['2026-11-30', ''],
};

/** Up to five publishable fields; `textArbitrary` generates visible text. */
const customFieldsArbitrary = (textArbitrary: (limit: number) => fc.Arbitrary<string>): fc.Arbitrary<CustomField[]> =>
  fc
    .array(
      fc.record({
        kind: fc.constantFrom(...FIELD_KINDS),
        label: textArbitrary(FIELD_LIMITS.label),
        help: fc.oneof(fc.constant(''), textArbitrary(FIELD_LIMITS.help)),
        required: fc.boolean(),
        choice: textArbitrary(FIELD_LIMITS.choice),
        bounded: fc.boolean(),
      }),
      { maxLength: 5 },
    )
    .map((generated) =>
      generated.map(({ choice, bounded, ...field }, index) => {
        const [min = '', max = ''] = (bounded && SAMPLE_BOUNDS[field.kind]) || [];
        const choices = hasChoices(field.kind) ? [choice, 'Another one'] : [];
        return { id: `field-${index}`, name: `name-${index}`, ...field, choices, min, max };
      }),
    );

const url = fc.oneof(
  fc.constant(''),
  fc.constantFrom('https://example.com', 'HTTP://Example.com/a?b=c#d'),
  fragment.map((pathText) => `https://shop.example/${pathText.replace(/[\s\\]/g, '')}`),
);

const testimonial = fc.record({
  name: visibleText(LIMITS.testimonialName),
  role: fc.option(text(LIMITS.testimonialName), { nil: null }),
  rating: fc.integer({ min: 1, max: 5 }),
  text: visibleText(MAX_TESTIMONIAL_TEXT),
});

const money = fc.constantFrom(...CURRENCIES).chain((currency) =>
  fc.record({
    currency: fc.constant(currency.code),
    price: price(currency),
    paymentTerms: paymentTermsArbitrary(currency),
    validCoupons: couponsArbitrary(currency),
    offer: offerArbitrary(currency),
  }),
);

const textsArbitrary = fc.record({
  productName: visibleText(LIMITS.productName),
  description: text(LIMITS.description, true),
  features: fc.array(text(LIMITS.feature), { maxLength: LIMITS.features }),
  testimonials: fc.record({
    enabled: fc.boolean(),
    items: fc.array(testimonial, { maxLength: MAX_TESTIMONIALS }),
  }),
  customFields: customFieldsArbitrary(visibleText),
  buttonText: visibleText(LIMITS.buttonText),
  successMessage: text(LIMITS.successMessage, true),
});

const choicesArbitrary = fc.record({
  layout: fc.constantFrom('classic' as const, 'modern' as const, 'minimal' as const),
  logoPosition: fc.constantFrom('top-left' as const, 'top-center' as const, 'above-product' as const),
  paymentType: fc.constantFrom('one-time' as const, 'subscription' as const, 'payment-plan' as const),
  billingFrequency: fc.constantFrom('weekly' as const, 'monthly' as const, 'yearly' as const),
  accentColor: stringOf('0123456789abcdefABCDEF', 6, 6).map((digits) => `#${digits}`),
  enableCoupon: fc.boolean(),
  customSlug: fc.oneof(
    fc.constant(''),
    stringOf('abcxyz0189-', 8, 58).map((middle) => `a${middle}z`),
  ),
  language: fc.constantFrom(...PAGE_LANGUAGES),
  requireTerms: fc.boolean(),
  termsUrl: url,
  privacyUrl: url,
  fonts: fc.record({ heading: fc.constantFrom(...FONT_FAMILIES), body: fc.constantFrom(...FONT_FAMILIES) }),
});

const paymentArbitrary = fc.record({
  methods: fc.constantFrom('card' as const, 'stripe' as const),
  excluded: fc.subarray([...PAYMENT_METHOD_TYPES]),
  instantOnly: fc.boolean(),
});

/** `deliverables`: ids, some of which the page delivers. The caller includes them with prices and extras of the page. */
const deliveryArbitrary = (deliverables: readonly string[]) =>
  fc.record({
    items: fc.shuffledSubarray([...deliverables]).map((ids) => ids.map((id) => ({ id, offeredWith: null }))),
    afterPayment: fc.constantFrom(...AFTER_PAYMENT),
    redirectUrl: fc.constantFrom(
      'https://example.com/thanks',
      ' https://example.com/?order={order_number}&id={order_id}',
    ),
    signRedirect: fc.boolean(),
  });

/** Includes deliverables with single prices and extras. `seed`: any number that chooses them. */
function fitDelivery(config: CheckoutPageConfig, seed: number): CheckoutPageConfig {
  const targets = listDeliveryTargets(config).map(({ id }) => id);
  const items = config.delivery.items.map((item, index) => {
    const chosen = targets.filter((_, position) => ((seed >> (index + position)) & 1) === 1);
    return { ...item, offeredWith: chosen.length > 0 ? chosen : null };
  });
  return { ...config, delivery: { ...config.delivery, items } };
}

/** Leaves out quantities that the rules refuse, such as prices that are not cheaper. */
function fitQuantity(config: CheckoutPageConfig): CheckoutPageConfig {
  const candidates = [config.quantity, { ...config.quantity, tiers: [] }];
  const fitting = candidates.find((quantity) =>
    quantityField.validate?.(normalizeConfig({ ...config, quantity })).every(([, message]) => message === null),
  );
  return { ...config, quantity: fitting ?? createAddedFields().quantity };
}

const withDefaultTerms = <T extends Pick<CheckoutPageConfig, 'paymentType'>>(price: T) => ({
  ...price,
  paymentType: price.paymentType === 'payment-plan' ? ('one-time' as const) : price.paymentType,
  paymentTerms: createPaymentTerms(),
});

/** Leaves out terms that the rules refuse, such as a yearly payment plan. */
function fitPaymentTerms(config: CheckoutPageConfig): CheckoutPageConfig {
  const normalized = normalizeConfig(config);
  const [baseError] = paymentTermsField.validate?.(normalized) ?? [];
  const isRefused = (index: number) => {
    const option = listPriceOptions(normalized)[index + 1];
    return option !== undefined && findTermsError(option, normalized) !== undefined;
  };
  const others = config.priceOptions.others.map((option, index) =>
    isRefused(index) ? withDefaultTerms(option) : option,
  );
  return {
    ...(baseError ? withDefaultTerms(config) : config),
    priceOptions: { ...config.priceOptions, others },
  };
}

/** Bills every order bump once on a page where nothing repeats. */
function fitBumps(config: CheckoutPageConfig): CheckoutPageConfig {
  const { bumps } = config;
  if (listPriceOptions(config).some(({ paymentType }) => paymentType === 'subscription')) return config;
  const items = bumps.items.map((bump) => ({ ...bump, billing: 'one-time' as const }));
  return { ...config, bumps: { ...bumps, items } };
}

/** Removes conflicting parts: coupons that leave too small a total, and pricing modes that exclude each other. */
function removeConflicts(config: CheckoutPageConfig): CheckoutPageConfig {
  const { payWhatYouWant: rawPayWhatYouWant, countdown, priceOptions } = config;
  const payWhatYouWant = {
    ...rawPayWhatYouWant,
    enabled: rawPayWhatYouWant.enabled && priceOptions.others.length === 0,
  };
  const hasSinglePrice = !payWhatYouWant.enabled && priceOptions.others.length === 0;
  const atEnd = hasSinglePrice || countdown.atEnd !== 'price' ? countdown.atEnd : 'nothing';
  const withQuantity = fitQuantity({
    ...config,
    payWhatYouWant,
    countdown: { ...countdown, atEnd },
    enableCoupon: config.enableCoupon && !payWhatYouWant.enabled,
  });
  const fitted = fitBumps(fitPaymentTerms(withQuantity));
  const normalized = normalizeConfig(fitted);
  return {
    ...fitted,
    validCoupons: fitted.validCoupons.filter((coupon) => validateCoupon(coupon, normalized) === null),
  };
}

/**
 * Any page that can be published after normalization, with raw untrimmed input. Images come from the argument: data URLs
 * or addresses. So do the ids of deliverables.
 */
export const configArbitrary = (
  images: readonly string[] = [],
  deliverables: readonly string[] = [],
): fc.Arbitrary<CheckoutPageConfig> => {
  const image = fc.constantFrom(null, ...images);
  return fc
    .record({
      textsArbitrary,
      choices: choicesArbitrary,
      money,
      logo: image,
      productImage: image,
      payment: paymentArbitrary,
      delivery: deliveryArbitrary(deliverables),
      seed: fc.nat(),
    })
    .map(
      ({
        choices: choiceFields,
        textsArbitrary: textFields,
        money: { offer, ...priceFields },
        logo,
        productImage,
        payment,
        delivery,
        seed,
      }) => {
        const config = removeConflicts({
          ...createAddedFields(),
          ...choiceFields,
          ...textFields,
          ...priceFields,
          ...offer,
          logo,
          productImage,
          payment,
          delivery,
        });
        return fitDelivery(config, seed);
      },
    )
    .filter((config) => validatePage(normalizeConfig(config)).length === 0);
};
