import { isBundle, listBundleItems, type BundleItem } from '#domain/bundle.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { AppError } from '#domain/errors.ts';
import type { StockUsage } from '#domain/page-schedule.ts';
import type { Context } from '#server/core/context.ts';
import { listBundleProducts } from '#server/pages/bundle-products.ts';

/** What a bundle sells at the time at which its page was read. */
export type PublishedBundle = {
  items: BundleItem[];
  /** Whether a product can't be sold: it's not on sale, or no longer has this price in the currency of the bundle. */
  isBroken: boolean;
  /** Limited stocks of the products that the buyer gets, by the id of their page. */
  stocks: Readonly<Record<string, number>>;
  /** When a product next changes by its own dates; null: never. */
  nextChange: Date | null;
};

/** Loads the products of a bundle with one query; null for every other page. */
export async function loadBundle(
  context: Context,
  { sellerId, config, readAt: now }: { sellerId: string; config: CheckoutPageConfig; readAt: Date },
): Promise<PublishedBundle | null> {
  if (!isBundle(config)) return null;
  const ids = config.bundle.items.map(({ pageId }) => pageId);
  const found = await listBundleProducts(context, context.db, { sellerId, now, ids });
  const items = listBundleItems(
    config,
    found.map(({ product }) => product),
  );
  const [nextChange = null] = found
    .flatMap((product) => product.nextChange ?? [])
    .toSorted((one, other) => one.getTime() - other.getTime());
  return {
    items,
    isBroken: items.length < config.bundle.items.length || items.some(({ isOnSale }) => !isOnSale),
    stocks: Object.fromEntries(
      found.flatMap(({ product, stock }) => (stock === null ? [] : [[product.pageId, stock] as const])),
    ),
    nextChange,
  };
}

/** A bundle with a product of limited stock takes only payments that arrive at once, like the page of that product. */
export const withItemPayment = (config: CheckoutPageConfig, { stocks }: PublishedBundle): CheckoutPageConfig =>
  Object.keys(stocks).length > 0 ? { ...config, payment: { ...config.payment, instantOnly: true } } : config;

const NO_STOCK_USAGE: StockUsage = { sold: 0, reserved: 0 };

/** Whether a bundle can be sold as far as its products decide. `usage`: of their stocks, by page. */
export function getItemAvailability(
  { isBroken, stocks }: PublishedBundle,
  usage: ReadonlyMap<string, StockUsage>,
): 'open' | 'reserved' | 'sold_out' {
  if (isBroken) return 'sold_out';
  const counts = Object.entries(stocks).map(([pageId, stock]) => {
    const { sold, reserved } = usage.get(pageId) ?? NO_STOCK_USAGE;
    return { unsold: stock - sold, left: stock - sold - reserved };
  });
  if (counts.some(({ unsold }) => unsold < 1)) return 'sold_out';
  return counts.some(({ left }) => left < 1) ? 'reserved' : 'open';
}

/** Units of the scarcest product that are left; null if none is limited. */
export const getItemStockLeft = (
  { stocks }: PublishedBundle,
  usage: ReadonlyMap<string, StockUsage>,
): number | null => {
  const left = Object.entries(stocks).map(([pageId, stock]) => {
    const { sold, reserved } = usage.get(pageId) ?? NO_STOCK_USAGE;
    return Math.max(0, stock - sold - reserved);
  });
  return left.length > 0 ? Math.min(...left) : null;
};

/** The reason why the stock of a product doesn't suffice; null if it does. */
export function findItemStockError(
  bundle: PublishedBundle | null,
  usage: ReadonlyMap<string, StockUsage>,
): AppError | null {
  const availability = bundle ? getItemAvailability(bundle, usage) : 'open';
  if (availability === 'open') return null;
  return new AppError(availability === 'reserved' ? 'all_held' : 'sold_out');
}
