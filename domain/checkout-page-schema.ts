import { z } from 'zod';

import { CONFIG_SCHEMA } from './checkout-page.ts';
import { isCurrencyCode } from './currencies.ts';
import { FACES } from './fonts.ts';
import { isImageDataUrl, isMediaPath } from './image.ts';
import { DEFAULT_RATING } from './testimonial.ts';

export const Coupon = z.strictObject({
  code: z.string().max(200),
  discount: z.number(),
  type: z.enum(['percentage', 'fixed']),
});

export const Testimonial = z.strictObject({
  name: z.string().max(1000),
  role: z.string().max(1000).nullish(),
  rating: z.number().int().min(1).max(5).default(DEFAULT_RATING),
  text: z.string().max(5000),
});

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

/** Reads a stored config of any earlier schema number. Throws when it is none of ours. */
export function configFromStored(schema: number, stored: unknown): CheckoutPageConfig {
  if (schema !== CONFIG_SCHEMA) throw new RangeError(`Unknown schema ${schema} of a page config`);
  return CheckoutPageConfig.parse(stored);
}
