import type Stripe from 'stripe';

import { importMessages } from '#content/messages/import-warnings.ts';
import type { Context } from '#server/core/context.ts';
import { callStripe } from '#server/stripe/stripe-errors.ts';
import { fetchPages, OWN_PRODUCT_PREFIX, PAGE_SIZE, type FetchPage } from '#server/stripe/stripe-values.ts';

import {
  billedEvery,
  ONE_TIME,
  type ImportedPrice,
  type ImportedProduct,
  type ImportedPriceRange,
} from './imported-product.ts';

/** Maximum number of active products and of prices that are read, newest first. */
const MAX_ITEMS = 500;

/**
 * Active products of the seller's Stripe account with their active prices, without the products of our own checkouts. Throws
 * AppError for errors of Stripe.
 */
export async function findStripeProducts(context: Context, accountId: string): Promise<ImportedProduct[]> {
  const seller = context.sellerStripe(accountId);
  const products = await listAll<Stripe.Product>((cursor) => seller.products.list({ active: true, ...cursor }));
  const prices = await listAll<Stripe.Price>((cursor) => seller.prices.list({ active: true, ...cursor }));
  const byProduct = Map.groupBy(prices, ({ product }) => (typeof product === 'string' ? product : product.id));
  return products
    .filter(({ id }) => !id.startsWith(OWN_PRODUCT_PREFIX))
    .map((product) => toImportedProduct(product, byProduct.get(product.id) ?? []));
}

/** Reads up to `MAX_ITEMS` items. The time limit is for each page. */
async function listAll<T extends { id: string }>(fetchPage: FetchPage<T>): Promise<T[]> {
  const items: T[] = [];
  const pages = fetchPages<T>((cursor) => callStripe(() => fetchPage(cursor)), MAX_ITEMS / PAGE_SIZE);
  for await (const { data } of pages) items.push(...data);
  return items;
}

function toImportedProduct(product: Stripe.Product, prices: readonly Stripe.Price[]): ImportedProduct {
  const { default_price: defaultPrice } = product;
  const defaultPriceId = typeof defaultPrice === 'string' ? defaultPrice : defaultPrice?.id;
  const sorted = prices.toSorted(
    (first, second) =>
      Number(second.id === defaultPriceId) - Number(first.id === defaultPriceId) || first.created - second.created,
  );
  const parsedPrices = sorted.map(priceOf);
  return {
    key: product.id,
    name: product.name,
    description: product.description ?? '',
    features: product.marketing_features.flatMap(({ name }) => name ?? []),
    prices: parsedPrices.flatMap((price) => ('amount' in price ? price : [])),
    range: parsedPrices.flatMap((price) => ('range' in price ? price.range : []))[0] ?? null,
    imageUrl: product.images[0] ?? null,
    warnings: parsedPrices.flatMap((price) => ('warning' in price ? price.warning : [])),
  };
}

type ParsedPrice = ImportedPrice | { range: ImportedPriceRange } | { warning: string };

function priceOf(price: Stripe.Price): ParsedPrice {
  const { currency, unit_amount: amount, recurring, nickname } = price;
  const messages = importMessages.price;
  if (price.billing_scheme === 'tiered') return { warning: messages.tiered };
  if (price.custom_unit_amount) return { range: rangeOf(price, price.custom_unit_amount) };
  if (recurring?.usage_type === 'metered') return { warning: messages.metered };
  if (amount === null) return { warning: messages.fractional };
  const billing = recurring ? billingOf(recurring) : ONE_TIME;
  if (!billing)
    return { warning: messages.interval({ count: recurring?.interval_count ?? 1, unit: recurring?.interval ?? '' }) };
  return { name: nickname ?? '', currency, amount, ...billing };
}

const rangeOf = ({ currency }: Stripe.Price, custom: Stripe.Price.CustomUnitAmount): ImportedPriceRange => ({
  currency,
  minimum: custom.minimum,
  maximum: custom.maximum,
  presets: custom.preset === null ? [] : [custom.preset],
});

/** Billing intervals that a page supports, by Stripe's count and interval. */
const FREQUENCIES = new Map<string, Parameters<typeof billedEvery>[0]>([
  ['1 week', 'weekly'],
  ['7 day', 'weekly'],
  ['1 month', 'monthly'],
  ['1 year', 'yearly'],
  ['12 month', 'yearly'],
]);

function billingOf({ interval, interval_count: count }: Stripe.Price.Recurring) {
  const frequency = FREQUENCIES.get(`${count} ${interval}`);
  return frequency ? billedEvery(frequency) : null;
}
