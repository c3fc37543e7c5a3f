import { monthOf, type MonthSum } from '#domain/usage.ts';
import { watchLimits } from '#server/billing/watch-limit.ts';
import type { Context, WorkerName } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { tellOfStock } from '#server/db/holds.ts';
import { insertFresh, insertMany, updateMany } from '#server/db/many-rows.ts';
import { addToMonths, type MonthChange } from '#server/db/monthly-sales.ts';
import { takeOrderNumbers } from '#server/db/orders.ts';
import { queueMails } from '#server/db/outbox.ts';
import { buyerSubscriptions, disputes, orderEvents, refunds } from '#server/db/schema-ledger.ts';
import { attempts, orders, sales } from '#server/db/schema-money.ts';
import { tellOfOrders } from '#server/seller-webhooks/tell-of-orders.ts';

import { searchOf } from './close-leaf.ts';
import { differingKeys } from './differing-keys.ts';
import type { Leaf, Sale } from './leaf.ts';
import { eventsOf } from './news-events.ts';
import { mailsOf, type LedgerSeller } from './news-mails.ts';

/** An aggregate before and after a change. */
export type Turn = { before: Leaf; after: Leaf };

/** Writes all changed rows, one statement per table. Returns the workers to wake after the commit. */
export async function writeLeaves(
  context: Context,
  tx: Db,
  turns: readonly Turn[],
  sellers: ReadonlyMap<string, LedgerSeller>,
): Promise<ReadonlySet<WorkerName>> {
  if (turns.length === 0) return new Set();
  const numbered = await withNumbers(context, tx, turns);
  const sold = await writeRows(tx, numbered);
  await tellOfStock(
    tx,
    numbered.filter(hasTurnedStock).map(({ after }) => after.attempt.pageId),
  );
  const woken = new Set(await countMonths(context, tx, numbered));
  if (await tellOfNews(context, tx, numbered)) woken.add('deliveries');
  if ((await tellByMail(context, tx, numbered, sellers)) > 0) woken.add('outbox');
  warnOfRates(context, sold);
  return woken;
}

/** Records timeline events and queues the outgoing webhooks for the new ones. Returns true if there are any. */
async function tellOfNews(context: Context, tx: Db, turns: readonly Turn[]): Promise<boolean> {
  const told = turns.map(({ before, after }) => ({
    leaf: after,
    events: eventsOf(before, after),
    isNew: before.order === null,
  }));
  const fresh = await insertFresh(
    tx,
    orderEvents,
    told.flatMap(({ events }) => events),
  );
  return tellOfOrders(
    context,
    tx,
    told.map(({ events, ...rest }) => ({ ...rest, events: events.filter(({ id }) => fresh.has(id)) })),
  );
}

/** Returns true if the number of available pieces has changed. */
const hasTurnedStock = ({ before: { attempt: was }, after: { attempt: is } }: Turn): boolean =>
  was.holds !== is.holds || (was.state === 'completed') !== (is.state === 'completed');

/** Writes all tables and returns the new sales. */
async function writeRows(tx: Db, turns: readonly Turn[]): Promise<readonly Sale[]> {
  await write(tx, attempts, turns, ({ attempt }) => [attempt]);
  await write(tx, orders, turns, ({ order }) => [order]);
  const sold = await write(tx, sales, turns, (leaf) => leaf.sales);
  await write(tx, buyerSubscriptions, turns, ({ subscription }) => [subscription]);
  await write(tx, refunds, turns, (leaf) => leaf.refunds);
  await write(tx, disputes, turns, (leaf) => leaf.disputes);
  return sold;
}

/** Assigns the next order numbers of each seller in order of creation. */
async function withNumbers(context: Context, tx: Db, turns: readonly Turn[]): Promise<Turn[]> {
  const fresh = turns
    .flatMap(({ after: { order } }) => (order?.number === 0 ? [order] : []))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const bySeller = Map.groupBy(fresh, ({ sellerId }) => sellerId);
  const wanted = [...bySeller].map(([sellerId, { length: count }]) => ({ sellerId, count }));
  const last = await takeOrderNumbers(tx, context.mode, wanted);
  const numbers = new Map(
    [...bySeller].flatMap(([sellerId, made]) =>
      made.map(({ id }, at) => [id, (last.get(sellerId) ?? 0) - made.length + at + 1] as const),
    ),
  );
  return turns.map(({ before, after }) => {
    if (!after.order) return { before, after };
    const order = { ...after.order, number: numbers.get(after.order.id) ?? after.order.number };
    return { before, after: { ...after, order: { ...order, search: searchOf(order) } } };
  });
}

/** `keys`: the columns that differ in any of the changed rows. */
type Rows<T> = { added: T[]; changed: T[]; keys: Set<string> };
type Row = { id: string };

/** Collects the added and changed rows of all aggregates. */
function differing<T extends Row>(
  turns: readonly Turn[],
  rowsOf: (leaf: Leaf) => readonly (T | null)[],
): Rows<T> {
  const rows: Rows<T> = { added: [], changed: [], keys: new Set() };
  for (const { before, after } of turns)
    for (const row of rowsOf(after)) {
      const was = row && rowsOf(before).find((one) => one?.id === row.id);
      if (row === was || !row) continue;
      const keys = was ? differingKeys(was, row) : [];
      if (!was) rows.added.push(row);
      else if (keys.length > 0) rows.changed.push(row);
      for (const key of keys) rows.keys.add(key);
    }
  return rows;
}

/** Writes one table and returns the added rows. */
async function write<T extends Parameters<typeof updateMany>[1]>(
  tx: Db,
  table: T,
  turns: readonly Turn[],
  rowsOf: (leaf: Leaf) => readonly ((T['$inferSelect'] & Row) | null)[],
): Promise<readonly T['$inferSelect'][]> {
  const { added, changed, keys } = differing<T['$inferSelect'] & Row>(turns, rowsOf);
  await insertMany(tx, table, added);
  await updateMany(tx, table, changed, keys);
  return added;
}

/** Adds the effect of new and changed sales to the monthly totals and checks the plan limits. */
async function countMonths(
  context: Context,
  tx: Db,
  turns: readonly Turn[],
): Promise<ReadonlySet<WorkerName>> {
  const changes = monthChangesOf(turns);
  const sums = await addToMonths(tx, context.mode, changes);
  const grown = changes.filter(({ usdCents, transactions }) => usdCents > 0 || transactions > 0);
  const names = new Set(grown.map(({ sellerId, month }) => `${sellerId} ${month}`));
  return watchLimits(
    context,
    tx,
    sums.filter(({ sellerId, month }) => names.has(`${sellerId} ${month}`)),
  );
}

const netOf = ({ usdCents, usdRefunded }: Sale): number => usdCents - usdRefunded;

export function monthChangesOf(turns: readonly Turn[]): MonthChange[] {
  const changes = new Map<string, MonthChange>();
  const add = ({ sellerId, paidAt }: Sale, { usdCents, transactions }: MonthSum): void => {
    if (usdCents === 0 && transactions === 0) return;
    const month = monthOf(paidAt);
    const sum = changes.get(`${sellerId} ${month}`) ?? { sellerId, month, usdCents: 0, transactions: 0 };
    sum.usdCents += usdCents;
    sum.transactions += transactions;
    changes.set(`${sellerId} ${month}`, sum);
  };
  for (const { before, after } of turns) {
    const known = new Map(before.sales.map((sale) => [sale.id, sale]));
    for (const sale of after.sales) {
      const was = known.get(sale.id);
      if (was !== sale)
        add(sale, { usdCents: netOf(sale) - (was ? netOf(was) : 0), transactions: was ? 0 : 1 });
    }
  }
  return [...changes.values()];
}

async function tellByMail(
  context: Context,
  tx: Db,
  turns: readonly Turn[],
  sellers: ReadonlyMap<string, LedgerSeller>,
): Promise<number> {
  const now = context.now();
  const mails = turns.flatMap(({ after }) => {
    const { accountId, id: attemptId } = after.attempt;
    const seller = sellers.get(accountId);
    if (!seller) return [];
    const told = mailsOf(after, seller, now, context.dashboardUrl(accountId));
    return told.map((mail) => ({ ...mail, now, attemptId }));
  });
  return queueMails(tx, mails);
}

function warnOfRates({ log }: Context, sold: readonly Sale[]): void {
  for (const { fxRate, source, currency } of sold)
    if (fxRate === null)
      log.error({ source, currency }, 'a sale counts as nothing: there is no exchange rate for its currency');
}
