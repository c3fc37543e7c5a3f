import { LRUCache } from 'lru-cache';

import { configFromStored } from '#domain/checkout-page-schema.ts';
import type { Db } from '#server/db/client.ts';
import { listVersions } from '#server/db/ledger-rows.ts';

import type { Product } from './leaf.ts';

/** A published version never changes. */
const kept = new LRUCache<string, Product>({ max: 2000 });

/** What was bought, by the version that it was bought from. */
export async function findProducts(db: Db, versionIds: readonly string[]): Promise<Map<string, Product>> {
  const ids = [...new Set(versionIds)];
  const unknown = ids.filter((id) => !kept.has(id));
  const found = new Map<string, Product>();
  if (unknown.length > 0)
    for (const { id, schema, config } of await listVersions(db, unknown)) {
      const product = productOf(schema, config);
      kept.set(id, product);
      found.set(id, product);
    }
  for (const id of ids) {
    const product = kept.get(id);
    if (product) found.set(id, product);
  }
  return found;
}

function productOf(schema: number, stored: unknown): Product {
  const { productName, paymentType, billingFrequency, logo, accentColor, successMessage } = configFromStored(
    schema,
    stored,
  );
  return {
    name: productName,
    billing: paymentType === 'subscription' ? billingFrequency : null,
    logo,
    accent: accentColor,
    message: successMessage,
  };
}
