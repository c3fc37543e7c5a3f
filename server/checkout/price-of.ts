import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { couponRefusal, findCoupon, type Coupon } from '#domain/coupon.ts';
import { ShopError } from '#domain/errors.ts';
import { BASE_OPTION, chosenConfig, configOfOption, type Choice } from '#domain/offer.ts';
import { pricingOf, type Amounts } from '#domain/pricing.ts';

import type { LivePage } from './live-page.ts';

/** The price that a buyer pays, the applied coupon code and the page config for the chosen option. */
export type Priced = Amounts & { code: string | null; config: CheckoutPageConfig };

type Sold = Pick<LivePage, 'config' | 'versionId' | 'readAt'>;

/** Prices a page for a choice, with or without a coupon. Throws AppError for an invalid choice or coupon. */
export function pricedWith(page: Sold, code: string | null, choice: Choice = {}): Priced {
  const config = chosenConfig(page.config, choice);
  const coupon = code === null ? null : couponOf(page, code);
  const pricing = pricingOf(config, coupon);
  if ('problem' in pricing) {
    const { problem: message } = pricing;
    if (pricing.at === 'total')
      throw new ShopError(coupon ? 'coupon_below_minimum' : 'not_accepting_payments', { message });
    throw new Error(`Version ${page.versionId} was published with a ${pricing.at} that cannot be used`);
  }
  const { original } = pricing;
  const refusal = coupon && couponRefusal(coupon, { now: page.readAt, original, currency: config.currency });
  if (refusal) throw refusal;
  return { ...pricing, code: coupon?.code ?? null, config };
}

/** Returns the page's coupon with this code. Throws AppError if there is none. */
export function couponOf({ config }: Pick<LivePage, 'config'>, code: string): Coupon {
  const { enableCoupon, payWhatYouWant, validCoupons } = config;
  const coupon = enableCoupon && !payWhatYouWant.enabled ? findCoupon(validCoupons, code) : undefined;
  if (!coupon) throw new ShopError('coupon_invalid');
  return coupon;
}

/** Returns a version's config for the price option of an attempt. */
export const boughtConfig = (config: CheckoutPageConfig, plan: string | null): CheckoutPageConfig =>
  configOfOption(config, plan ?? BASE_OPTION) ?? config;
