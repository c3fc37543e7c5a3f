import type { Context, WorkerName } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { lockAttempts } from '#server/ledger/queries/ledger-rows.ts';

import { loadAggregates } from './load-aggregates.ts';
import type { OrderAggregate } from './order-aggregate.ts';
import { persistAggregates } from './persist-aggregates.ts';
import { withEntitlements } from './update-entitlements.ts';

/** Records a decision of the seller in the entitlements of an aggregate. */
export type Decide = (aggregate: OrderAggregate, now: Date) => OrderAggregate;

/**
 * Computes the entitlements of attempts again and writes what has changed: because time has passed, the seller has decided
 * something, or keys are missing. Locks the attempts, as every write of their state does. Returns the workers to wake after
 * the commit.
 */
export async function recomputeEntitlements(
  context: Context,
  tx: Db,
  attemptIds: readonly string[],
  decide: Decide = (aggregate) => aggregate,
): Promise<ReadonlySet<WorkerName>> {
  const { aggregates } = await loadAggregates(tx, await lockAttempts(tx, context.mode, attemptIds));
  const now = context.now();
  const aggregateChanges = [...aggregates.values()].map((before) => ({
    before,
    after: withEntitlements(before, decide(before, now), now),
  }));
  // Changes of access cause no emails of the order, so the sellers are not needed.
  return persistAggregates(context, tx, aggregateChanges, new Map());
}
