import type { CheckoutPageConfig } from './checkout-page.ts';
import { symbolText } from './money.ts';
import { discountOn, pricingOf } from './pricing.ts';

export const MAX_COUPONS = 50;
export const COUPON_CODE = /^[A-Z0-9_-]{1,40}$/;

/**
 * `discount` is a percentage, or an amount in the currency's own units: 12.5, 9.99. The rest is left out where nothing
 * bounds it: ISO moments in UTC, uses in all and of one buyer's address, the least price in decimals.
 */
export type Coupon = {
  code: string;
  discount: number;
  type: 'percentage' | 'fixed';
  startsAt?: string | null | undefined;
  endsAt?: string | null | undefined;
  limit?: number | null | undefined;
  perBuyer?: number | null | undefined;
  minimum?: string | null | undefined;
};

/** The coupon with exactly this code, blanks around it trimmed. */
export const findCoupon = (coupons: readonly Coupon[], code: string): Coupon | undefined =>
  coupons.find((coupon) => coupon.code === code.trim());

/** What is wrong with a coupon in itself and, once a price is set, with the total that it leaves; null when nothing is. */
export function couponProblem(
  coupon: Coupon,
  page: Pick<CheckoutPageConfig, 'price' | 'currency'>,
): string | null {
  if (!COUPON_CODE.test(coupon.code))
    return 'A coupon code has 1 to 40 letters, digits, hyphens or underscores';
  const taken = discountOn(0, coupon, page.currency);
  if ('problem' in taken) return taken.problem;
  const pricing = pricingOf(page, coupon);
  if (!('problem' in pricing) || pricing.at !== 'total') return null;
  return `With ${coupon.code} a buyer would pay ${symbolText(pricing.total, page.currency)}. ${pricing.problem}`;
}
