import { LRUCache } from 'lru-cache';

import { checkoutErrorMessages } from '#content/messages/checkout-errors.ts';
import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import { toPublicConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { AppError } from '#domain/errors.ts';
import { isOnboardingComplete } from '#domain/onboarding.ts';
import { getInstantOnlyStart, listOfferedMethods } from '#domain/page-payment.ts';
import {
  getAvailability,
  configAt,
  isCountdownOver,
  getRemainingStock,
  getNextChange,
  type Availability,
  type StockUsage,
} from '#domain/page-schedule.ts';
import { quoteOrder } from '#domain/quote.ts';
import { isPlanActive } from '#domain/subscription.ts';
import type { Context } from '#server/core/context.ts';
import type { ImageSizes, PageResult, PublicPage } from '#server/core/services.ts';
import { domainOrigin, includesDomains, servesPage, type Site } from '#server/core/site.ts';
import { countPageStock, countStockOfPages } from '#server/ledger/queries/reservations.ts';
import { findLivePage, type LivePage as PublishedPageRow } from '#server/pages/queries/page-versions.ts';
import { toProviderAccount } from '#server/stripe/queries.ts';

import { countPageKeys } from './page-keys.ts';
import { getItemAvailability, getItemStockLeft, loadBundle, withItemPayment } from './published-bundle.ts';

/** A published page with everything that the server needs to sell it, including coupons and the Stripe account. */
export type PublishedPage = NonNullable<Awaited<ReturnType<typeof findPublishedPage>>>;

const NO_STOCK_USAGE: StockUsage = { sold: 0, reserved: 0 };

/** What never changes in a version, with its parsed config. */
type VersionContent = { versionId: string; storedConfig: object; config: CheckoutPageConfig; imageSizes: ImageSizes };

/** The version that was last read by a slug, so that it is neither read nor parsed again. */
const contentsBySlug = new LRUCache<string, VersionContent>({ max: 200 });

function toVersionContent({ versionId, schema, content }: PublishedPageRow): VersionContent | null {
  if (!content) return null;
  const { config: storedConfig, imageSizes } = content;
  return { versionId, storedConfig, config: parseStoredConfig(schema, storedConfig), imageSizes };
}

/** Finds a published page by its current or a former slug; null if this site has none. */
export async function findPublishedPage(context: Context, slug: string, site: Site = context.sites.mainSite) {
  const known = contentsBySlug.get(slug) ?? null;
  const row = await findLivePage(context, slug, known?.versionId ?? null);
  const content = row && (toVersionContent(row) ?? known);
  if (!content || !servesPage(site, row.pageId)) return null;
  contentsBySlug.set(slug, content);
  const readAt = context.now();
  const ownConfig = configAt(content.config, readAt);
  const bundle = await loadBundle(context, { sellerId: row.sellerId, config: ownConfig, readAt });
  const config = bundle ? withItemPayment(ownConfig, bundle) : ownConfig;
  const quote = quoteOrder(config, { quantity: 1 });
  if (!('total' in quote)) throw new Error(`Version ${row.versionId} was published without a usable price`);
  return {
    slug: row.currentSlug,
    pageId: row.pageId,
    sellerId: row.sellerId,
    versionId: row.versionId,
    version: row.version,
    /** Time of the business clock at which everything here was evaluated. */
    readAt,
    /** Config in effect at `readAt`. */
    config,
    /** Config as stored, in any schema version. */
    storedConfig: content.storedConfig,
    imageSizes: content.imageSizes,
    fontFiles: row.fontFiles,
    /** Price of one unit, in minor units. */
    amount: quote.total,
    /** Null unless the page sells a bundle. */
    bundle,
    /** The link and the email address of a buyer who completes the bundle, at whose price the page is; null for all others. */
    completion: null as { linkId: string; email: string } | null,
    ...sellingState(context, row, readAt),
    sellerName: row.account?.businessName ?? null,
    paymentMethods: listOfferedMethods(config, row.account?.paymentMethods ?? null, readAt),
    /** Origin of the seller's custom domain for this page; null without one or if the plan does not include it. */
    domainUrl: row.domain && includesDomains(row, readAt) ? domainOrigin(context.config, row.domain) : null,
  };
}

/** Evaluates whether a page may sell: publication, suspension, plan, pause and Stripe account. */
function sellingState({ realNow }: Context, row: PublishedPageRow, readAt: Date) {
  const { accessUntil, pausedUntil } = row;
  const account = toProviderAccount(row.account);
  const onSale = row.unpublishedAt === null;
  const isSuspended = row.suspendedAt !== null;
  const isPaused = pausedUntil !== null && pausedUntil > realNow();
  const access = isPlanActive(accessUntil && { accessUntil }, readAt);
  return {
    accountId: account?.accountId ?? null,
    onSale,
    isSuspended,
    /** End of the seller's plan by the business clock; null without a plan. */
    accessUntil,
    isPlanActive: access,
    /** Payments are paused until this time of the system clock; null if they are not. */
    pausedUntil: isPaused ? pausedUntil : null,
    acceptingPayments: onSale && !isSuspended && access && !isPaused && isOnboardingComplete(account),
  };
}

/** Units taken from the stock of a page, and from those of its bundle's products by page. */
type PageStockUsage = { own: StockUsage; items: ReadonlyMap<string, StockUsage> };

async function countStock({ db, mode }: Context, page: PublishedPage): Promise<PageStockUsage> {
  const hasStock = page.config.availability.stock !== null;
  const own = hasStock ? await countPageStock(db, mode, page.pageId) : NO_STOCK_USAGE;
  return {
    own: { ...own, keys: await countPageKeys(db, page) },
    items: await countStockOfPages(db, mode, Object.keys(page.bundle?.stocks ?? {})),
  };
}

function getStockLeft({ config, bundle }: PublishedPage, { own, items }: PageStockUsage): number | null {
  const left = getRemainingStock(config, own);
  const itemsLeft = bundle && getItemStockLeft(bundle, items);
  return left === null || itemsLeft === null ? left : Math.min(left, itemsLeft);
}

function getPageAvailability({ config, readAt, bundle }: PublishedPage, { own, items }: PageStockUsage): Availability {
  const availability = getAvailability(config, readAt, own);
  return availability === 'open' && bundle ? getItemAvailability(bundle, items) : availability;
}

const toPublicPage = (page: PublishedPage, stockUsage: PageStockUsage): PublicPage => ({
  slug: page.slug,
  version: page.version,
  versionId: page.versionId,
  config: toPublicConfig(page.config),
  imageSizes: page.imageSizes,
  fontFiles: page.fontFiles,
  sellerName: page.sellerName,
  domainUrl: page.domainUrl,
  paymentMethods: page.paymentMethods,
  amount: page.amount,
  onSale: page.onSale,
  paused: page.onSale && page.isPlanActive && page.pausedUntil !== null,
  acceptingPayments: page.acceptingPayments,
  availability: getPageAvailability(page, stockUsage),
  stockLeft: getStockLeft(page, stockUsage),
  bundleItems: page.bundle?.items ?? [],
  countdownOver: isCountdownOver(page.config, page.readAt),
});

export async function findPublicPage(context: Context, slug: string): Promise<PageResult> {
  const page = await findPublishedPage(context, slug);
  if (!page) return { kind: 'missing' };
  if (page.isSuspended) return { kind: 'suspended', embedOrigins: page.config.embedding.origins };
  if (page.slug !== slug) return { kind: 'moved', slug: page.slug };
  return {
    kind: 'page',
    page: toPublicPage(page, await countStock(context, page)),
    sellerId: page.sellerId,
    expiresAt: nextChangeTime(page),
    embedOrigins: page.config.embedding.origins,
  };
}

function nextChangeTime({ accessUntil, config, readAt, bundle }: PublishedPage): Date | null {
  const times = [
    getNextChange(config, readAt),
    getInstantOnlyStart(config, readAt),
    accessUntil,
    bundle?.nextChange ?? null,
  ];
  const [next] = times.filter((time) => time !== null).toSorted((one, other) => one.getTime() - other.getTime());
  return next ?? null;
}

export function assertOnSale({ onSale, isSuspended, isPlanActive: access, pausedUntil }: PublishedPage): void {
  if (isSuspended) throw new AppError('page_suspended');
  if (!onSale) throw new AppError('not_accepting_payments', { message: checkoutErrorMessages.notOnSale });
  if (!access) throw new AppError('not_accepting_payments');
  if (pausedUntil) throw new AppError('page_paused');
}

const AVAILABILITY_ERRORS = {
  early: 'not_open_yet',
  closed: 'page_closed',
  reserved: 'all_held',
  sold_out: 'sold_out',
} as const;

/**
 * The reason why a page cannot be bought; null if it can. Without `stockUsage`, only its dates and the products of its bundle
 * are checked.
 */
export function findAvailabilityError(
  { config, readAt, bundle }: PublishedPage,
  stockUsage: StockUsage = NO_STOCK_USAGE,
): AppError | null {
  const availability = getAvailability(config, readAt, stockUsage);
  if (availability !== 'open') return new AppError(AVAILABILITY_ERRORS[availability]);
  return bundle?.isBroken ? new AppError('bundle_broken') : null;
}
