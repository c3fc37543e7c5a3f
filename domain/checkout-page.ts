import type { z } from 'zod';

import { pageDefaultMessages } from '#content/messages/page-defaults.ts';

import { DEFAULT_ACCENT } from './accent-color.ts';
import type { CheckoutPageConfig as Schema } from './checkout-page-schema.ts';
import { DEFAULT_CURRENCY } from './currencies.ts';
import { FONT_PRESETS } from './fonts.ts';
import { DEFAULT_LANGUAGE, type PageLanguage } from './page-language.ts';

/** Schema number of stored configs. A new key needs a default and the next number; see `createConfigParser`. */
export const CONFIG_SCHEMA = 7;

/** Maximum size of a config without its images. */
export const MAX_CONFIG_BYTES = 64 * 1024;

/** Where buyers go after the payment: the success page, or a URL of the seller's. */
export const AFTER_PAYMENT = ['message', 'redirect'] as const;

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

/** Config fields sent to the buyer's browser, without coupons, total stock, payment settings and what comes after the payment. */
export type PublicCheckoutConfig = Omit<
  CheckoutPageConfig,
  'validCoupons' | 'customSlug' | 'embedding' | 'payment' | 'successMessage' | 'delivery'
>;

export function toPublicConfig({
  validCoupons: _,
  customSlug: __,
  embedding: ___,
  successMessage: ____,
  payment: _____,
  delivery: ______,
  ...config
}: CheckoutPageConfig): PublicCheckoutConfig {
  const bumps = { ...config.bumps, items: config.bumps.items.filter(({ enabled }) => enabled) };
  return { ...config, bumps, availability: { ...config.availability, stock: null } };
}

/** Terms of a price without a free trial and a setup fee. */
export const createPaymentTerms = () => ({ setupFee: '', trialDays: 0, trialNeedsCard: true, installments: 3 });

/** The keys added after the specification, with all their features off. */
export const createAddedFields = () => ({
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
  language: DEFAULT_LANGUAGE as PageLanguage,
  bumps: { items: [], position: 'above-button' as const },
  quantity: { enabled: false, minimum: 1, maximum: 10, singular: '', plural: '', tiers: [] },
  payment: { methods: 'card' as const, excluded: [], instantOnly: false },
  paymentTerms: createPaymentTerms(),
  delivery: { items: [], afterPayment: 'message' as const, redirectUrl: '', signRedirect: false },
  bundle: { items: [] },
});

/** Config of a new page. */
export const createEmptyConfig = (): CheckoutPageConfig => ({
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
  buttonText: pageDefaultMessages.buttonText,
  successMessage: pageDefaultMessages.successMessage,
  enableCoupon: false,
  validCoupons: [],
  customSlug: '',
  requireTerms: false,
  termsUrl: '',
  privacyUrl: '',
  fonts: { ...FONT_PRESETS.modern },
  ...createAddedFields(),
});
