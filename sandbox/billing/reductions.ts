import type { Call } from '../call.ts';
import { discountOf } from '../checkout-totals.ts';
import { newId } from '../ids.ts';
import type { Objects } from '../objects.ts';
import type { BilledLine, Reduction } from './invoice-shape.ts';
import { monthsLater } from './period.ts';

/** Returns whether a discount applies now. A discount for one invoice is passed to the first invoice only. */
const lasts = (call: Call, start: number, coupon: Objects['coupon']): boolean =>
  coupon.duration === 'forever' ||
  (coupon.duration === 'once' && call.now === start) ||
  (coupon.duration === 'repeating' && call.now < monthsLater(start, coupon.duration_in_months ?? 0));

/** Returns the reduction by the first of these discounts that still applies. */
export const reductionOf = (
  call: Call,
  discounts: string[],
  currency: string,
  lines: BilledLine[],
): Reduction | null => {
  const amount = lines.reduce((sum, line) => sum + (line.proration ? 0 : line.amount), 0);
  for (const id of discounts) {
    const discount = call.books.find('discount', id);
    const coupon = discount && call.books.find('coupon', discount.source.coupon as string);
    if (discount && coupon && lasts(call, discount.start, coupon))
      return { discount: id, amount: discountOf(amount, currency, coupon) };
  }
  return null;
};

type Origin = { session: string | null; customer: string; subscription: string };

export const insertDiscount = (
  call: Call,
  coupon: string,
  { session, customer, subscription }: Origin,
): string =>
  call.books.insert('discount', {
    id: newId('di_1', 23),
    object: 'discount',
    checkout_session: session,
    customer,
    customer_account: null,
    end: null,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon, type: 'coupon' },
    start: call.now,
    subscription,
    subscription_item: null,
  }).id;

/** Returns the discounts that stay on a subscription after its first invoice. */
export const lastingDiscounts = (call: Call, coupon: string | null, discount: string | null): string[] => {
  const lasting = coupon !== null && call.books.find('coupon', coupon)?.duration !== 'once';
  return discount !== null && lasting ? [discount] : [];
};
