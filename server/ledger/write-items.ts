import { sql } from 'drizzle-orm';

import type { Context, WorkerName } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { listPaidAttempts, lockAttempts } from '#server/ledger/queries/ledger-rows.ts';
import { idOfReference } from '#server/stripe/stripe-values.ts';

import {
  findAttemptId,
  applySnapshots,
  type LedgerReader,
  type SubjectSnapshots,
  type ApplyResult,
} from './apply-snapshots.ts';
import { loadAggregates } from './load-aggregates.ts';
import type { ApplyContext } from './order-aggregate.ts';
import type { LedgerSeller } from './order-emails.ts';
import { persistAggregates } from './persist-aggregates.ts';
import { recomputeOrder } from './recompute-order.ts';
import { compareByKind, type Subject } from './stripe-snapshot.ts';

/**
 * A snapshot of PostgreSQL, not of Stripe: identifies the transactions that had committed at that time. A row that a later
 * transaction wrote may be newer than the Stripe snapshots that are fetched afterwards. `nextXid` is xmax.
 */
type SnapshotFence = { nextXid: number; runningXids: ReadonlySet<number> };

const XID_CYCLE = 2 ** 32;

/** Reads PostgreSQL's current snapshot. Called before Stripe is asked, so that rows written since then can be recognized. */
export async function readSnapshotFence(db: Db): Promise<SnapshotFence> {
  const { rows } = (await db.execute(sql`select pg_current_snapshot()::text as snapshot`)) as {
    rows: { snapshot: string }[];
  };
  return parseSnapshotFence(rows[0]?.snapshot ?? '');
}

/** Parses `xmin:xmax:xip,xip`: every transaction before xmax has ended except the listed ones. */
export function parseSnapshotFence(snapshot: string): SnapshotFence {
  const [, nextXid = '0', runningXids = ''] = snapshot.split(':');
  return {
    nextXid: Number(nextXid),
    runningXids: new Set(runningXids.split(',').filter(Boolean).map(Number)),
  };
}

/** Returns true if the row version with this `xmin` (32 bits, wraps around) was visible in the snapshot. */
export function isVisibleAtFence({ nextXid, runningXids }: SnapshotFence, xmin: string): boolean {
  const age = (((nextXid - Number(xmin)) % XID_CYCLE) + XID_CYCLE) % XID_CYCLE;
  // Transaction ids wrap around: half a cycle lies in the past and half in the future.
  return age > 0 && age < XID_CYCLE / 2 && !runningXids.has(nextXid - age);
}

export type ItemResult = { subject: Subject } & (
  | { kind: 'written' | 'nothing' }
  | { kind: 'refetch'; dependencies: readonly Subject[] }
  | { kind: 'error'; error: Error }
);

/** State of one pass of reading Stripe and writing. */
export type WritePass = {
  fence: SnapshotFence;
  /** Row versions seen in an earlier pass: the snapshots of this pass were fetched after them. */
  knownVersions: ReadonlyMap<string, string>;
  /** Row versions that turn out to be newer than the snapshot in this pass. */
  changedVersions: Map<string, string>;
  sellers: ReadonlyMap<string, LedgerSeller>;
};

/**
 * Applies snapshots and writes the result in the given transaction. Returns the outcome of each, the workers to wake and the number of
 * orders that became paid.
 */
export async function writeItems(
  context: Context,
  tx: Db,
  items: readonly SubjectSnapshots[],
  pass: WritePass,
): Promise<{ results: ItemResult[]; workersToWake: ReadonlySet<WorkerName>; newlyPaidCount: number }> {
  const attemptIdByPayment = await findPaidAttempts(context, tx, items);
  const namedAttemptIds = items.flatMap(({ snapshots }) => snapshots.map(findAttemptId)).filter((id) => id !== null);
  const attemptIds = [...new Set([...namedAttemptIds, ...attemptIdByPayment.values()])];
  const lockedAttempts = attemptIds.length > 0 ? await lockAttempts(tx, context.mode, attemptIds) : [];
  const { aggregates, versions } = await loadAggregates(tx, lockedAttempts);
  const currentById = new Map(aggregates);
  const ledger: LedgerReader = {
    findAggregate: (attemptId) => currentById.get(attemptId) ?? null,
    findAttemptIdOfPayment: (accountId, payment) => attemptIdByPayment.get(`${accountId} ${payment}`) ?? null,
    isUnchanged: (rowId) => isUnchangedSince(pass, rowId, versions.get(rowId)),
  };
  const applyContext: ApplyContext = { now: context.now(), rates: context.config.exchangeRates };
  const sortedItems = items.toSorted((a, b) => compareByKind(a.subject, b.subject));
  const results = sortedItems.map((item) => {
    const result = applyOrError(item, ledger, applyContext);
    if (result.kind === 'written') currentById.set(result.aggregate.attempt.id, result.aggregate);
    return { ...result, subject: item.subject };
  });
  const aggregateChanges = [...aggregates.values()].flatMap((before) => {
    const aggregate = currentById.get(before.attempt.id) ?? before;
    return aggregate === before ? [] : [{ before, after: recomputeOrder(before, aggregate, applyContext.now) }];
  });
  const newlyPaidCount = aggregateChanges.filter(
    (change) => !change.before.order?.paidAt && change.after.order?.paidAt,
  ).length;
  return {
    results,
    newlyPaidCount,
    workersToWake: await persistAggregates(context, tx, aggregateChanges, pass.sellers),
  };
}

function applyOrError(
  item: SubjectSnapshots,
  ledger: LedgerReader,
  applyContext: ApplyContext,
): ApplyResult | { kind: 'error'; error: Error } {
  try {
    return applySnapshots(item, ledger, applyContext);
  } catch (error) {
    return { kind: 'error', error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Returns false if the row was written after Stripe was asked: an older snapshot must not overwrite it. */
function isUnchangedSince(
  { fence, knownVersions, changedVersions }: WritePass,
  rowId: string,
  version: string | undefined,
): boolean {
  if (version === undefined || isVisibleAtFence(fence, version) || knownVersions.get(rowId) === version) return true;
  changedVersions.set(rowId, version);
  return false;
}

async function findPaidAttempts(
  { mode }: Context,
  tx: Db,
  items: readonly SubjectSnapshots[],
): Promise<Map<string, string>> {
  const payments = items.flatMap(({ subject: { accountId }, snapshots }) =>
    snapshots.flatMap((snapshot) => {
      const paymentIntentId = snapshot.kind === 'charge' ? idOfReference(snapshot.charge.payment_intent) : null;
      return paymentIntentId ? [{ accountId, paymentIntentId }] : [];
    }),
  );
  const rows = await listPaidAttempts(tx, mode, payments);
  return new Map(
    rows.map(({ accountId, paymentIntentId, attemptId }) => [`${accountId} ${paymentIntentId}`, attemptId]),
  );
}
