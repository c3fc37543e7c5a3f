import { currencyOf } from './currencies.ts';
import { parsePrice, symbolText, totalProblem } from './money.ts';

export const MAX_COUPONS = 50;
export const COUPON_CODE = /^[A-Z0-9_-]{1,40}$/;

/** `discount` is a percentage, or an amount in the currency's own units: 12.5, 9.99. */
export type Coupon = { code: string; discount: number; type: 'percentage' | 'fixed' };

/** What a buyer pays with a coupon, in minor units of the price's currency. */
export type Discounted = { original: number; discount: number; total: number };

const PERCENTAGE = /^(\d{1,3})(?:\.(\d{1,4}))?$/;

/** A percentage as [numerator, denominator]: 12.5 is 125 of 1000. Null outside (0, 100]. */
function fractionOfPercentage(discount: number): [bigint, bigint] | null {
  const match = PERCENTAGE.exec(String(discount));
  if (!match) return null;
  const [, whole = '', decimals = ''] = match;
  const numerator = BigInt(whole + decimals);
  const denominator = 100n * 10n ** BigInt(decimals.length);
  return numerator > 0n && numerator <= denominator ? [numerator, denominator] : null;
}

/** Half up to a multiple of the currency's step. */
function roundedShare(amount: number, [numerator, denominator]: [bigint, bigint], step: number): number {
  const unit = denominator * BigInt(step);
  const doubled = 2n * BigInt(amount) * numerator + unit;
  return Number(doubled / (2n * unit)) * step;
}

/** Takes a coupon off an amount in minor units; the result never goes below zero. Throws RangeError on an unchecked coupon. */
export function applyCoupon(original: number, coupon: Coupon, currencyCode: string): Discounted {
  const discount = Math.min(original, discountOf(original, coupon, currencyCode));
  return { original, discount, total: original - discount };
}

function discountOf(original: number, coupon: Coupon, currencyCode: string): number {
  if (coupon.type === 'percentage') {
    const share = fractionOfPercentage(coupon.discount);
    if (share) return roundedShare(original, share, currencyOf(currencyCode).step);
  } else {
    const parsed = parsePrice(String(coupon.discount), currencyCode, 'discount');
    if ('amount' in parsed) return parsed.amount;
  }
  throw new RangeError(`Coupon ${coupon.code} has no usable discount`);
}

/** The coupon with exactly this code, blanks around it trimmed. */
export const findCoupon = (coupons: readonly Coupon[], code: string): Coupon | undefined =>
  coupons.find((coupon) => coupon.code === code.trim());

/** What is wrong with a coupon in itself and, once a price is set, with the total that it leaves; null when nothing is. */
export function couponProblem(
  coupon: Coupon,
  price: { amount: number } | null,
  currencyCode: string,
): string | null {
  if (!COUPON_CODE.test(coupon.code))
    return 'A coupon code has 1 to 40 letters, digits, hyphens or underscores';
  if (coupon.type === 'percentage') {
    if (!fractionOfPercentage(coupon.discount))
      return 'A percentage is above 0 and at most 100, with at most 4 decimals';
  } else {
    const parsed = parsePrice(String(coupon.discount), currencyCode, 'discount');
    if ('problem' in parsed) return parsed.problem;
    if (parsed.amount === 0) return 'A fixed discount is above 0';
  }
  if (!price) return null;
  const { total } = applyCoupon(price.amount, coupon, currencyCode);
  const problem = totalProblem(total, currencyCode);
  return problem && `With ${coupon.code} a buyer would pay ${symbolText(total, currencyCode)}. ${problem}`;
}
