import { configFromStored } from '#domain/checkout-page-schema.ts';
import { publicConfigOf, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { ShopError } from '#domain/errors.ts';
import {
  availabilityOf,
  configAt,
  isCountdownOver,
  leftOf,
  nextChangeOf,
  type Taken,
} from '#domain/offer.ts';
import { isOnboardingComplete } from '#domain/onboarding.ts';
import { pricingOf } from '#domain/pricing.ts';
import { hasAccess } from '#domain/subscription.ts';

import type { Context } from '#server/context.ts';
import { countTaken } from '#server/db/holds.ts';
import { findLivePage, type LivePage as LiveRow } from '#server/db/page-versions.ts';
import { providerAccountOf } from '#server/db/provider-accounts.ts';
import { domainOrigin } from '#server/hosts/domain-origin.ts';
import { isAllowed, isOf, type Site } from '#server/hosts/site.ts';
import type { FoundPage, ImageSizes, PublicPage } from '#server/shop.ts';

/** A published page with everything that the server needs to sell it, including coupons and the Stripe account. */
export type LivePage = {
  slug: string;
  pageId: string;
  sellerId: string;
  versionId: string;
  version: number;
  /** Time of the business clock at which everything here was evaluated. */
  readAt: Date;
  /** Config in effect at `readAt`. */
  config: CheckoutPageConfig;
  /** Config as stored, in any schema version. */
  published: unknown;
  imageSizes: ImageSizes;
  /** Price in minor units. */
  amount: number;
  /** Sold and reserved pieces; zero for a page without stock. */
  taken: Taken;
  accountId: string | null;
  onSale: boolean;
  /** Suspended by the operator. */
  isSuspended: boolean;
  /** End of the seller's plan by the business clock; null without a plan. */
  accessUntil: Date | null;
  hasAccess: boolean;
  /** Payments are paused until this time of the system clock; null if they are not. */
  pausedUntil: Date | null;
  acceptingPayments: boolean;
  sellerName: string | null;
  /** Origin of the seller's custom domain for this page; null without one or if the plan does not include it. */
  domainUrl: string | null;
};

const NOTHING_TAKEN: Taken = { sold: 0, held: 0 };

/** Finds a published page by its current or a former slug; null if this site has none. */
export async function livePageOf(
  context: Context,
  slug: string,
  site: Site = context.sites.shop,
): Promise<LivePage | null> {
  const row = await findLivePage(context.db, slug, context.mode);
  if (!row || !isOf(site, row.pageId)) return null;
  const readAt = context.now();
  const config = configAt(configFromStored(row.schema, row.config), readAt);
  const pricing = pricingOf(config);
  if (!('total' in pricing)) throw new Error(`Version ${row.versionId} was published without a usable price`);
  return {
    slug: row.currentSlug,
    pageId: row.pageId,
    sellerId: row.sellerId,
    versionId: row.versionId,
    version: row.version,
    readAt,
    config,
    published: row.config,
    imageSizes: row.imageSizes,
    amount: pricing.total,
    taken:
      config.availability.stock === null
        ? NOTHING_TAKEN
        : await countTaken(context.db, context.mode, row.pageId),
    ...standingOf(context, row, readAt),
    sellerName: row.account?.businessName ?? null,
    domainUrl: row.domain && isAllowed(row, readAt) ? domainOrigin(context.config, row.domain) : null,
  };
}

/** Evaluates whether a page may sell: publication, suspension, plan, pause and Stripe account. */
function standingOf({ realNow }: Context, row: LiveRow, readAt: Date) {
  const { accessUntil, pausedUntil } = row;
  const account = providerAccountOf(row.account);
  const onSale = row.unpublishedAt === null;
  const isSuspended = row.suspendedAt !== null;
  const isPaused = pausedUntil !== null && pausedUntil > realNow();
  const access = hasAccess(accessUntil && { accessUntil }, readAt);
  return {
    accountId: account?.accountId ?? null,
    onSale,
    isSuspended,
    accessUntil,
    hasAccess: access,
    pausedUntil: isPaused ? pausedUntil : null,
    acceptingPayments: onSale && !isSuspended && access && !isPaused && isOnboardingComplete(account),
  };
}

/** Returns the data of a page that browsers may see. */
export const publicPageOf = (page: LivePage): PublicPage => ({
  slug: page.slug,
  version: page.version,
  versionId: page.versionId,
  config: publicConfigOf(page.config),
  imageSizes: page.imageSizes,
  sellerName: page.sellerName,
  domainUrl: page.domainUrl,
  amount: page.amount,
  onSale: page.onSale,
  paused: page.onSale && page.hasAccess && page.pausedUntil !== null,
  acceptingPayments: page.acceptingPayments,
  availability: availabilityOf(page.config, page.readAt, page.taken),
  left: leftOf(page.config, page.taken),
  countdownOver: isCountdownOver(page.config, page.readAt),
});

export async function findPublicPage(context: Context, slug: string): Promise<FoundPage> {
  const page = await livePageOf(context, slug);
  if (!page) return { kind: 'missing' };
  if (page.isSuspended) return { kind: 'suspended', embedOrigins: page.config.embedding.origins };
  return page.slug === slug
    ? {
        kind: 'page',
        page: publicPageOf(page),
        sellerId: page.sellerId,
        changesAt: changesAtOf(page),
        embedOrigins: page.config.embedding.origins,
      }
    : { kind: 'moved', slug: page.slug };
}

function changesAtOf({ accessUntil, config, readAt }: LivePage): Date | null {
  const next = nextChangeOf(config, readAt);
  return next && accessUntil
    ? new Date(Math.min(next.getTime(), accessUntil.getTime()))
    : (next ?? accessUntil);
}

export function checkOnSale({ onSale, isSuspended, hasAccess: access, pausedUntil }: LivePage): void {
  if (isSuspended) throw new ShopError('page_suspended');
  if (!onSale)
    throw new ShopError('not_accepting_payments', { message: 'This page is not on sale at the moment.' });
  if (!access) throw new ShopError('not_accepting_payments');
  if (pausedUntil) throw new ShopError('page_paused');
}

const REFUSALS = {
  early: 'not_open_yet',
  closed: 'page_closed',
  held: 'all_held',
  sold_out: 'sold_out',
} as const;

/** Throws AppError unless the page is available. Without `stockUsage`, only its dates are checked. */
export function checkAvailable({ config, readAt }: LivePage, taken: Taken = NOTHING_TAKEN): void {
  const availability = availabilityOf(config, readAt, taken);
  if (availability !== 'open') throw new ShopError(REFUSALS[availability]);
}
