/** Products of bundles for tests. */
import type { BundleItem, BundleProduct } from '../bundle.ts';
import type { CheckoutPageConfig } from '../checkout-page.ts';

export const createItem = (pageId: string, price: number, changes: Partial<BundleItem> = {}): BundleItem => ({
  pageId,
  optionId: 'base',
  url: `https://tillwright.test/c/${pageId}`,
  name: `Book ${pageId}`,
  image: null,
  price,
  hasFixedPrice: true,
  isOnSale: true,
  ...changes,
});

export const createProduct = (pageId: string, changes: Partial<BundleProduct> = {}): BundleProduct => ({
  pageId,
  url: `https://tillwright.test/c/${pageId}`,
  name: `Book ${pageId}`,
  image: null,
  currency: 'USD',
  prices: [{ optionId: 'base', name: 'One-time', amount: 1500 }],
  hasFixedPrices: true,
  isBundle: false,
  isOnSale: true,
  ...changes,
});

/** A bundle of these pages at their first prices. */
export const withBundle = (...pageIds: string[]): Pick<CheckoutPageConfig, 'bundle'> => ({
  bundle: { items: pageIds.map((pageId) => ({ pageId, optionId: 'base' })) },
});
