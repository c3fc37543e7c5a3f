import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { findCouponError, findCoupon } from '#domain/coupon.ts';
import { AppError } from '#domain/errors.ts';
import { formatWithSymbol } from '#domain/money.ts';
import { BASE_OPTION, configAt, configForOption } from '#domain/offer.ts';
import { normalizeConfig } from '#domain/page-problems.ts';
import { formatDiscount } from '#domain/price.ts';
import { calculatePricing } from '#domain/pricing.ts';

/** The total that a buyer would pay with a coupon code, or the reason why the code is rejected. */
export type CouponPreview =
  | { kind: 'total'; code: string; original: string; saved: string; total: string }
  | { kind: 'refused'; message: string };

const toRejection = (message: string): CouponPreview => ({ kind: 'refused', message });

/**
 * Calculates the total with the same functions as the checkout, for one of the price options. Usage limits are not
 * checked.
 */
export function previewCoupon(
  config: CheckoutPageConfig,
  couponCode: string,
  now: Date,
  optionId: string = BASE_OPTION,
): CouponPreview {
  const activeConfig = configAt(normalizeConfig(config), now);
  const pricedConfig = configForOption(activeConfig, optionId) ?? activeConfig;
  const coupon = findCoupon(pricedConfig.validCoupons, couponCode);
  const pricing = calculatePricing(pricedConfig, coupon);
  if ('error' in pricing && pricing.at === 'price') return toRejection('Set a price first');
  if (!coupon) return toRejection(new AppError('coupon_invalid').message);
  const rejection =
    'original' in pricing
      ? findCouponError(coupon, { now, original: pricing.original, currency: pricedConfig.currency })
      : null;
  if (rejection) return toRejection(rejection.message);
  if ('error' in pricing) {
    if (pricing.at !== 'total') return toRejection(pricing.error);
    return toRejection(
      `The total would be ${formatWithSymbol(pricing.total, pricedConfig.currency)}. ${pricing.error}`,
    );
  }
  const { originalText, savedText, totalText } = formatDiscount(pricing, pricedConfig);
  return { kind: 'total', code: coupon.code, original: originalText, saved: savedText, total: totalText };
}
