import type { Call } from '../call.ts';
import { discountOf } from '../checkout-totals.ts';
import type { Objects } from '../objects.ts';
import type { BilledLine, Reduction } from './invoice-shape.ts';
import { monthsLater } from './period.ts';

/** Whether a discount still counts: for ever, for its months, or once (and then it is on no subscription). */
const lasts = (call: Call, start: number, coupon: Objects['coupon']): boolean =>
  coupon.duration === 'forever' ||
  (coupon.duration === 'repeating' && call.now < monthsLater(start, coupon.duration_in_months ?? 0));

/** What a subscription's coupon takes off these lines. */
export const reductionOf = (
  call: Call,
  subscription: Objects['subscription'],
  lines: BilledLine[],
): Reduction | null => {
  const amount = lines.reduce((sum, line) => sum + (line.proration ? 0 : line.amount), 0);
  for (const id of subscription.discounts as string[]) {
    const discount = call.books.find('discount', id);
    const coupon = discount && call.books.find('coupon', String(discount.source.coupon));
    if (discount && coupon && lasts(call, discount.start, coupon))
      return { discount: id, amount: discountOf(amount, subscription.currency, coupon) };
  }
  return null;
};
