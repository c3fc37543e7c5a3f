import { couponMessages } from '#content/messages/coupons.ts';
import { findCouponBuyerError } from '#domain/coupon.ts';
import { AppError } from '#domain/errors.ts';
import { normalizeBuyerEmail } from '#domain/mask-email.ts';
import type { Context } from '#server/core/context.ts';
import { hasPurchase } from '#server/ledger/queries/reservations.ts';

import { getPageCoupon } from './price-quote.ts';
import type { PublishedPage } from './published-page.ts';

/** Throws AppError unless a buyer can use a coupon that is only for new buyers, or for the buyers of one page. */
export async function assertCouponIsForBuyer(
  { db, mode }: Context,
  page: PublishedPage,
  code: string,
  email: string | undefined,
): Promise<void> {
  const coupon = getPageCoupon(page, code);
  const { buyers, buyersOf } = coupon;
  if (!buyers) return;
  if (email === undefined) throw new AppError('coupon_needs_email', { message: couponMessages.buyersNeedEmail });
  const hasBought = await hasPurchase(db, {
    mode,
    sellerId: page.sellerId,
    buyerKey: normalizeBuyerEmail(email),
    ...(buyers === 'page' && buyersOf ? { pageId: buyersOf } : {}),
  });
  const error = findCouponBuyerError(coupon, hasBought);
  if (error) throw error;
}
