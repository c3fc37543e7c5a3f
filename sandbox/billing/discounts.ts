import { discountOf } from '../core/amounts.ts';
import type { CallContext } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import { addMonths } from './billing-period.ts';
import { isDiscountable, type BilledLine, type Reduction } from './invoice-object.ts';

/** Returns the reduction by the first of these discounts that still applies. None applies where nothing is due. */
export const findReduction = (
  call: CallContext,
  discounts: string[],
  currency: string,
  lines: BilledLine[],
): Reduction | null => {
  for (const id of discounts) {
    const discount = call.repository.find('discount', id);
    const coupon = discount && call.repository.find('coupon', discount.source.coupon as string);
    if (!discount || !coupon || (discount.end !== null && discount.end <= call.now)) continue;
    const amount = lines.reduce((sum, line) => sum + (isDiscountable(line, coupon) ? line.amount : 0), 0);
    if (amount > 0) return { discount: id, amount: discountOf(amount, currency, coupon), coupon };
  }
  return null;
};

type DiscountOrigin = { session: string | null; customer: string; subscription: string };

/**
 * Redeems a coupon: returns the discount of the first invoice, and the discounts that stay on the subscription. During
 * a trial, a discount for one invoice stays too: it waits for the first invoice with an amount.
 */
export const redeemCoupon = (
  call: CallContext,
  coupon: string | null,
  { session, customer, subscription }: DiscountOrigin,
  isTrial: boolean,
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
  return { first: id, lasting: duration === 'once' && !isTrial ? [] : [id] };
};
