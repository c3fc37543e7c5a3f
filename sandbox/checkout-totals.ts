import { stepOf } from './currency-rules.ts';
import type { Objects } from './objects.ts';

type Coupon = Pick<Objects['coupon'], 'amount_off' | 'percent_off'>;

/** Returns the discount of a coupon: rounded half up to the currency's step, never more than the amount. */
export const discountOf = (amount: number, currency: string, coupon: Coupon | null): number => {
  if (!coupon) return 0;
  const step = stepOf(currency);
  const discount =
    coupon.percent_off === null
      ? (coupon.amount_off ?? 0)
      : Math.round((amount * coupon.percent_off) / 100 / step) * step;
  return Math.min(discount, amount);
};

/** Splits a discount over lines in proportion to their amounts; the last line takes the rounding remainder. */
export const splitDiscount = (discount: number, amounts: number[]): number[] => {
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  let remaining = discount;
  return amounts.map((amount, index) => {
    const share = index === amounts.length - 1 ? remaining : Math.floor((discount * amount) / Math.max(sum, 1));
    remaining -= share;
    return share;
  });
};
