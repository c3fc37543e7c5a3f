import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { couponProblem, MAX_COUPONS, type Coupon } from '#domain/coupon.ts';

/** A coupon as it is being typed. */
export type CouponEntry = { code: string; discount: string; type: Coupon['type'] };

export type CouponVerdict =
  | { coupon: Coupon; problem?: undefined }
  | { coupon?: undefined; problem: { at: 'code' | 'discount'; message: string } };

const refused = (at: 'code' | 'discount', message: string): CouponVerdict => ({ problem: { at, message } });

export const EMPTY_COUPON: CouponEntry = { code: '', discount: '', type: 'percentage' };

export const couponEntryOf = ({ code, discount, type }: Coupon): CouponEntry => ({
  code,
  discount: String(discount),
  type,
});

/** The coupon of what was typed, or what is wrong with it and where. `place`: of the one that is changed. */
export function couponOfEntry(
  entry: CouponEntry,
  config: CheckoutPageConfig,
  place: number | null = null,
): CouponVerdict {
  const code = entry.code.trim().toUpperCase();
  const discount = entry.discount.trim();
  const others = config.validCoupons.filter((_, index) => index !== place);
  if (code === '') return refused('code', 'Type a code, for example WELCOME10');
  if (others.length >= MAX_COUPONS) return refused('code', `A page can have at most ${MAX_COUPONS} coupons`);
  if (others.some((coupon) => coupon.code === code))
    return refused('code', `The code ${code} is there already`);
  if (!/^\d{1,12}(\.\d{1,4})?$/.test(discount)) return refused('discount', 'Type a number, for example 10');
  const coupon: Coupon = { code, discount: Number(discount), type: entry.type };
  const message = couponProblem(coupon, config);
  return message === null
    ? { coupon }
    : refused(message.startsWith('A coupon code') ? 'code' : 'discount', message);
}
