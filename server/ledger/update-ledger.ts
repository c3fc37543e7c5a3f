import type { Context } from '#server/core/context.ts';
import { sqlStateOf, type Db } from '#server/db/client.ts';
import { listLedgerSellers } from '#server/ledger/queries/ledger-rows.ts';

import type { SubjectSnapshots } from './apply-snapshots.ts';
import { fetchSnapshots } from './fetch-snapshots.ts';
import type { LedgerSeller } from './order-emails.ts';
import { compareByKind, subjectKey, type Subject, type StripeSnapshot } from './stripe-snapshot.ts';
import { readSnapshotFence, writeItems, type WritePass, type ItemResult } from './write-items.ts';

/** `nothing`: the subject is not one of ours. An error concerns only its subject, unless the database is unavailable. */
export type Outcome = { kind: 'written' | 'nothing' } | { kind: 'error'; error: Error };

/** Runs in the transaction that writes these subjects; also called for subjects that are not ours. */
export type MarkDone = (tx: Db, subjects: readonly Subject[]) => Promise<void>;

type Options = {
  /** With it, errors are outcomes; without it, the first error is thrown after everything else is written. */
  markDone?: MarkDone;
  /** A user waits for the result: the requests to Stripe run before background work. */
  urgent?: boolean;
};

/** How often a subject is fetched again if its rows changed meanwhile or it has dependencies. */
const MAX_PASSES = 5;

/**
 * Fetches the given Stripe objects and writes all changes to the ledger together. Safe to call repeatedly and
 * concurrently from several processes. Returns the outcome of each subject by `subjectKey`.
 */
export async function updateLedger(
  context: Context,
  subjects: readonly Subject[],
  { markDone, urgent = false }: Options = {},
): Promise<Map<string, Outcome>> {
  const outcomes = await fetchAndWrite(context, subjects, urgent, markDone ?? (() => Promise.resolve()));
  const [failed] = [...outcomes.values()].filter((outcome) => outcome.kind === 'error');
  if (failed && !markDone) throw failed.error;
  return outcomes;
}

async function fetchAndWrite(
  context: Context,
  subjects: readonly Subject[],
  urgent: boolean,
  markDone: MarkDone,
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const sellers = await findSellers(context, subjects);
  let knownVersions: ReadonlyMap<string, string> = new Map();
  let pendingSubjects: PendingSubject[] = uniqueSubjects(subjects).map((subject) => ({ subject, dependencies: [] }));
  for (let passNumber = 1; pendingSubjects.length > 0; passNumber++) {
    const fence = await readSnapshotFence(context.db);
    const { items, failed } = await fetchItems(context, pendingSubjects, sellers, urgent);
    const changedVersions = new Map<string, string>();
    const results = await writeBatch(context, items, { fence, knownVersions, changedVersions, sellers }, markDone);
    knownVersions = new Map([...knownVersions, ...changedVersions]);
    const previousByKey = new Map(pendingSubjects.map((pending) => [subjectKey(pending.subject), pending]));
    pendingSubjects = [];
    for (const result of [...failed, ...results]) {
      const key = subjectKey(result.subject);
      if (result.kind !== 'refetch') outcomes.set(key, result);
      else if (passNumber < MAX_PASSES)
        pendingSubjects.push({
          subject: result.subject,
          dependencies: [...(previousByKey.get(key)?.dependencies ?? []), ...result.dependencies],
        });
      else outcomes.set(key, { kind: 'error', error: concurrentChangeError(result.subject) });
    }
  }
  return outcomes;
}

const concurrentChangeError = ({ kind, id }: Subject): Error =>
  new Error(`The ledger rows of ${kind} ${id} were changed during each of ${MAX_PASSES} passes`);

const uniqueSubjects = (subjects: readonly Subject[]): Subject[] => [
  ...new Map(subjects.map((subject) => [subjectKey(subject), subject])).values(),
];

/** A subject with the subjects that must be fetched before it. */
type PendingSubject = { subject: Subject; dependencies: readonly Subject[] };

async function findSellers(
  { db, mode }: Context,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, LedgerSeller>> {
  const accounts = [...new Set(subjects.map(({ accountId }) => accountId))];
  const rows = accounts.length > 0 ? await listLedgerSellers(db, mode, accounts) : [];
  return new Map(rows.flatMap(({ accountId, ...seller }) => (accountId ? [[accountId, seller]] : [])));
}

/** Fetches the snapshots of all subjects. Subjects of unknown accounts are skipped without a request. */
async function fetchItems(
  context: Context,
  pending: readonly PendingSubject[],
  sellers: ReadonlyMap<string, LedgerSeller>,
  urgent: boolean,
): Promise<{ items: SubjectSnapshots[]; failed: ItemResult[] }> {
  const requestedSubjects = pending.flatMap(({ subject, dependencies }) => [subject, ...dependencies]);
  const knownSubjects = requestedSubjects.filter(({ accountId }) => sellers.has(accountId));
  const snapshots = await fetchSnapshots(context, uniqueSubjects(knownSubjects), urgent);
  const items: SubjectSnapshots[] = [];
  const failed: ItemResult[] = [];
  for (const { subject, dependencies } of pending) {
    const inOrder = dependencies.toSorted(compareByKind);
    const subjectSnapshots = [...inOrder, subject].map((item) => snapshots.get(subjectKey(item)));
    const error = subjectSnapshots.find((snapshot) => snapshot instanceof Error);
    if (error) failed.push({ subject, kind: 'error', error });
    else
      items.push({
        subject,
        snapshots: subjectSnapshots.filter((snapshot): snapshot is StripeSnapshot => snapshot !== undefined),
      });
  }
  return { items, failed };
}

/** Writes all items in one transaction. If that fails, it splits them in halves until only the failing items remain. */
async function writeBatch(
  context: Context,
  items: readonly SubjectSnapshots[],
  pass: WritePass,
  markDone: MarkDone,
): Promise<ItemResult[]> {
  if (items.length === 0) return [];
  try {
    const { results, workersToWake, newlyPaidCount } = await context.db.transaction(async (tx) => {
      const batch = await writeItems(context, tx, items, pass);
      const finished = batch.results.filter(({ kind }) => kind === 'written' || kind === 'nothing');
      const doneSubjects = finished.map(({ subject }) => subject);
      if (doneSubjects.length > 0) await markDone(tx, doneSubjects);
      return batch;
    });
    context.metrics.count('orders_paid', {}, newlyPaidCount);
    for (const worker of workersToWake) context.wake(worker);
    return results;
  } catch (error) {
    if (!isRowError(error)) throw error;
    const [onlyItem] = items;
    if (onlyItem && items.length === 1) return [{ subject: onlyItem.subject, kind: 'error', error }];
    const half = Math.ceil(items.length / 2);
    const first = await writeBatch(context, items.slice(0, half), pass, markDone);
    return [...first, ...(await writeBatch(context, items.slice(half), pass, markDone))];
  }
}

/** Returns true for an error caused by the rows or by concurrent writes, not by an unavailable database. */
function isRowError(error: unknown): error is Error {
  const state = sqlStateOf(error);
  return error instanceof Error && (state === null || !/^(08|53|57)/.test(state));
}
