import { LRUCache } from 'lru-cache';

import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { BASE_OPTION, listPriceOptions } from '#domain/offer.ts';
import type { Db } from '#server/db/client.ts';
import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import { listVersions } from '#server/ledger/queries/ledger-rows.ts';

import type { Product } from './order-aggregate.ts';

type PurchaseRef = Pick<CheckoutAttempt, 'versionId' | 'plan'>;
type FindProduct = (purchase: PurchaseRef) => Product | null;

/** Entries never expire, because a published version never changes. */
const productCache = new LRUCache<string, ReadonlyMap<string, Product>>({ max: 2000 });

/** Loads products and returns a lookup by version and price option. */
export async function findProducts(db: Db, versionIds: readonly string[]): Promise<FindProduct> {
  const ids = [...new Set(versionIds)];
  const productsByVersion = new Map(ids.map((id) => [id, productCache.get(id)]));
  const unknown = ids.filter((id) => !productsByVersion.get(id));
  if (unknown.length > 0)
    for (const { id, schema, config } of await listVersions(db, unknown)) {
      const products = productsByOption(parseStoredConfig(schema, config));
      productCache.set(id, products);
      productsByVersion.set(id, products);
    }
  return ({ versionId, plan }) => productsByVersion.get(versionId)?.get(plan ?? BASE_OPTION) ?? null;
}

function productsByOption(config: CheckoutPageConfig): ReadonlyMap<string, Product> {
  const {
    productName: name,
    logo,
    accentColor: accent,
    fonts,
    successMessage: message,
    validCoupons: coupons,
    delivery: { items: delivers },
  } = config;
  return new Map(
    listPriceOptions(config).map(({ id, paymentType, billingFrequency, paymentTerms: { trialNeedsCard } }) => {
      const billing = paymentType === 'one-time' ? null : billingFrequency;
      return [id, { name, billing, trialNeedsCard, logo, accent, fonts, message, coupons, delivers }];
    }),
  );
}
