import { buyerKeyOf } from '#domain/buyer-key.ts';
import { normalizeCouponCode } from '#domain/coupon-code.ts';
import { isLimited, limitRefusal } from '#domain/coupon.ts';
import { isShopError, ShopError } from '#domain/errors.ts';
import { BASE_OPTION, optionsOf } from '#domain/offer.ts';
import { discountTexts } from '#domain/price.ts';
import type { Context } from '#server/context.ts';
import { countUses } from '#server/db/holds.ts';
import type { Site } from '#server/hosts/site.ts';
import { brakeCoupon } from '#server/pay-brake/brake-presses.ts';
import type { AppliedCoupon } from '#server/shop.ts';

import { checkOnSale, livePageOf, type LivePage } from './live-page.ts';
import { couponOf, pricedWith, type Priced } from './price-of.ts';

type Asked = { slug: string; code: string; email?: string | undefined; proof?: string | undefined };

/** Checks a coupon code for a buyer and returns the texts that the page shows. Reserves no use of the coupon. */
export async function appliedCoupon(
  context: Context,
  { slug, code, email, proof }: Asked,
  { address, site }: { address: string; site?: Site },
): Promise<AppliedCoupon> {
  const page = await livePageOf(context, slug, site);
  if (!page) throw new ShopError('page_not_found');
  checkOnSale(page);
  await brakeCoupon(context, page, { address, proof });
  return couponOn(context, page, { code, email });
}

/** Applies a code to each price of a page. Throws AppError if the page has no such coupon or no price accepts it. */
export async function couponOn(
  context: Context,
  page: LivePage,
  { code, email }: Pick<Asked, 'code' | 'email'>,
): Promise<AppliedCoupon> {
  const base = pricedOrRefused(page, code, BASE_OPTION);
  const plans = optionsOf(page.config).flatMap(({ id }) => {
    const priced = id === BASE_OPTION ? null : pricedOrRefused(page, code, id);
    return priced && !isShopError(priced) ? [{ plan: id, ...textsOf(priced) }] : [];
  });
  if (isShopError(base) && plans.length === 0) throw base;
  await checkUses(context, page, code, email);
  const { currency } = page.config;
  return {
    code: normalizeCouponCode(code),
    currency,
    plans,
    ...(isShopError(base) ? undiscounted(page) : textsOf(base)),
  };
}

function pricedOrRefused(page: LivePage, code: string, plan: string): Priced | ShopError {
  try {
    return pricedWith(page, code, { plan });
  } catch (error) {
    if (isShopError(error)) return error;
    throw error;
  }
}

function textsOf({ original, discount, total, config }: Priced) {
  return { original, discount, total, ...discountTexts({ original, discount, total }, config) };
}

const undiscounted = (page: LivePage) => textsOf(pricedWith(page, null));

/**
 * Counts only paid uses: a reserved use may be the buyer's own, and the limit per buyer needs an email address. Both are
 * checked when the buyer pays.
 */
async function checkUses(context: Context, page: LivePage, code: string, email?: string): Promise<void> {
  const coupon = couponOf(page, code);
  if (!isLimited(coupon)) return;
  const buyerKey = email ? buyerKeyOf(email) : null;
  const { used, own } = await countUses(context.db, context.mode, {
    pageId: page.pageId,
    code: coupon.code,
    buyerKey,
  });
  const refusal = limitRefusal(coupon, { used, held: 0, buyer: own?.used ?? 0 });
  if (refusal) throw refusal;
}
