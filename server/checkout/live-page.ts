import { configFromStored } from '#domain/checkout-page-schema.ts';
import { publicConfigOf, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { findCoupon } from '#domain/coupon.ts';
import { ShopError } from '#domain/errors.ts';
import { isOnboardingComplete } from '#domain/onboarding.ts';
import { discountTexts } from '#domain/price.ts';
import { pricingOf, type Amounts } from '#domain/pricing.ts';
import { hasAccess } from '#domain/subscription.ts';

import type { Context } from '#server/context.ts';
import { findLivePage } from '#server/db/page-versions.ts';
import { providerAccountOf } from '#server/db/provider-accounts.ts';
import type { AppliedCoupon, FoundPage, ImageSizes, PublicPage } from '#server/shop.ts';

/** A published page as the server knows it: with its coupons, and the account that is paid. */
export type LivePage = {
  slug: string;
  pageId: string;
  sellerId: string;
  versionId: string;
  version: number;
  config: CheckoutPageConfig;
  /** The same as it is kept, by whatever schema. */
  published: unknown;
  imageSizes: ImageSizes;
  /** Minor units. */
  amount: number;
  accountId: string | null;
  onSale: boolean;
  /** When its seller's plan ends, by the business clock; null: they have none. */
  accessUntil: Date | null;
  hasAccess: boolean;
  acceptingPayments: boolean;
  sellerName: string | null;
};

/** The published page under exactly this address or an earlier one of it; null when there is none. */
export async function livePageOf(context: Context, slug: string): Promise<LivePage | null> {
  const row = await findLivePage(context.db, slug, context.mode);
  if (!row) return null;
  const config = configFromStored(row.schema, row.config);
  const pricing = pricingOf(config);
  if (!('total' in pricing)) throw new Error(`Version ${row.versionId} was published without a usable price`);
  const account = providerAccountOf(row.account);
  const onSale = row.unpublishedAt === null;
  const { accessUntil } = row;
  const access = hasAccess(accessUntil && { accessUntil }, context.now());
  return {
    slug: row.currentSlug,
    pageId: row.pageId,
    sellerId: row.sellerId,
    versionId: row.versionId,
    version: row.version,
    config,
    published: row.config,
    imageSizes: row.imageSizes,
    amount: pricing.total,
    accountId: account?.accountId ?? null,
    onSale,
    accessUntil,
    hasAccess: access,
    acceptingPayments: onSale && access && isOnboardingComplete(account),
    sellerName: row.account?.businessName ?? null,
  };
}

/** What buyers' browsers may know of a page. */
export const publicPageOf = (page: LivePage): PublicPage => ({
  slug: page.slug,
  version: page.version,
  versionId: page.versionId,
  config: publicConfigOf(page.config),
  imageSizes: page.imageSizes,
  sellerName: page.sellerName,
  amount: page.amount,
  onSale: page.onSale,
  acceptingPayments: page.acceptingPayments,
  availability: 'open',
  left: null,
  countdownOver: false,
});

export async function findPublicPage(context: Context, slug: string): Promise<FoundPage> {
  const page = await livePageOf(context, slug);
  if (!page) return { kind: 'missing' };
  return page.slug === slug
    ? {
        kind: 'page',
        page: publicPageOf(page),
        sellerId: page.sellerId,
        changesAt: page.accessUntil,
        embedOrigins: page.config.embedding.origins,
      }
    : { kind: 'moved', slug: page.slug };
}

/** The page's price with a code, or without one. Throws ShopError when the code is none of this page's. */
export function pricedWith(
  { config, versionId }: LivePage,
  code: string | null,
): Amounts & { code: string | null } {
  const coupon = code !== null && config.enableCoupon ? findCoupon(config.validCoupons, code) : undefined;
  if (code !== null && !coupon) throw new ShopError('coupon_invalid');
  const pricing = pricingOf(config, coupon);
  if (!('problem' in pricing)) return { ...pricing, code: coupon?.code ?? null };
  const { problem: message } = pricing;
  if (pricing.at === 'total')
    throw new ShopError(coupon ? 'coupon_below_minimum' : 'not_accepting_payments', { message });
  throw new Error(`Version ${versionId} was published with a ${pricing.at} that cannot be used`);
}

/** A code judged for a buyer, with the texts that the page shows. */
export async function appliedCoupon(context: Context, slug: string, code: string): Promise<AppliedCoupon> {
  const page = await livePageOf(context, slug);
  if (!page) throw new ShopError('page_not_found');
  checkOnSale(page);
  return couponOn(page, code);
}

export function checkOnSale({ onSale, hasAccess: access }: LivePage): void {
  if (!onSale)
    throw new ShopError('not_accepting_payments', { message: 'This page is not on sale at the moment.' });
  if (!access) throw new ShopError('not_accepting_payments');
}

/** What a code takes off, with the texts that the page shows. Throws ShopError when it is none of this page's. */
export function couponOn(page: LivePage, code: string): AppliedCoupon {
  const priced = pricedWith(page, code);
  const { currency } = page.config;
  return { ...priced, code: code.trim(), currency, plans: [], ...discountTexts(priced, page.config) };
}
