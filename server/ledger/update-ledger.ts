import type { Context } from '#server/context.ts';
import { sqlStateOf, type Db } from '#server/db/client.ts';
import { listLedgerSellers } from '#server/db/ledger-rows.ts';

import { readFence } from './fence.ts';
import { fetchTruths } from './fetch-truths.ts';
import type { LedgerSeller } from './news-mails.ts';
import type { Item } from './plan-item.ts';
import { byKind, subjectKey, type Subject } from './subject.ts';
import type { Truth } from './truth.ts';
import { writeItems, type Round, type Written } from './write-items.ts';

/** `nothing`: the subject is not one of ours. An error concerns only its subject, unless the database is unavailable. */
export type Outcome = { kind: 'written' | 'nothing' } | { kind: 'error'; error: Error };

/** Runs in the transaction that writes these subjects; also called for subjects that are not ours. */
export type Mark = (tx: Db, subjects: readonly Subject[]) => Promise<void>;

type Options = {
  /** With it, errors are outcomes; without it, the first error is thrown after everything else is written. */
  mark?: Mark;
  /** A user waits for the result: the requests to Stripe run before background work. */
  urgent?: boolean;
};

/** How often a subject is fetched again if its rows changed meanwhile or it has dependencies. */
const ROUNDS = 5;

/**
 * Fetches the given Stripe objects and writes all changes to the ledger together. Safe to call repeatedly and
 * concurrently from several processes. Returns the outcome of each subject by `subjectKey`.
 */
export async function updateLedger(
  context: Context,
  subjects: readonly Subject[],
  { mark, urgent = false }: Options = {},
): Promise<Map<string, Outcome>> {
  const outcomes = await askAndWrite(context, subjects, urgent, mark ?? (() => Promise.resolve()));
  const [failed] = [...outcomes.values()].filter((outcome) => outcome.kind === 'error');
  if (failed && !mark) throw failed.error;
  return outcomes;
}

async function askAndWrite(
  context: Context,
  subjects: readonly Subject[],
  urgent: boolean,
  mark: Mark,
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const sellers = await findSellers(context, subjects);
  let seen: ReadonlyMap<string, string> = new Map();
  let open: Asked[] = [...new Map(subjects.map((one) => [subjectKey(one), one])).values()].map((subject) => ({
    subject,
    needs: [],
  }));
  for (let round = 1; open.length > 0; round++) {
    const fence = await readFence(context.db);
    const { items, failed } = await fetchItems(context, open, sellers, urgent);
    const tooNew = new Map<string, string>();
    const written = await writePortion(context, items, { fence, seen, tooNew, sellers }, mark);
    seen = new Map([...seen, ...tooNew]);
    const before = new Map(open.map((asked) => [subjectKey(asked.subject), asked]));
    open = [];
    for (const one of [...failed, ...written]) {
      const key = subjectKey(one.subject);
      if (one.kind !== 'again') outcomes.set(key, one);
      else if (round < ROUNDS)
        open.push({ subject: one.subject, needs: [...(before.get(key)?.needs ?? []), ...one.needs] });
      else outcomes.set(key, { kind: 'error', error: changedMeanwhile(one.subject) });
    }
  }
  return outcomes;
}

const changedMeanwhile = ({ kind, id }: Subject): Error =>
  new Error(`What our books have of ${kind} ${id} was changed each time it was asked for`);

/** A subject with the subjects that must be fetched before it. */
type Asked = { subject: Subject; needs: readonly Subject[] };

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
  asked: readonly Asked[],
  sellers: ReadonlyMap<string, LedgerSeller>,
  urgent: boolean,
): Promise<{ items: Item[]; failed: Written[] }> {
  const wanted = asked.flatMap(({ subject, needs }) => [subject, ...needs]);
  const ours = wanted.filter(({ accountId }) => sellers.has(accountId));
  const truths = await fetchTruths(
    context,
    [...new Map(ours.map((one) => [subjectKey(one), one])).values()],
    urgent,
  );
  const items: Item[] = [];
  const failed: Written[] = [];
  for (const { subject, needs } of asked) {
    const inOrder = needs.toSorted(byKind);
    const told = [...inOrder, subject].map((one) => truths.get(subjectKey(one)));
    const error = told.find((one) => one instanceof Error);
    if (error) failed.push({ subject, kind: 'error', error });
    else items.push({ subject, truths: told.filter((one): one is Truth => one !== undefined) });
  }
  return { items, failed };
}

/** Writes all items in one transaction. If that fails, it splits them in halves until only the failing items remain. */
async function writePortion(
  context: Context,
  items: readonly Item[],
  round: Round,
  mark: Mark,
): Promise<Written[]> {
  if (items.length === 0) return [];
  try {
    const { written, woken, paid } = await context.db.transaction(async (tx) => {
      const done = await writeItems(context, tx, items, round);
      const marked = done.written.filter(({ kind }) => kind === 'written' || kind === 'nothing');
      if (marked.length > 0)
        await mark(
          tx,
          marked.map(({ subject }) => subject),
        );
      return done;
    });
    context.metrics.count('orders_paid', {}, paid);
    for (const worker of woken) context.ring(worker);
    return written;
  } catch (error) {
    if (!isOfTheRows(error)) throw error;
    const [only] = items;
    if (only && items.length === 1) return [{ subject: only.subject, kind: 'error', error }];
    const half = Math.ceil(items.length / 2);
    const first = await writePortion(context, items.slice(0, half), round, mark);
    return [...first, ...(await writePortion(context, items.slice(half), round, mark))];
  }
}

/** Returns true for an error caused by the rows or by concurrent writes, not by an unavailable database. */
function isOfTheRows(error: unknown): error is Error {
  const state = sqlStateOf(error);
  return error instanceof Error && (state === null || !/^(08|53|57)/.test(state));
}
