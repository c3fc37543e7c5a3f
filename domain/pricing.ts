import type { CheckoutPageConfig } from './checkout-page.ts';
import type { Coupon } from './coupon.ts';
import { currencyOf } from './currencies.ts';
import { parsePrice, totalProblem, type ParsedPrice } from './money.ts';

/** Amounts that a buyer pays, in minor units of the page's currency: `original` minus `discount` is `total`. */
export type Amounts = { original: number; discount: number; total: number };

/** Why the sale is impossible: the price or coupon is unreadable, or Stripe does not accept the total. */
export type Unpriced =
  | { problem: string; at: 'price' | 'coupon' }
  | ({ problem: string; at: 'total' } & Amounts);

type PriceConfig = Pick<CheckoutPageConfig, 'price' | 'currency'>;

/**
 * Calculates the price of a page with an optional coupon. The page, the payment, the order and the builder all use it.
 * Percentages are rounded half up to the currency's step; a discount never exceeds the price.
 */
export function pricingOf(
  { price, currency }: PriceConfig,
  coupon: Coupon | null = null,
): Amounts | Unpriced {
  const parsed = parsePrice(price.trim(), currency);
  if ('problem' in parsed) return { ...parsed, at: 'price' };
  const original = parsed.amount;
  const taken = coupon ? discountOn(original, coupon, currency) : { amount: 0 };
  if ('problem' in taken) return { ...taken, at: 'coupon' };
  const discount = Math.min(original, taken.amount);
  const total = original - discount;
  const problem = totalProblem(total, currency);
  return problem ? { problem, at: 'total', original, discount, total } : { original, discount, total };
}

/** Discount of a coupon on an amount, or an error message if the discount is invalid. */
export function discountOn(amount: number, coupon: Coupon, currency: string): ParsedPrice {
  if (coupon.type === 'percentage') {
    const share = fractionOfPercentage(coupon.discount);
    return share
      ? { amount: roundedShare(amount, share, currencyOf(currency).step) }
      : { problem: 'A percentage is above 0 and at most 100, with at most 4 decimals' };
  }
  const parsed = parsePrice(String(coupon.discount), currency, 'discount');
  return 'amount' in parsed && parsed.amount === 0 ? { problem: 'A fixed discount is above 0' } : parsed;
}

const PERCENTAGE = /^(\d{1,3})(?:\.(\d{1,4}))?$/;

/** Converts a percentage into [numerator, denominator]: 12.5 is 125 of 1000. Null outside (0, 100]. */
function fractionOfPercentage(discount: number): [bigint, bigint] | null {
  const match = PERCENTAGE.exec(String(discount));
  if (!match) return null;
  const [, whole = '', decimals = ''] = match;
  const numerator = BigInt(whole + decimals);
  const denominator = 100n * 10n ** BigInt(decimals.length);
  return numerator > 0n && numerator <= denominator ? [numerator, denominator] : null;
}

/** Rounds half up to a multiple of the currency's step. */
function roundedShare(amount: number, [numerator, denominator]: [bigint, bigint], step: number): number {
  const unit = denominator * BigInt(step);
  const doubled = 2n * BigInt(amount) * numerator + unit;
  return Number(doubled / (2n * unit)) * step;
}
