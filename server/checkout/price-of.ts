import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { findCouponError, findCoupon, type Coupon } from '#domain/coupon.ts';
import { AppError } from '#domain/errors.ts';
import { BASE_OPTION, configForChoice, configForOption, type PriceChoice } from '#domain/offer.ts';
import { calculatePricing, type Amounts } from '#domain/pricing.ts';

import type { PublishedPage } from './live-page.ts';

/** The price that a buyer pays, the applied coupon code and the page config for the chosen option. */
export type PriceQuote = Amounts & { code: string | null; config: CheckoutPageConfig };

type PricedPage = Pick<PublishedPage, 'config' | 'versionId' | 'readAt'>;

/** Prices a page for a choice, with or without a coupon. Throws AppError for an invalid choice or coupon. */
export function quotePrice(page: PricedPage, code: string | null, choice: PriceChoice = {}): PriceQuote {
  const config = configForChoice(page.config, choice);
  const coupon = code === null ? null : getPageCoupon(page, code);
  const pricing = calculatePricing(config, coupon);
  if ('error' in pricing) {
    const { error: message } = pricing;
    if (pricing.at === 'total')
      throw new AppError(coupon ? 'coupon_below_minimum' : 'not_accepting_payments', { message });
    throw new Error(`Version ${page.versionId} was published with a ${pricing.at} that cannot be used`);
  }
  const { original } = pricing;
  const couponError = coupon && findCouponError(coupon, { now: page.readAt, original, currency: config.currency });
  if (couponError) throw couponError;
  return { ...pricing, code: coupon?.code ?? null, config };
}

/** Returns the page's coupon with this code. Throws AppError if there is none. */
export function getPageCoupon({ config }: Pick<PublishedPage, 'config'>, code: string): Coupon {
  const { enableCoupon, payWhatYouWant, validCoupons } = config;
  const coupon = enableCoupon && !payWhatYouWant.enabled ? findCoupon(validCoupons, code) : undefined;
  if (!coupon) throw new AppError('coupon_invalid');
  return coupon;
}

/** Returns a version's config for the price option of an attempt. */
export const configForPlan = (config: CheckoutPageConfig, plan: string | null): CheckoutPageConfig =>
  configForOption(config, plan ?? BASE_OPTION) ?? config;
