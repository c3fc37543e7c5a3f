import type { Db } from '#server/db/client.ts';
import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import {
  listDisputesOf,
  listOrdersOf,
  listRefundsOf,
  listPaymentsOf,
  listSubscriptionsOf,
} from '#server/ledger/queries/ledger-rows.ts';

import { findProducts } from './find-products.ts';
import type { OrderAggregate } from './order-aggregate.ts';

/** `versions`: by row id, the id of the transaction that last wrote the row (`xmin`). */
export type LoadedAggregates = { aggregates: Map<string, OrderAggregate>; versions: Map<string, string> };

/** Loads the aggregates of the given attempts. */
export async function loadAggregates(tx: Db, attempts: readonly CheckoutAttempt[]): Promise<LoadedAggregates> {
  if (attempts.length === 0) return { aggregates: new Map(), versions: new Map() };
  const attemptIds = attempts.map(({ id }) => id);
  const findProduct = await findProducts(
    tx,
    attempts.map(({ versionId }) => versionId),
  );
  const orders = groupByAttempt(await listOrdersOf(tx, attemptIds));
  const saleRows = await listPaymentsOf(tx, attemptIds);
  const sales = groupByAttempt(saleRows.map(({ row }) => row));
  const subscriptionRows = await listSubscriptionsOf(tx, attemptIds);
  const subscriptions = groupByAttempt(subscriptionRows.map(({ row }) => row));
  const refundRows = await listRefundsOf(tx, attemptIds);
  const refunds = groupByAttempt(refundRows.map(({ row }) => row));
  const disputeRows = await listDisputesOf(tx, attemptIds);
  const disputes = groupByAttempt(disputeRows.map(({ row }) => row));
  const aggregates = attempts.flatMap((attempt) => {
    const { id } = attempt;
    const product = findProduct(attempt);
    if (!product) return [];
    const order = orders.get(id)?.[0] ?? null;
    const subscription = subscriptions.get(id)?.[0] ?? null;
    const lists = {
      sales: sales.get(id) ?? [],
      refunds: refunds.get(id) ?? [],
      disputes: disputes.get(id) ?? [],
    };
    return [[id, { attempt, product, order, subscription, ...lists, events: [] }] as const];
  });
  const versions = [...saleRows, ...subscriptionRows, ...refundRows, ...disputeRows].map(
    ({ row, version }) => [row.id, version] as const,
  );
  return { aggregates: new Map(aggregates), versions: new Map(versions) };
}

const groupByAttempt = <T extends { attemptId: string }>(rows: readonly T[]): Map<string, T[]> =>
  Map.groupBy(rows, ({ attemptId }) => attemptId);
