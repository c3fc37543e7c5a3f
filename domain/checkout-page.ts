import type { z } from 'zod';

import { DEFAULT_ACCENT } from './accent.ts';
import type { CheckoutPageConfig as Schema } from './checkout-page-schema.ts';
import { DEFAULT_CURRENCY } from './currencies.ts';
import { FONT_PRESETS } from './fonts.ts';

/** Number of the stored shape of a config. A new key needs a default, and the next number; see `storedConfigReader`. */
export const CONFIG_SCHEMA = 2;

/** A config without its images. */
export const MAX_CONFIG_BYTES = 64 * 1024;

export const LIMITS = {
  productName: 120,
  description: 2000,
  features: 10,
  feature: 120,
  testimonialName: 80,
  buttonText: 40,
  successMessage: 500,
  url: 2048,
} as const;

export type CheckoutPageConfig = z.infer<typeof Schema>;
export type Layout = CheckoutPageConfig['layout'];

/**
 * What a buyer's browser may know of a page: never its coupons, nor how many pieces there are, of which a page tells what is
 * left; what its seller says to those who have paid they read when they have paid.
 */
export type PublicCheckoutConfig = Omit<
  CheckoutPageConfig,
  'validCoupons' | 'customSlug' | 'embedding' | 'successMessage'
>;

export function publicConfigOf({
  validCoupons: _,
  customSlug: __,
  embedding: ___,
  successMessage: ____,
  ...config
}: CheckoutPageConfig): PublicCheckoutConfig {
  return { ...config, availability: { ...config.availability, stock: null } };
}

/** The keys that came after the specification's, as a page has them that uses none of them. */
export const addedKeys = () => ({
  customFields: [],
  priceOptions: { baseName: '', others: [] },
  payWhatYouWant: { enabled: false, minimum: '', maximum: '', presets: [] },
  countdown: {
    enabled: false,
    endsAt: null,
    text: '',
    textAfter: '',
    atEnd: 'nothing' as const,
    priceAfter: '',
  },
  availability: {
    opensAt: null,
    closesAt: null,
    stock: null,
    showStock: false,
    earlyText: '',
    closedText: '',
    soldOutText: '',
  },
  timeZone: 'UTC',
  embedding: { origins: [] },
});

/** What a new page starts with. */
export const emptyConfig = (): CheckoutPageConfig => ({
  layout: 'classic',
  logo: null,
  logoPosition: 'top-left',
  productName: '',
  description: '',
  productImage: null,
  price: '',
  currency: DEFAULT_CURRENCY,
  paymentType: 'one-time',
  billingFrequency: 'monthly',
  features: [],
  testimonials: { enabled: false, items: [] },
  accentColor: DEFAULT_ACCENT,
  buttonText: 'Buy now',
  successMessage: 'Thank you for your purchase.',
  enableCoupon: false,
  validCoupons: [],
  customSlug: '',
  requireTerms: false,
  termsUrl: '',
  privacyUrl: '',
  fonts: { ...FONT_PRESETS.modern },
  ...addedKeys(),
});
