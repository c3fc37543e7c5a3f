import type { Attempt } from '#server/db/attempts.ts';
import type { Db } from '#server/db/client.ts';
import {
  listDisputesOf,
  listOrdersOf,
  listRefundsOf,
  listSalesOf,
  listSubscriptionsOf,
} from '#server/db/ledger-rows.ts';

import type { Leaf } from './leaf.ts';
import { findProducts } from './products.ts';

/** `versions`: by row id, the id of the transaction that last wrote the row (`xmin`). */
export type Read = { leaves: Map<string, Leaf>; versions: Map<string, string> };

/** Loads the aggregates of the given attempts. */
export async function leavesOf(tx: Db, held: readonly Attempt[]): Promise<Read> {
  if (held.length === 0) return { leaves: new Map(), versions: new Map() };
  const theirs = held.map(({ id }) => id);
  const products = await findProducts(
    tx,
    held.map(({ versionId }) => versionId),
  );
  const orders = byAttempt(await listOrdersOf(tx, theirs));
  const sold = await listSalesOf(tx, theirs);
  const sales = byAttempt(sold.map(({ row }) => row));
  const subscribed = await listSubscriptionsOf(tx, theirs);
  const subscriptions = byAttempt(subscribed.map(({ row }) => row));
  const given = await listRefundsOf(tx, theirs);
  const refunds = byAttempt(given.map(({ row }) => row));
  const disputed = await listDisputesOf(tx, theirs);
  const disputes = byAttempt(disputed.map(({ row }) => row));
  const leaves = held.flatMap((attempt) => {
    const { id } = attempt;
    const product = products(attempt);
    if (!product) return [];
    const order = orders.get(id)?.[0] ?? null;
    const subscription = subscriptions.get(id)?.[0] ?? null;
    const lists = {
      sales: sales.get(id) ?? [],
      refunds: refunds.get(id) ?? [],
      disputes: disputes.get(id) ?? [],
    };
    return [[id, { attempt, product, order, subscription, ...lists, news: [] }] as const];
  });
  const versions = [...sold, ...subscribed, ...given, ...disputed].map(
    ({ row, version }) => [row.id, version] as const,
  );
  return { leaves: new Map(leaves), versions: new Map(versions) };
}

const byAttempt = <T extends { attemptId: string }>(rows: readonly T[]): Map<string, T[]> =>
  Map.groupBy(rows, ({ attemptId }) => attemptId);
