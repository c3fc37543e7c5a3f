import type Stripe from 'stripe';

import type { Context } from '#server/context.ts';
import { askProvider } from '#server/stripe/provider-errors.ts';
import { every, ONE_TIME, type FoundPrice, type FoundProduct, type FoundRange } from './found-product.ts';

/** Maximum number of active products and of prices that are read, newest first. */
const MOST = 500;
const PAGE = 100;

type Listed<T extends { id: string }> = (after: { starting_after?: string }) => Promise<Stripe.ApiList<T>>;

/** Active products of the seller's Stripe account with their active prices. Throws AppError for errors of Stripe. */
export async function findStripeProducts(context: Context, accountId: string): Promise<FoundProduct[]> {
  const seller = context.sellerStripe(accountId);
  const common = { active: true, limit: PAGE };
  const products = await all((after) => seller.products.list({ ...common, ...after }));
  const prices = await all((after) => seller.prices.list({ ...common, ...after }));
  const byProduct = Map.groupBy(prices, ({ product }) =>
    typeof product === 'string' ? product : product.id,
  );
  return products.map((product) => foundOf(product, byProduct.get(product.id) ?? []));
}

async function all<T extends { id: string }>(list: Listed<T>): Promise<T[]> {
  const found: T[] = [];
  for (;;) {
    const last = found.at(-1);
    const { data, has_more: more } = await askProvider(() => list(last ? { starting_after: last.id } : {}));
    found.push(...data);
    if (!more || data.length === 0 || found.length >= MOST) return found;
  }
}

function foundOf(product: Stripe.Product, prices: readonly Stripe.Price[]): FoundProduct {
  const { default_price: named } = product;
  const first = typeof named === 'string' ? named : named?.id;
  const sorted = prices.toSorted(
    (one, other) => Number(other.id === first) - Number(one.id === first) || one.created - other.created,
  );
  const read = sorted.map(priceOf);
  return {
    key: product.id,
    name: product.name,
    description: product.description ?? '',
    features: product.marketing_features.flatMap(({ name }) => name ?? []),
    prices: read.flatMap((price) => ('amount' in price ? price : [])),
    range: read.flatMap((price) => ('range' in price ? price.range : []))[0] ?? null,
    imageUrl: product.images[0] ?? null,
    remarks: read.flatMap((price) => ('remark' in price ? price.remark : [])),
  };
}

type Read = FoundPrice | { range: FoundRange } | { remark: string };

const leftOut = (what: string): Read => ({
  remark: `${what} was left out: a page cannot have it.`,
});

function priceOf(price: Stripe.Price): Read {
  const { currency, unit_amount: amount, recurring, nickname } = price;
  if (price.billing_scheme === 'tiered') return leftOut('A price in tiers');
  if (price.custom_unit_amount) return { range: rangeOf(price, price.custom_unit_amount) };
  if (recurring?.usage_type === 'metered') return leftOut('A price by use');
  if (amount === null) return leftOut('A price in parts of the smallest coin');
  const billing = recurring ? billingOf(recurring) : ONE_TIME;
  if (!billing) return leftOut(`A price every ${recurring?.interval_count} ${recurring?.interval}s`);
  return { name: nickname ?? '', currency, amount, ...billing };
}

const rangeOf = ({ currency }: Stripe.Price, custom: Stripe.Price.CustomUnitAmount): FoundRange => ({
  currency,
  minimum: custom.minimum,
  maximum: custom.maximum,
  presets: custom.preset === null ? [] : [custom.preset],
});

/** Billing intervals that a page supports, by Stripe's count and interval. */
const FREQUENCIES = new Map<string, Parameters<typeof every>[0]>([
  ['1 week', 'weekly'],
  ['7 day', 'weekly'],
  ['1 month', 'monthly'],
  ['1 year', 'yearly'],
  ['12 month', 'yearly'],
]);

function billingOf({ interval, interval_count: count }: Stripe.Price.Recurring) {
  const frequency = FREQUENCIES.get(`${count} ${interval}`);
  return frequency ? every(frequency) : null;
}
