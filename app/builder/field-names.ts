import type { ConfigKey } from './builder-state.ts';

/** What a field is called where it stands alone: at a step back, or around its part of the preview. */
export const FIELD_NAMES: Record<ConfigKey, string> = {
  productName: 'Product name',
  description: 'Description',
  productImage: 'Product image',
  price: 'Price',
  currency: 'Currency',
  paymentType: 'Payment type',
  billingFrequency: 'Billing frequency',
  features: 'Features',
  testimonials: 'Testimonials',
  buttonText: 'Button text',
  successMessage: 'Success message',
  layout: 'Layout',
  logo: 'Logo',
  logoPosition: 'Logo position',
  accentColor: 'Accent color',
  fonts: 'Fonts',
  customSlug: 'Custom slug',
  enableCoupon: 'Coupon box',
  validCoupons: 'Coupons',
  requireTerms: 'Require terms',
  termsUrl: 'Terms URL',
  privacyUrl: 'Privacy URL',
};
