import { pageRuleMessages } from '#content/messages/page-rules.ts';

import type { CheckoutPageConfig } from './checkout-page.ts';
import type { Coupon } from './coupon.ts';
import { getCurrency } from './currencies.ts';
import { parsePrice, validateTotal, type ParsedPrice } from './money.ts';

/** Amounts that a buyer pays, in minor units of the page's currency: `original` minus `discount` is `total`. */
export type Amounts = { original: number; discount: number; total: number };

/** Why the sale is impossible: the price or coupon is unreadable, or Stripe does not accept the total. */
type PricingError = { error: string; at: 'price' | 'coupon' } | ({ error: string; at: 'total' } & Amounts);

type PriceConfig = Pick<CheckoutPageConfig, 'price' | 'currency'>;

/**
 * Calculates the price of a page with an optional coupon. The page, the payment, the order and the builder all use it.
 * Percentages are rounded half up to the currency's step; a discount never exceeds the price.
 */
export function calculatePricing(
  { price, currency }: PriceConfig,
  coupon: Coupon | null = null,
): Amounts | PricingError {
  const parsed = parsePrice(price.trim(), currency);
  if ('error' in parsed) return { ...parsed, at: 'price' };
  const original = parsed.amount;
  const couponDiscount = coupon ? calculateDiscount(original, coupon, currency) : { amount: 0 };
  if ('error' in couponDiscount) return { ...couponDiscount, at: 'coupon' };
  const discount = Math.min(original, couponDiscount.amount);
  const total = original - discount;
  const error = validateTotal(total, currency);
  return error ? { error, at: 'total', original, discount, total } : { original, discount, total };
}

/** Discount of a coupon on an amount, or an error message if the discount is invalid. */
export function calculateDiscount(amount: number, coupon: Coupon, currency: string): ParsedPrice {
  if (coupon.type === 'percentage') {
    const fraction = parsePercentage(coupon.discount);
    return fraction
      ? { amount: roundShare(amount, fraction, getCurrency(currency).step) }
      : { error: pageRuleMessages.coupons.percentage };
  }
  const parsed = parsePrice(String(coupon.discount), currency, 'discount');
  return 'amount' in parsed && parsed.amount === 0 ? { error: pageRuleMessages.coupons.fixed } : parsed;
}

const PERCENTAGE = /^(\d{1,3})(?:\.(\d{1,4}))?$/;

/** Converts a percentage into [numerator, denominator]: 12.5 is 125 of 1000. Null outside (0, 100]. */
function parsePercentage(discount: number): [bigint, bigint] | null {
  const match = PERCENTAGE.exec(String(discount));
  if (!match) return null;
  const [, integerPart = '', decimals = ''] = match;
  const numerator = BigInt(integerPart + decimals);
  const denominator = 100n * 10n ** BigInt(decimals.length);
  return numerator > 0n && numerator <= denominator ? [numerator, denominator] : null;
}

/** Rounds half up to a multiple of the currency's step. */
function roundShare(amount: number, [numerator, denominator]: [bigint, bigint], step: number): number {
  const unit = denominator * BigInt(step);
  const doubled = 2n * BigInt(amount) * numerator + unit;
  return Number(doubled / (2n * unit)) * step;
}
