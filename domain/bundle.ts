import { pageRuleMessages } from '#content/messages/page-rules.ts';

import type { CheckoutPageConfig } from './checkout-page.ts';
import { getCurrency } from './currencies.ts';
import { formatAmount, parsePrice } from './money.ts';
import { listPriceOptions } from './offer.ts';
import { getAvailability } from './page-schedule.ts';

const { bundle: rules } = pageRuleMessages;

type Config = CheckoutPageConfig;
type ConfigItem = Config['bundle']['items'][number];

/** How many products a bundle contains. */
export const BUNDLE_LIMITS = { min: 2, max: 10 } as const;

/** Whether a page sells other pages together. */
export const isBundle = ({ bundle }: Pick<Config, 'bundle'>): boolean => bundle.items.length > 0;

/** A published page as bundles can contain it, at one time. */
export type BundleProduct = {
  pageId: string;
  url: string;
  name: string;
  image: string | null;
  currency: string;
  /** Its one-time prices for one unit, in minor units. */
  prices: { optionId: string; name: string; amount: number }[];
  /** Whether every buyer can pay exactly such a price, so that a bundle can be compared with it. */
  hasFixedPrices: boolean;
  isBundle: boolean;
  /** Whether its own page is open, whatever its stock. */
  isOnSale: boolean;
};

/** A product of a bundle. `price`: what its own page charges for it, in minor units. */
export type BundleItem = Pick<BundleProduct, 'pageId' | 'url' | 'name' | 'image' | 'isOnSale'> & {
  optionId: string;
  price: number;
  hasFixedPrice: boolean;
  /** What the buyer has paid for it before; missing: the bundle delivers it to them. */
  paid?: number;
};

const NO_STOCK_USAGE = { sold: 0, reserved: 0 };

/** `config`: of the published version, with the price that is in force at `now`. */
export const toBundleProduct = (config: Config, page: { pageId: string; url: string; now: Date }): BundleProduct => ({
  pageId: page.pageId,
  url: page.url,
  name: config.productName,
  image: config.productImage,
  currency: config.currency,
  prices: listPriceOptions(config).flatMap(({ id: optionId, name, price, paymentType }) => {
    const parsed = parsePrice(price.trim(), config.currency);
    return paymentType === 'one-time' && 'amount' in parsed ? [{ optionId, name, amount: parsed.amount }] : [];
  }),
  hasFixedPrices: !config.payWhatYouWant.enabled && !(config.quantity.enabled && config.quantity.minimum > 1),
  isBundle: isBundle(config),
  isOnSale: getAvailability(withoutStock(config), page.now, NO_STOCK_USAGE) === 'open',
});

const withoutStock = (config: Config): Config => ({
  ...config,
  availability: { ...config.availability, stock: null },
});

/** Why a bundle in this currency can't contain a product; null if it can. `product`: undefined unless it's published. */
export function findItemError(
  product: BundleProduct | undefined,
  { optionId }: Pick<ConfigItem, 'optionId'>,
  currency: string,
): string | null {
  if (!product) return rules.notPublished;
  const { name } = product;
  if (product.isBundle) return rules.isBundle({ name });
  if (product.currency !== currency)
    return rules.otherCurrency({ name, currency: product.currency, pageCurrency: currency });
  return product.prices.some((price) => price.optionId === optionId) ? null : rules.priceMissing({ name });
}

/** A product at one of its prices. It's named after the price where it has several. */
function toBundleItem(product: BundleProduct, optionId: string): BundleItem | null {
  const { pageId, url, image, prices, hasFixedPrices: hasFixedPrice, isOnSale } = product;
  const price = prices.find((candidate) => candidate.optionId === optionId);
  if (!price) return null;
  const name = prices.length > 1 ? `${product.name} (${price.name})` : product.name;
  return { pageId, optionId, url, name, image, price: price.amount, hasFixedPrice, isOnSale };
}

/** The products of a bundle in its order, without those that it can't sell. */
export const listBundleItems = (
  { bundle, currency }: Pick<Config, 'bundle' | 'currency'>,
  products: readonly BundleProduct[],
): BundleItem[] =>
  bundle.items.flatMap(({ pageId, optionId }) => {
    const product = products.find((candidate) => candidate.pageId === pageId);
    return product && findItemError(product, { optionId }, currency) === null
      ? (toBundleItem(product, optionId) ?? [])
      : [];
  });

type PricedConfig = Pick<Config, 'price' | 'currency' | 'priceOptions' | 'payWhatYouWant'>;

/** The price that every buyer of a page pays, in minor units; null if they choose it. */
export function getOnlyPrice({ price, currency, priceOptions, payWhatYouWant }: PricedConfig): number | null {
  const parsed = parsePrice(price.trim(), currency);
  return payWhatYouWant.enabled || priceOptions.others.length > 0 || 'error' in parsed ? null : parsed.amount;
}

const sumPrices = (items: readonly BundleItem[]): number => items.reduce((sum, { price }) => sum + price, 0);

/** Whether each product can be bought at its price, so that their sum is what buyers would pay. */
const isComparable = (items: readonly BundleItem[]): boolean =>
  items.every(({ isOnSale, hasFixedPrice }) => isOnSale && hasFixedPrice);

/** Minor units. */
export type BundleSaving = { separately: number; together: number; saving: number };

/**
 * What buyers save with a bundle at today's prices. Null if one of its products can't be bought at a fixed price, or if the
 * bundle isn't cheaper.
 */
export function calculateBundleSaving(
  config: PricedConfig & Pick<Config, 'bundle'>,
  items: readonly BundleItem[],
): BundleSaving | null {
  const together = getOnlyPrice(config);
  if (together === null || items.length < config.bundle.items.length || !isComparable(items)) return null;
  const separately = sumPrices(items);
  return separately > together ? { separately, together, saving: separately - together } : null;
}

/**
 * The price of a bundle for a buyer who has some of its products: less what they paid for these, but zero or at least Stripe's
 * minimum. Null if that is no offer: nothing is missing, nothing was paid, or the missing products cost less by themselves.
 */
export function calculateCompletionPrice(config: PricedConfig, items: readonly BundleItem[]): number | null {
  const price = getOnlyPrice(config);
  const missing = items.filter(({ paid }) => paid === undefined);
  const paid = items.reduce((sum, item) => sum + (item.paid ?? 0), 0);
  if (price === null || missing.length === 0 || paid === 0) return null;
  const { step, minimum } = getCurrency(config.currency);
  const rest = Math.max(0, price - paid);
  const total = rest === 0 ? 0 : Math.ceil(Math.max(rest, minimum ?? 0) / step) * step;
  const isCheaper = total < price && (!isComparable(missing) || total < sumPrices(missing));
  return isCheaper ? total : null;
}

/** The page of a bundle at a buyer's own price, which no coupon lowers further. */
export const withCompletionPrice = <C extends Pick<Config, 'price' | 'currency' | 'enableCoupon'>>(
  config: C,
  price: number,
): C => ({ ...config, price: formatAmount(price, config.currency), enableCoupon: false });
