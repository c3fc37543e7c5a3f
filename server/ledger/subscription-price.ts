import { findCoupon, type Coupon } from '#domain/coupon.ts';
import type { PriceAfterDiscount } from '#domain/order.ts';
import { findPriceAfterDiscount } from '#domain/price-after-discount.ts';
import type { BuyerSubscriptionRow } from '#server/ledger/queries/buyer-subscriptions.ts';
import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';

/** What the buyer of a subscription accepted. `coupons`: those of the page version. */
export type AcceptedPrice = Pick<CheckoutAttempt, 'lines' | 'couponCode'> & { coupons: readonly Coupon[] | null };

/** What a subscription costs after its discount; null if the price stays or the subscription has ended. */
export function findNextPrice(
  { amount, billing, createdAt: startedAt, endedAt }: BuyerSubscriptionRow,
  { lines, couponCode, coupons }: AcceptedPrice,
): PriceAfterDiscount | null {
  if (endedAt || couponCode === null) return null;
  return findPriceAfterDiscount({ lines, coupon: findCoupon(coupons ?? [], couponCode), billing, startedAt, amount });
}
