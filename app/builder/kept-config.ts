import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isCurrencyCode } from '#domain/currencies.ts';
import { FACES } from '#domain/fonts.ts';

import { FIELD_NAMES } from './field-names.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isSwitch: Check = (value) => typeof value === 'boolean';
const isImage: Check = (value) => value === null || isText(value);
const isNumber: Check = (value) => Number.isFinite(value);
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

const PARTS: Record<keyof CheckoutPageConfig, Check> = {
  layout: oneOf('classic', 'modern', 'minimal'),
  logo: isImage,
  logoPosition: oneOf('top-left', 'top-center', 'above-product'),
  productName: isText,
  description: isText,
  productImage: isImage,
  price: isText,
  currency: (value) => typeof value === 'string' && isCurrencyCode(value),
  paymentType: oneOf('one-time', 'subscription'),
  billingFrequency: oneOf('weekly', 'monthly', 'yearly'),
  features: listOf(isText),
  testimonials: withParts({
    enabled: isSwitch,
    items: listOf(
      withParts({
        name: isText,
        role: (value) => value === undefined || isImage(value),
        rating: isNumber,
        text: isText,
      }),
    ),
  }),
  accentColor: isText,
  buttonText: isText,
  successMessage: isText,
  enableCoupon: isSwitch,
  validCoupons: listOf(withParts({ code: isText, discount: isNumber, type: oneOf('percentage', 'fixed') })),
  customSlug: isText,
  requireTerms: isSwitch,
  termsUrl: isText,
  privacyUrl: isText,
  fonts: withParts({ heading: oneOf(...FACES), body: oneOf(...FACES) }),
};
const hasParts = withParts(PARTS);

/**
 * Whether something that was kept in this browser can be shown in the form: every key, each of its kind, none
 * besides. The limits are the server's business, which judges every draft again.
 */
export const isKeptConfig = (kept: unknown): kept is CheckoutPageConfig =>
  hasParts(kept) && Object.keys(kept as object).every((key) => Object.hasOwn(FIELD_NAMES, key));
