import type { Context, WorkerName } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { listPaidAttempts, lockAttempts } from '#server/db/ledger-rows.ts';

import { closeLeaf } from './close-leaf.ts';
import { isBefore, type Fence } from './fence.ts';
import type { Desk } from './leaf.ts';
import type { LedgerSeller } from './news-mails.ts';
import { attemptNamed, planItem, type Books, type Item, type Verdict } from './plan-item.ts';
import { leavesOf, type Read } from './read-leaves.ts';
import { byKind, type Subject } from './subject.ts';
import { idOf } from './truth.ts';
import { writeLeaves } from './write-leaves.ts';

/** Outcome of an item in one transaction. */
export type Written = { subject: Subject } & (
  | { kind: 'written' | 'nothing' }
  | { kind: 'again'; needs: readonly Subject[] }
  | { kind: 'error'; error: Error }
);

/** State of one pass of reading Stripe and writing. */
export type Round = {
  fence: Fence;
  /** Row versions seen in an earlier pass: the snapshots of this pass were fetched after them. */
  seen: ReadonlyMap<string, string>;
  /** Row versions that turn out to be newer than the snapshot in this pass. */
  tooNew: Map<string, string>;
  sellers: ReadonlyMap<string, LedgerSeller>;
};

/**
 * Plans and writes items in the given transaction. Returns the outcome of each, the workers to wake and the number of
 * orders that became paid.
 */
export async function writeItems(
  context: Context,
  tx: Db,
  items: readonly Item[],
  round: Round,
): Promise<{ written: Written[]; woken: ReadonlySet<WorkerName>; paid: number }> {
  const attempts = await paidAttempts(context, tx, items);
  const named = items.flatMap(({ truths }) => truths.map(attemptNamed)).filter((id) => id !== null);
  const { leaves, versions } = await readLeaves(context, tx, [...new Set([...named, ...attempts.values()])]);
  const after = new Map(leaves);
  const books: Books = {
    findLeaf: (attemptId) => after.get(attemptId) ?? null,
    findPaid: (accountId, payment) => attempts.get(`${accountId} ${payment}`) ?? null,
    isFresh: (rowId) => isFresh(round, rowId, versions.get(rowId)),
  };
  const desk: Desk = { now: context.now(), rates: context.config.rates };
  const inOrder = items.toSorted((one, other) => byKind(one.subject, other.subject));
  const written = inOrder.map((item) => {
    const verdict = verdictOf(item, books, desk);
    if (verdict.kind === 'written') after.set(verdict.leaf.attempt.id, verdict.leaf);
    return { ...verdict, subject: item.subject };
  });
  const turns = [...leaves.values()].flatMap((before) => {
    const leaf = after.get(before.attempt.id) ?? before;
    return leaf === before ? [] : [{ before, after: closeLeaf(before, leaf, desk.now) }];
  });
  const paid = turns.filter((turn) => !turn.before.order?.paidAt && turn.after.order?.paidAt).length;
  return { written, paid, woken: await writeLeaves(context, tx, turns, round.sellers) };
}

function verdictOf(item: Item, books: Books, desk: Desk): Verdict | { kind: 'error'; error: Error } {
  try {
    return planItem(item, books, desk);
  } catch (error) {
    return { kind: 'error', error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Returns false if the row was written after Stripe was asked: an older snapshot must not overwrite it. */
function isFresh({ fence, seen, tooNew }: Round, rowId: string, version: string | undefined): boolean {
  if (version === undefined || isBefore(fence, version) || seen.get(rowId) === version) return true;
  tooNew.set(rowId, version);
  return false;
}

async function paidAttempts({ mode }: Context, tx: Db, items: readonly Item[]): Promise<Map<string, string>> {
  const payments = items.flatMap(({ subject: { accountId }, truths }) =>
    truths.flatMap((truth) => {
      const paymentIntentId = truth.kind === 'charge' ? idOf(truth.charge.payment_intent) : null;
      return paymentIntentId ? [{ accountId, paymentIntentId }] : [];
    }),
  );
  const rows = await listPaidAttempts(tx, mode, payments);
  return new Map(
    rows.map(({ accountId, paymentIntentId, attemptId }) => [`${accountId} ${paymentIntentId}`, attemptId]),
  );
}

/** Loads the aggregates of these attempts and locks them until the transaction ends. */
async function readLeaves({ mode }: Context, tx: Db, ids: readonly string[]): Promise<Read> {
  const held = ids.length > 0 ? await lockAttempts(tx, mode, ids) : [];
  return leavesOf(tx, held);
}
