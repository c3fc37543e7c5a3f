import { configFromStored } from '#domain/checkout-page-schema.ts';
import { publicConfigOf, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { applyCoupon, findCoupon, type Discounted } from '#domain/coupon.ts';
import { ShopError } from '#domain/errors.ts';
import { parsePrice, symbolText, totalProblem } from '#domain/money.ts';
import { isOnboardingComplete } from '#domain/onboarding.ts';
import { computedPriceText } from '#domain/price.ts';

import type { Context } from '#server/context.ts';
import { findLivePage } from '#server/db/page-versions.ts';
import { providerAccountOf } from '#server/db/provider-accounts.ts';
import type { AppliedCoupon, FoundPage, PublicPage } from '#server/shop.ts';

/** A published page as the server knows it: with its coupons, and the account that is paid. */
export type LivePage = {
  slug: string;
  pageId: string;
  sellerId: string;
  versionId: string;
  version: number;
  config: CheckoutPageConfig;
  /** Minor units. */
  amount: number;
  accountId: string | null;
  onSale: boolean;
  acceptingPayments: boolean;
  sellerName: string | null;
};

/** The published page under exactly this address or an earlier one of it; null when there is none. */
export async function livePageOf(context: Context, slug: string): Promise<LivePage | null> {
  const row = await findLivePage(context.db, slug, context.mode);
  if (!row) return null;
  const config = configFromStored(row.schema, row.config);
  const price = parsePrice(config.price, config.currency);
  if ('problem' in price) throw new Error(`Version ${row.versionId} was published without a usable price`);
  const account = providerAccountOf(row.account);
  return {
    slug: row.currentSlug,
    pageId: row.pageId,
    sellerId: row.sellerId,
    versionId: row.versionId,
    version: row.version,
    config,
    amount: price.amount,
    accountId: account?.accountId ?? null,
    onSale: row.unpublishedAt === null,
    acceptingPayments: row.unpublishedAt === null && isOnboardingComplete(account),
    sellerName: row.account?.businessName ?? null,
  };
}

/** What buyers' browsers may know of a page. */
export const publicPageOf = (page: LivePage): PublicPage => ({
  slug: page.slug,
  version: page.version,
  versionId: page.versionId,
  config: publicConfigOf(page.config),
  sellerName: page.sellerName,
  amount: page.amount,
  onSale: page.onSale,
  acceptingPayments: page.acceptingPayments,
});

export async function findPublicPage(context: Context, slug: string): Promise<FoundPage> {
  const page = await livePageOf(context, slug);
  if (!page) return { kind: 'missing' };
  return page.slug === slug ? { kind: 'page', page: publicPageOf(page) } : { kind: 'moved', slug: page.slug };
}

/** The page's price with a code, or without one. Throws ShopError when the code is none of this page's. */
export function pricedWith(page: LivePage, code: string | null): Discounted & { code: string | null } {
  const { config, amount } = page;
  if (code === null) return { code: null, original: amount, discount: 0, total: amount };
  const coupon = config.enableCoupon ? findCoupon(config.validCoupons, code) : undefined;
  if (!coupon) throw new ShopError('coupon_invalid');
  const priced = applyCoupon(amount, coupon, config.currency);
  const problem = totalProblem(priced.total, config.currency);
  if (problem) throw new ShopError('coupon_below_minimum', { message: problem });
  return { ...priced, code: coupon.code };
}

/** A code judged for a buyer, with the texts that the page shows. */
export async function appliedCoupon(context: Context, slug: string, code: string): Promise<AppliedCoupon> {
  const page = await livePageOf(context, slug);
  if (!page) throw new ShopError('page_not_found');
  checkOnSale(page);
  return couponOn(page, code);
}

export function checkOnSale({ onSale }: LivePage): void {
  if (!onSale)
    throw new ShopError('not_accepting_payments', { message: 'This page is not on sale at the moment.' });
}

/** What a code takes off, with the texts that the page shows. Throws ShopError when it is none of this page's. */
export function couponOn(page: LivePage, code: string): AppliedCoupon {
  const priced = pricedWith(page, code);
  const { currency } = page.config;
  return {
    code: code.trim(),
    original: priced.original,
    discount: priced.discount,
    total: priced.total,
    currency,
    originalText: computedPriceText(priced.original, page.config),
    totalText: computedPriceText(priced.total, page.config),
    savedText: symbolText(priced.discount, currency),
  };
}
