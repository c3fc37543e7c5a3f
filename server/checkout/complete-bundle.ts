import { calculateCompletionPrice, withCompletionPrice } from '#domain/bundle.ts';
import { CHECKOUT_LINK_TTL_MS } from '#domain/checkout-link.ts';
import { AppError } from '#domain/errors.ts';
import { BASE_OPTION } from '#domain/offer.ts';
import type { BundleOffer } from '#domain/purchase.ts';
import { MAIN_LINE } from '#domain/quote.ts';
import type { Context } from '#server/core/context.ts';
import { countStockOfPages } from '#server/ledger/queries/reservations.ts';
import { listBundlesWith } from '#server/pages/queries/bundles.ts';
import { findCurrentSlug } from '#server/pages/queries/slugs.ts';

import { findUsableLink } from './find-usable-link.ts';
import { getItemAvailability, type PublishedBundle } from './published-bundle.ts';
import { findAvailabilityError, findPublishedPage, type PublishedPage } from './published-page.ts';
import { findCompletionLink, insertCheckoutLink } from './queries/checkout-links.ts';
import { listPaidOrders } from './queries/paid-orders.ts';

// Buyers who have bought some products of a bundle get the others for its price less what they paid. See decision 185.

/** `email`: in lower case. */
type Buyer = { sellerId: string; email: string };

/** What was paid in another currency than that of the bundle does not count. */
const productKey = (pageId: string, optionId: string, currency: string): string => `${pageId} ${optionId} ${currency}`;

/** The most that a buyer has paid for one unit of each product that they have, net of refunds, by `productKey`. */
async function listPaidProducts({ db, mode }: Context, buyer: Buyer): Promise<ReadonlyMap<string, number>> {
  const paidProducts = new Map<string, number>();
  for (const { order, plan, lines } of await listPaidOrders(db, mode, buyer)) {
    // Refunds of an amount belong to no line, so the lines together count for no more than what the seller kept.
    let kept = order.received - order.refunded - order.lost;
    for (const { key, item, kind, total, refunded, quantity, refundedQuantity } of lines) {
      const amount = Math.min(total - refunded, kept);
      kept -= amount;
      const isOwn = key === MAIN_LINE || (item !== undefined && item.alreadyPaid === undefined);
      if (!isOwn || kind !== 'one_time' || (total > 0 && refunded >= total)) continue;
      const product = productKey(item?.pageId ?? order.pageId, item?.optionId ?? plan ?? BASE_OPTION, order.currency);
      const unitAmount = Math.floor(amount / Math.max(1, quantity - refundedQuantity));
      paidProducts.set(product, Math.max(paidProducts.get(product) ?? 0, unitAmount));
    }
  }
  return paidProducts;
}

/** The bundle with what the buyer has paid for its products. Only those that they get are taken from stock. */
function withPaidItems(
  bundle: PublishedBundle,
  currency: string,
  paidProducts: ReadonlyMap<string, number>,
): PublishedBundle {
  const items = bundle.items.map((item) => {
    const paid = paidProducts.get(productKey(item.pageId, item.optionId, currency));
    return paid === undefined ? item : { ...item, paid };
  });
  const isBought = (pageId: string) => items.some((item) => item.pageId === pageId && item.paid !== undefined);
  const stocks = Object.fromEntries(Object.entries(bundle.stocks).filter(([pageId]) => !isBought(pageId)));
  return { ...bundle, items, stocks };
}

/** A page at the price for a buyer who completes its bundle; null if that is no offer for them. */
function completePage(page: PublishedPage, paidProducts: ReadonlyMap<string, number>): PublishedPage | null {
  if (!page.bundle || page.bundle.isBroken) return null;
  const bundle = withPaidItems(page.bundle, page.config.currency, paidProducts);
  const price = calculateCompletionPrice(page.config, bundle.items);
  return price === null ? null : { ...page, config: withCompletionPrice(page.config, price), amount: price, bundle };
}

/**
 * The page as the link of a buyer who completes a bundle shows it. Prices are read again with each request, so a refund since
 * then counts. Every other page and link leave the page as it is.
 */
export async function withCompletion(context: Context, page: PublishedPage, linkId: string): Promise<PublishedPage> {
  const link = page.bundle ? await findUsableLink(context, page.pageId, linkId) : null;
  const { completesBundle = false, email } = link?.values ?? {};
  if (!completesBundle || email === undefined) return page;
  const completed = completePage(page, await listPaidProducts(context, { sellerId: page.sellerId, email }));
  return completed ? { ...completed, completion: { linkId, email } } : page;
}

/** More bundles of one seller than a buyer wants to choose from. */
const MAX_OFFERS = 10;

/** Bundles of a seller that a buyer can complete now. */
export async function listBundleOffers(context: Context, buyer: Buyer): Promise<BundleOffer[]> {
  const paidProducts = await listPaidProducts(context, buyer);
  const pageIds = [...new Set([...paidProducts.keys()].map((product) => product.split(' ')[0] ?? ''))];
  if (pageIds.length === 0) return [];
  const bundles = await listBundlesWith(context.db, buyer.sellerId, pageIds);
  const offers: BundleOffer[] = [];
  for (const { slug } of bundles.slice(0, MAX_OFFERS)) {
    const page = await findPublishedPage(context, slug);
    const offer = page && (await createOffer(context, page, paidProducts));
    if (offer) offers.push(offer);
  }
  return offers;
}

async function createOffer(
  context: Context,
  page: PublishedPage,
  paidProducts: ReadonlyMap<string, number>,
): Promise<BundleOffer | null> {
  const completed = page.acceptingPayments && !findAvailabilityError(page) ? completePage(page, paidProducts) : null;
  if (!completed?.bundle) return null;
  const { bundle, config, pageId, amount: price } = completed;
  const usage = await countStockOfPages(context.db, context.mode, Object.keys(bundle.stocks));
  if (getItemAvailability(bundle, usage) !== 'open') return null;
  const missing = bundle.items.filter((item) => item.paid === undefined).map(({ name }) => name);
  const { productName: name, currency } = config;
  return { pageId, name, currency, price, regularPrice: page.amount, missing };
}

/**
 * Creates the link with which a buyer completes a bundle, or finds the one that they have not used yet: it's for one order.
 * Returns its path on the main site. Throws AppError `not_found` if the bundle is no offer for them.
 */
export async function createCompletionLink(context: Context, email: string, pageId: string): Promise<string> {
  const { db, mode } = context;
  const slug = await findCurrentSlug(db, pageId);
  const page = slug ? await findPublishedPage(context, slug) : null;
  if (!page) throw new AppError('not_found');
  const { sellerId } = page;
  const completed = completePage(page, await listPaidProducts(context, { sellerId, email }));
  if (!completed) throw new AppError('not_found');
  const now = context.now();
  const existing = await findCompletionLink(db, mode, { sellerId, pageId, email, now });
  const id = existing?.id ?? crypto.randomUUID();
  if (!existing)
    await insertCheckoutLink(db, {
      id,
      mode,
      sellerId,
      pageId,
      values: { email, completesBundle: true },
      total: completed.amount,
      currency: completed.config.currency,
      metadata: {},
      externalId: null,
      successUrl: null,
      cancelUrl: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + CHECKOUT_LINK_TTL_MS),
    });
  return `/c/${page.slug}?checkout=${id}`;
}
