import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isCurrencyCode } from '#domain/currencies.ts';
import { FIELD_KINDS } from '#domain/custom-field.ts';
import { FACES } from '#domain/fonts.ts';
import { COUNTDOWN_ENDS } from '#domain/offer.ts';

import { FIELD_NAMES } from './field-names.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isSwitch: Check = (value) => typeof value === 'boolean';
const isMaybeText: Check = (value) => value === null || isText(value);
const isNumber: Check = (value) => Number.isFinite(value);
/** What may be missing, or null. */
const leftOut =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value);
const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && values.includes(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const withParts =
  (parts: Record<string, Check>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(parts).every(([key, check]) => check((value as Record<string, unknown>)[key]));

const PAYMENT = {
  paymentType: oneOf('one-time', 'subscription'),
  billingFrequency: oneOf('weekly', 'monthly', 'yearly'),
};

const PARTS: Record<keyof CheckoutPageConfig, Check> = {
  layout: oneOf('classic', 'modern', 'minimal'),
  logo: isMaybeText,
  logoPosition: oneOf('top-left', 'top-center', 'above-product'),
  productName: isText,
  description: isText,
  productImage: isMaybeText,
  price: isText,
  currency: (value) => typeof value === 'string' && isCurrencyCode(value),
  ...PAYMENT,
  features: listOf(isText),
  testimonials: withParts({
    enabled: isSwitch,
    items: listOf(
      withParts({
        name: isText,
        role: leftOut(isText),
        rating: isNumber,
        text: isText,
      }),
    ),
  }),
  accentColor: isText,
  buttonText: isText,
  successMessage: isText,
  enableCoupon: isSwitch,
  validCoupons: listOf(
    withParts({
      code: isText,
      discount: isNumber,
      type: oneOf('percentage', 'fixed'),
      startsAt: leftOut(isText),
      endsAt: leftOut(isText),
      limit: leftOut(isNumber),
      perBuyer: leftOut(isNumber),
      minimum: leftOut(isText),
    }),
  ),
  customSlug: isText,
  requireTerms: isSwitch,
  termsUrl: isText,
  privacyUrl: isText,
  fonts: withParts({ heading: oneOf(...FACES), body: oneOf(...FACES) }),
  customFields: listOf(
    withParts({
      id: isText,
      kind: oneOf(...FIELD_KINDS),
      name: isText,
      label: isText,
      help: isText,
      required: isSwitch,
      choices: listOf(isText),
      min: isText,
      max: isText,
    }),
  ),
  priceOptions: withParts({
    baseName: isText,
    others: listOf(withParts({ id: isText, name: isText, price: isText, ...PAYMENT })),
  }),
  payWhatYouWant: withParts({ enabled: isSwitch, minimum: isText, maximum: isText, presets: listOf(isText) }),
  countdown: withParts({
    enabled: isSwitch,
    endsAt: isMaybeText,
    text: isText,
    textAfter: isText,
    atEnd: oneOf(...COUNTDOWN_ENDS),
    priceAfter: isText,
  }),
  availability: withParts({
    opensAt: isMaybeText,
    closesAt: isMaybeText,
    stock: (value) => value === null || isNumber(value),
    showStock: isSwitch,
    earlyText: isText,
    closedText: isText,
    soldOutText: isText,
  }),
  timeZone: isText,
  embedding: withParts({ origins: listOf(isText) }),
};
const hasParts = withParts(PARTS);

/**
 * Whether something that was kept in this browser can be shown in the form: every key, each of its kind, none
 * besides. The limits are the server's business, which judges every draft again.
 */
export const isKeptConfig = (kept: unknown): kept is CheckoutPageConfig =>
  hasParts(kept) && Object.keys(kept as object).every((key) => Object.hasOwn(FIELD_NAMES, key));
