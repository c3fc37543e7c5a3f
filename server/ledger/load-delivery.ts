import type { QuoteLine } from '#domain/quote.ts';
import { isUuid } from '#domain/text.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { deliverables } from '#server/db/schema-delivery.ts';
import type { EntitlementRow } from '#server/delivery/queries/assigned-keys.ts';
import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import { listLiveVersions } from '#server/ledger/queries/ledger-rows.ts';

import { findProducts } from './find-products.ts';
import { NO_DELIVERY, type LoadedDelivery, type Product } from './order-aggregate.ts';

/** What decides which deliverables a purchase has. */
export type DeliveringPurchase = {
  attempt: Pick<CheckoutAttempt, 'sellerId'> & { lines: readonly Pick<QuoteLine, 'item'>[] | null };
  product: Pick<Product, 'delivers'>;
};

const listBundledPages = ({ attempt }: DeliveringPurchase): string[] =>
  attempt.lines?.flatMap(({ item }) => item?.pageId ?? []) ?? [];

export const isDelivering = (purchase: DeliveringPurchase): boolean =>
  purchase.product.delivers.length > 0 || listBundledPages(purchase).length > 0;

/**
 * Loads what purchases deliver, and returns a lookup. A bundle delivers what its pages deliver at that time. Deliverables that
 * were removed are included, because the bought version or an entitlement names them.
 */
export async function loadDelivery(
  db: Db,
  purchases: readonly DeliveringPurchase[],
  entitlements: readonly Pick<EntitlementRow, 'deliverableId'>[] = [],
): Promise<(purchase: DeliveringPurchase) => LoadedDelivery> {
  if (!purchases.some(isDelivering)) return () => NO_DELIVERY;
  const itemsByPage = await listItemsOfPages(db, [...new Set(purchases.flatMap(listBundledPages))]);
  const items = [...purchases.map(({ product }) => product.delivers), ...itemsByPage.values()].flat();
  const ids = new Set([...items.map(({ id }) => id), ...entitlements.map(({ deliverableId }) => deliverableId)]);
  const rows = await db
    .select()
    .from(deliverables)
    .where(isOneOf(deliverables.id, [...ids].filter(isUuid), 'uuid'));
  const rowsBySeller = new Map(
    [...Map.groupBy(rows, ({ sellerId }) => sellerId)].map(([sellerId, ofSeller]) => [
      sellerId,
      new Map(ofSeller.map((row) => [row.id, row])),
    ]),
  );
  return (purchase) =>
    isDelivering(purchase)
      ? {
          items: purchase.product.delivers,
          itemsByPage,
          deliverables: rowsBySeller.get(purchase.attempt.sellerId) ?? NO_DELIVERY.deliverables,
        }
      : NO_DELIVERY;
}

async function listItemsOfPages(db: Db, pageIds: readonly string[]): Promise<LoadedDelivery['itemsByPage']> {
  if (pageIds.length === 0) return new Map();
  const versions = await listLiveVersions(db, pageIds.filter(isUuid));
  const findProduct = await findProducts(
    db,
    versions.map(({ versionId }) => versionId),
  );
  return new Map(
    versions.map(({ pageId, versionId }) => [pageId, findProduct({ versionId, plan: null })?.delivers ?? []]),
  );
}
