import type { Db } from '#server/db/client.ts';
import { entitlements } from '#server/db/schema-delivery.ts';
import { buyerSubscriptions, disputes, refunds } from '#server/db/schema-ledger.ts';
import { orderLines, orders, sales } from '#server/db/schema-orders.ts';
import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import { listRefundLines, listRowsOfAttempts } from '#server/ledger/queries/ledger-rows.ts';

import { findProducts } from './find-products.ts';
import { isDelivering, loadDelivery } from './load-delivery.ts';
import type { OrderAggregate } from './order-aggregate.ts';

/** `versions`: by row id, the id of the transaction that last wrote the row (`xmin`). */
type LoadedAggregates = { aggregates: Map<string, OrderAggregate>; versions: Map<string, string> };

export async function loadAggregates(tx: Db, attempts: readonly CheckoutAttempt[]): Promise<LoadedAggregates> {
  if (attempts.length === 0) return { aggregates: new Map(), versions: new Map() };
  const attemptIds = attempts.map(({ id }) => id);
  const findProduct = await findProducts(
    tx,
    attempts.map(({ versionId }) => versionId),
  );
  const versions = new Map<string, string>();
  const load = async <T extends Parameters<typeof listRowsOfAttempts>[1]>(table: T) => {
    const rows = await listRowsOfAttempts(tx, table, attemptIds);
    for (const { row, version } of rows) versions.set(row.id, version);
    return Map.groupBy(
      rows.map(({ row }): T['$inferSelect'] => row),
      ({ attemptId }) => attemptId,
    );
  };
  const ordersOf = await load(orders);
  const linesOf = await load(orderLines);
  const salesOf = await load(sales);
  const subscriptionsOf = await load(buyerSubscriptions);
  const refundsOf = await load(refunds);
  const refundLinesOf = Map.groupBy(await listRefundLines(tx, attemptIds), ({ attemptId }) => attemptId);
  const disputesOf = await load(disputes);
  const purchases = attempts.flatMap((attempt) => {
    const product = findProduct(attempt);
    return product ? [{ attempt, product }] : [];
  });
  // Most pages deliver nothing, which costs no query.
  const entitlementsOf = purchases.some(isDelivering) ? await load(entitlements) : new Map<string, never[]>();
  const findDelivery = await loadDelivery(tx, purchases, [...entitlementsOf.values()].flat());
  const aggregates = purchases.map(({ attempt, product }) => {
    const { id } = attempt;
    const aggregate: OrderAggregate = {
      attempt,
      product,
      order: ordersOf.get(id)?.[0] ?? null,
      subscription: subscriptionsOf.get(id)?.[0] ?? null,
      lines: (linesOf.get(id) ?? []).toSorted((one, other) => one.position - other.position),
      sales: salesOf.get(id) ?? [],
      refunds: refundsOf.get(id) ?? [],
      refundLines: refundLinesOf.get(id) ?? [],
      disputes: disputesOf.get(id) ?? [],
      delivery: findDelivery({ attempt, product }),
      entitlements: entitlementsOf.get(id) ?? [],
      events: [],
    };
    return [id, aggregate] as const;
  });
  return { aggregates: new Map(aggregates), versions };
}
