import { LRUCache } from 'lru-cache';

import { configFromStored } from '#domain/checkout-page-schema.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { BASE_OPTION, optionsOf } from '#domain/offer.ts';
import type { Attempt } from '#server/db/attempts.ts';
import type { Db } from '#server/db/client.ts';
import { listVersions } from '#server/db/ledger-rows.ts';

import type { Product } from './leaf.ts';

type Bought = Pick<Attempt, 'versionId' | 'plan'>;
type Products = (bought: Bought) => Product | null;

/** Entries never expire, because a published version never changes. */
const kept = new LRUCache<string, ReadonlyMap<string, Product>>({ max: 2000 });

/** Loads products and returns a lookup by version and price option. */
export async function findProducts(db: Db, versionIds: readonly string[]): Promise<Products> {
  const ids = [...new Set(versionIds)];
  const found = new Map(ids.map((id) => [id, kept.get(id)]));
  const unknown = ids.filter((id) => !found.get(id));
  if (unknown.length > 0)
    for (const { id, schema, config } of await listVersions(db, unknown)) {
      const products = productsOf(configFromStored(schema, config));
      kept.set(id, products);
      found.set(id, products);
    }
  return ({ versionId, plan }) => found.get(versionId)?.get(plan ?? BASE_OPTION) ?? null;
}

/** Returns the product for each price option of a page, by option id. */
function productsOf(config: CheckoutPageConfig): ReadonlyMap<string, Product> {
  const { productName: name, logo, accentColor: accent, successMessage: message } = config;
  return new Map(
    optionsOf(config).map(({ id, paymentType, billingFrequency }) => {
      const billing = paymentType === 'subscription' ? billingFrequency : null;
      return [id, { name, billing, logo, accent, message }];
    }),
  );
}
