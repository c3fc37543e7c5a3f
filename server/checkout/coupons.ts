import { hasUsageLimit, findCouponLimitError } from '#domain/coupon.ts';
import { isAppError, AppError } from '#domain/errors.ts';
import { formatDiscount } from '#domain/format-price.ts';
import { normalizeBuyerEmail } from '#domain/mask-email.ts';
import { BASE_OPTION, listPriceOptions, type PriceChoice } from '#domain/offer.ts';
import { pick } from '#domain/pick.ts';
import { getNearestQuantity } from '#domain/quantity.ts';
import { normalizeCouponCode } from '#domain/text.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import type { AppliedCoupon } from '#server/core/services.ts';
import type { Site } from '#server/core/site.ts';
import { type Bucket } from '#server/http/rate-limits.ts';
import { countReservations } from '#server/ledger/queries/reservations.ts';

import { guardCouponCheck } from './card-testing-guard.ts';
import { assertCouponIsForBuyer } from './coupon-buyers.ts';
import { assertCodeExists } from './generated-codes.ts';
import { findOfferedPage, getPageCoupon, quotePrice, type PriceQuote } from './price-quote.ts';
import { assertOnSale, type PublishedPage } from './published-page.ts';

/** Rate limits of coupon checks per client address, also for the form without script. Payments have their own guard. */
export const couponLimits = (address: string, slug: string): Bucket[] => [
  { key: `coupon:${address}:${slug}`, limit: 10, windowMs: MINUTE_MS },
  { key: `coupon-hour:${address}:${slug}`, limit: 30, windowMs: HOUR_MS },
  { key: `coupon-all:${address}`, limit: 60, windowMs: HOUR_MS },
];

/** `quantity`: as typed; the coupon is for the nearest one that the page sells. */
type CouponRequest = {
  slug: string;
  code: string;
  email?: string | undefined;
  quantity?: string | undefined;
  withoutTrial?: boolean | undefined;
  proof?: string | undefined;
};

/** Checks a coupon code for a buyer and returns the texts that the page shows. Reserves no use of the coupon. */
export async function applyCoupon(
  context: Context,
  { code, email, quantity, proof, ...seen }: CouponRequest,
  { address, site }: { address: string; site?: Site },
): Promise<AppliedCoupon> {
  const page = await findOfferedPage(context, seen, site);
  if (!page) throw new AppError('page_not_found');
  assertOnSale(page);
  await guardCouponCheck(context, page, { address, proof });
  return applyCouponToPage(context, page, { code, email, quantity });
}

/** Applies a code to each price of a page. Throws AppError if the page has no such coupon or no price accepts it. */
export async function applyCouponToPage(
  context: Context,
  page: PublishedPage,
  { code, email, quantity: typedQuantity }: Pick<CouponRequest, 'code' | 'email' | 'quantity'>,
): Promise<AppliedCoupon> {
  await assertCodeExists(context, page, code);
  const quantity = String(getNearestQuantity(page.config, typedQuantity));
  const baseQuote = quoteOrError(page, code, { optionId: BASE_OPTION, quantity });
  const plans = listPriceOptions(page.config).flatMap(({ id }) => {
    const quote = id === BASE_OPTION ? null : quoteOrError(page, code, { optionId: id, quantity });
    return quote && !isAppError(quote) ? [{ plan: id, ...quoteTexts(quote) }] : [];
  });
  if (isAppError(baseQuote) && plans.length === 0) throw baseQuote;
  await assertCouponUsesLeft(context, page, code, email);
  if (email) await assertCouponIsForBuyer(context, page, code, email);
  const { currency } = page.config;
  return {
    code: normalizeCouponCode(code),
    coupon: pick(getPageCoupon(page, code), ['code', 'type', 'discount', 'scope', 'minimum', 'payments']),
    currency,
    plans,
    ...quoteTexts(isAppError(baseQuote) ? quotePrice(page, null, { quantity }) : baseQuote),
  };
}

function quoteOrError(page: PublishedPage, code: string, choice: PriceChoice): PriceQuote | AppError {
  try {
    return quotePrice(page, code, choice);
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
}

function quoteTexts(quote: PriceQuote) {
  const { original, discount, total, config } = quote;
  return { original, discount, total, ...formatDiscount(quote, config) };
}

/**
 * Counts only paid uses: a reserved use may be the buyer's own, and the limit per buyer needs an email address. Both are
 * checked when the buyer pays.
 */
async function assertCouponUsesLeft(
  context: Context,
  page: PublishedPage,
  code: string,
  email?: string,
): Promise<void> {
  const coupon = getPageCoupon(page, code);
  if (!hasUsageLimit(coupon)) return;
  const buyerKey = email ? normalizeBuyerEmail(email) : null;
  const uses = await countReservations(context.db, context.mode, {
    pageId: page.pageId,
    code: coupon.code,
    buyerKey,
    withStock: false,
  });
  const error = findCouponLimitError(coupon, { used: uses.coupon.used, reserved: 0, buyer: uses.buyer?.used ?? 0 });
  if (error) throw error;
}
