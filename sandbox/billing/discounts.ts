import { discountOf } from '../core/amounts.ts';
import type { CallContext } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import type { Objects } from '../core/objects.ts';
import { addMonths } from './billing-period.ts';
import { isDiscountable, type BilledLine, type Reduction } from './invoice-object.ts';

/** Returns whether a discount applies now. A discount for one invoice is passed to the first invoice only. */
const isActive = (call: CallContext, { start, end }: Objects['discount'], coupon: Objects['coupon']): boolean =>
  coupon.duration === 'once' ? call.now === start : end === null || call.now < end;

/** Returns the reduction by the first of these discounts that still applies. */
export const findReduction = (
  call: CallContext,
  discounts: string[],
  currency: string,
  lines: BilledLine[],
): Reduction | null => {
  for (const id of discounts) {
    const discount = call.repository.find('discount', id);
    const coupon = discount && call.repository.find('coupon', discount.source.coupon as string);
    if (!discount || !coupon || !isActive(call, discount, coupon)) continue;
    const amount = lines.reduce((sum, line) => sum + (isDiscountable(line, coupon) ? line.amount : 0), 0);
    return { discount: id, amount: discountOf(amount, currency, coupon), coupon };
  }
  return null;
};

type DiscountOrigin = { session: string | null; customer: string; subscription: string };

/** Redeems a coupon: returns the discount of the first invoice, and the discounts that stay on the subscription. */
export const redeemCoupon = (
  call: CallContext,
  coupon: string | null,
  { session, customer, subscription }: DiscountOrigin,
): { first?: string; lasting: string[] } => {
  if (coupon === null) return { lasting: [] };
  const { duration, duration_in_months: months } = call.repository.get('coupon', coupon);
  const { id } = call.repository.insert('discount', {
    id: newId('di_1', 23),
    object: 'discount',
    checkout_session: session,
    customer,
    customer_account: null,
    end: duration === 'repeating' ? addMonths(call.now, months ?? 0) : null,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon, type: 'coupon' },
    start: call.now,
    subscription,
    subscription_item: null,
  });
  return { first: id, lasting: duration === 'once' ? [] : [id] };
};
