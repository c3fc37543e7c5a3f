import { z } from 'zod';

import { DEFAULT_ACCENT } from './accent.ts';
import { Coupon } from './coupon.ts';
import { DEFAULT_CURRENCY, isCurrencyCode } from './currencies.ts';
import { FACES, FONT_PRESETS } from './fonts.ts';
import { isImageDataUrl, isMediaPath } from './image.ts';
import { Testimonial } from './testimonial.ts';

/** Grows with every change of the stored shape; see `configFromStored`. */
export const CONFIG_SCHEMA = 1;

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

const Image = z
  .string()
  .refine((text) => isMediaPath(text) || isImageDataUrl(text), 'Not an image')
  .nullable();
const Free = z.string().max(10_000);

/**
 * Every key of the specification's config, present, of the right kind. What a page still lacks before it can
 * be published is the business of `pageProblems`: an unfinished draft is a valid config.
 */
export const CheckoutPageConfig = z.strictObject({
  layout: z.enum(['classic', 'modern', 'minimal']),
  logo: Image,
  logoPosition: z.enum(['top-left', 'top-center', 'above-product']),
  productName: Free,
  description: Free,
  productImage: Image,
  price: z.string().max(40),
  currency: z.string().refine(isCurrencyCode, 'Unknown currency'),
  paymentType: z.enum(['one-time', 'subscription']),
  billingFrequency: z.enum(['weekly', 'monthly', 'yearly']),
  features: z.array(Free).max(100),
  testimonials: z.strictObject({ enabled: z.boolean(), items: z.array(Testimonial).max(50) }),
  accentColor: z.string().max(20),
  buttonText: Free,
  successMessage: Free,
  enableCoupon: z.boolean(),
  validCoupons: z.array(Coupon).max(200),
  customSlug: z.string().max(500),
  requireTerms: z.boolean(),
  termsUrl: Free,
  privacyUrl: Free,
  fonts: z.strictObject({ heading: z.enum(FACES), body: z.enum(FACES) }),
});
export type CheckoutPageConfig = z.infer<typeof CheckoutPageConfig>;
export type Layout = CheckoutPageConfig['layout'];

/** What a buyer's browser may know of a page: never its coupons. */
export type PublicCheckoutConfig = Omit<CheckoutPageConfig, 'validCoupons' | 'customSlug'>;

export function publicConfigOf({
  validCoupons: _,
  customSlug: __,
  ...config
}: CheckoutPageConfig): PublicCheckoutConfig {
  return config;
}

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
});

/** Reads a stored config of any earlier schema number. Throws when it is none of ours. */
export function configFromStored(schema: number, stored: unknown): CheckoutPageConfig {
  if (schema !== CONFIG_SCHEMA) throw new RangeError(`Unknown schema ${schema} of a page config`);
  return CheckoutPageConfig.parse(stored);
}
