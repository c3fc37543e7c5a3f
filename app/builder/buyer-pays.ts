import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { couponRefusal, findCoupon } from '#domain/coupon.ts';
import { ShopError } from '#domain/errors.ts';
import { symbolText } from '#domain/money.ts';
import { BASE_OPTION, configAt, configOfOption } from '#domain/offer.ts';
import { tidyConfig } from '#domain/page-problems.ts';
import { discountTexts } from '#domain/price.ts';
import { pricingOf } from '#domain/pricing.ts';

/** The total that a buyer would pay with a coupon code, or the reason why the code is rejected. */
export type BuyerPays =
  | { kind: 'total'; code: string; original: string; saved: string; total: string }
  | { kind: 'refused'; message: string };

const refused = (message: string): BuyerPays => ({ kind: 'refused', message });

/**
 * Calculates the total with the same functions as the checkout, for one of the price options. Usage limits are not
 * checked.
 */
export function buyerPays(
  config: CheckoutPageConfig,
  typed: string,
  now: Date,
  plan: string = BASE_OPTION,
): BuyerPays {
  const inForce = configAt(tidyConfig(config), now);
  const page = configOfOption(inForce, plan) ?? inForce;
  const coupon = findCoupon(page.validCoupons, typed);
  const pricing = pricingOf(page, coupon);
  if ('problem' in pricing && pricing.at === 'price') return refused('Set a price first');
  if (!coupon) return refused(new ShopError('coupon_invalid').message);
  const refusal =
    'original' in pricing
      ? couponRefusal(coupon, { now, original: pricing.original, currency: page.currency })
      : null;
  if (refusal) return refused(refusal.message);
  if ('problem' in pricing) {
    if (pricing.at !== 'total') return refused(pricing.problem);
    return refused(`The total would be ${symbolText(pricing.total, page.currency)}. ${pricing.problem}`);
  }
  const { originalText, savedText, totalText } = discountTexts(pricing, page);
  return { kind: 'total', code: coupon.code, original: originalText, saved: savedText, total: totalText };
}
