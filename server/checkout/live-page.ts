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

/** A published page as the server knows it: with its coupons, and the account that is paid. */
export type LivePage = {
  slug: string;
  pageId: string;
  sellerId: string;
  versionId: string;
  version: number;
  /** The business clock's, at which everything here was judged. */
  readAt: Date;
  /** As it is in force then. */
  config: CheckoutPageConfig;
  /** The same as it is kept, by whatever schema. */
  published: unknown;
  imageSizes: ImageSizes;
  /** Minor units. */
  amount: number;
  /** Of its stock; nothing is counted of a page that has none. */
  taken: Taken;
  accountId: string | null;
  onSale: boolean;
  /** Taken down by whoever runs the shop. */
  isSuspended: boolean;
  /** When its seller's plan ends, by the business clock; null: they have none. */
  accessUntil: Date | null;
  hasAccess: boolean;
  /** It takes no payments until then, by the real clock. Null: it does. */
  pausedUntil: Date | null;
  acceptingPayments: boolean;
  sellerName: string | null;
  /** The root of a name of the seller's own that it stands at; null where there is none, or the plan has none. */
  domainUrl: string | null;
};

const NOTHING_TAKEN: Taken = { sold: 0, held: 0 };

/** The published page under exactly this address or an earlier one of it; null when there is none at this site. */
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

/** Whether a page may sell, as far as its seller, their plan, their account and whoever runs the shop go. */
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

/** What buyers' browsers may know of a page. */
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

/** Throws ShopError unless the page sells at its moment; without what is taken of its stock, only its dates are judged. */
export function checkAvailable({ config, readAt }: LivePage, taken: Taken = NOTHING_TAKEN): void {
  const availability = availabilityOf(config, readAt, taken);
  if (availability !== 'open') throw new ShopError(REFUSALS[availability]);
}
