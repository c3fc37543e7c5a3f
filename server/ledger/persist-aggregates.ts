import { getMonth, type MonthlySum } from '#domain/usage.ts';
import { checkSalesLimits } from '#server/billing/check-sales-limits.ts';
import { addToMonthlySales, type MonthlySalesChange } from '#server/billing/queries/monthly-sales.ts';
import type { Context, WorkerName } from '#server/core/context.ts';
import { insertMissing, insertMany, updateMany } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { entitlements } from '#server/db/schema-delivery.ts';
import { buyerSubscriptions, disputes, orderEvents, refunds } from '#server/db/schema-ledger.ts';
import { checkoutAttempts, orderLines, orders, sales } from '#server/db/schema-orders.ts';
import { queueMails } from '#server/email/queries/outbox.ts';
import { reserveOrderNumbers } from '#server/ledger/queries/orders.ts';
import { listStockPages, notifyStockChange } from '#server/ledger/queries/reservations.ts';

import { addDeliveries } from './add-deliveries.ts';
import { hasStartedSubscription } from './build-order-event.ts';
import { emitEntitlementWebhooks } from './emit-entitlement-webhooks.ts';
import { emitOrderWebhooks } from './emit-order-webhooks.ts';
import { changedKeys, type OrderAggregate, type Sale } from './order-aggregate.ts';
import { buildEmails, type LedgerSeller } from './order-emails.ts';
import { orderSearchText } from './recompute-order.ts';
import { timelineEvents } from './timeline-events.ts';
import { updateLicenseKeys } from './update-license-keys.ts';

type AggregateChange = { before: OrderAggregate; after: OrderAggregate };

/** Writes all changed rows, one statement per table. Returns the workers to wake after the commit. */
export async function persistAggregates(
  context: Context,
  tx: Db,
  aggregateChanges: readonly AggregateChange[],
  sellers: ReadonlyMap<string, LedgerSeller>,
): Promise<ReadonlySet<WorkerName>> {
  if (aggregateChanges.length === 0) return new Set();
  const numberedChanges = await completeOrders(context, tx, aggregateChanges);
  const newSales = await writeTables(tx, numberedChanges);
  await notifyStockChange(
    tx,
    numberedChanges.filter(hasStockChanged).flatMap(({ after }) => listStockPages(after.attempt)),
  );
  const workersToWake = new Set(await updateMonthlySales(context, tx, numberedChanges));
  if (await updateLicenseKeys(context, tx, numberedChanges)) workersToWake.add('outbox');
  if (await recordEvents(context, tx, numberedChanges)) workersToWake.add('deliveries');
  if (await emitEntitlementWebhooks(context, tx, numberedChanges)) workersToWake.add('deliveries');
  if ((await enqueueEmails(context, tx, numberedChanges, sellers)) > 0) workersToWake.add('outbox');
  for (const { fxRate, source, currency } of newSales)
    if (fxRate === null) context.log.error({ source, currency }, 'exchange_rate_missing');
  return workersToWake;
}

/** Records timeline events and queues the outgoing webhooks for the new ones. Returns true if there are any. */
async function recordEvents(context: Context, tx: Db, aggregateChanges: readonly AggregateChange[]): Promise<boolean> {
  const changesWithEvents = aggregateChanges.map(({ before, after }) => ({
    aggregate: after,
    events: timelineEvents(before, after),
    isNew: before.order === null,
    startsSubscription: hasStartedSubscription(after) && !hasStartedSubscription(before),
  }));
  const insertedIds = await insertMissing(
    tx,
    orderEvents,
    changesWithEvents.flatMap(({ events }) => events),
  );
  return emitOrderWebhooks(
    context,
    tx,
    changesWithEvents.map(({ events, ...rest }) => ({
      ...rest,
      events: events.filter(({ id }) => insertedIds.has(id)),
    })),
  );
}

const hasStockChanged = ({ before: { attempt: previous }, after: { attempt: current } }: AggregateChange): boolean =>
  previous.hasReservation !== current.hasReservation ||
  (previous.state === 'completed') !== (current.state === 'completed');

async function writeTables(tx: Db, aggregateChanges: readonly AggregateChange[]): Promise<readonly Sale[]> {
  await writeTable(tx, checkoutAttempts, aggregateChanges, ({ attempt }) => [attempt]);
  await writeTable(tx, orders, aggregateChanges, ({ order }) => [order]);
  await writeTable(tx, orderLines, aggregateChanges, ({ lines }) => lines);
  const newSales = await writeTable(tx, sales, aggregateChanges, (aggregate) => aggregate.sales);
  await writeTable(tx, buyerSubscriptions, aggregateChanges, ({ subscription }) => [subscription]);
  await writeTable(tx, refunds, aggregateChanges, (aggregate) => aggregate.refunds);
  await writeTable(tx, disputes, aggregateChanges, (aggregate) => aggregate.disputes);
  await writeTable(tx, entitlements, aggregateChanges, (aggregate) => aggregate.entitlements);
  return newSales;
}

/** Sets the time of the change, and assigns the next order numbers of each seller in order of creation. */
async function completeOrders(
  context: Context,
  tx: Db,
  aggregateChanges: readonly AggregateChange[],
): Promise<AggregateChange[]> {
  const unnumberedOrders = aggregateChanges
    .flatMap(({ after: { order } }) => (order?.number === 0 ? [order] : []))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const bySeller = Map.groupBy(unnumberedOrders, ({ sellerId }) => sellerId);
  const requestedNumbers = [...bySeller].map(([sellerId, { length: count }]) => ({ sellerId, count }));
  const lastNumbers = await reserveOrderNumbers(tx, context.mode, requestedNumbers);
  const numbers = new Map(
    [...bySeller].flatMap(([sellerId, sellerOrders]) =>
      sellerOrders.map(({ id }, at) => [id, (lastNumbers.get(sellerId) ?? 0) - sellerOrders.length + at + 1] as const),
    ),
  );
  return aggregateChanges.map(({ before, after }) => {
    if (!after.order) return { before, after };
    const number = numbers.get(after.order.id) ?? after.order.number;
    const updatedAt = hasChanged({ before, after }) ? context.now() : after.order.updatedAt;
    const order = { ...after.order, number, updatedAt };
    return { before, after: { ...after, order: { ...order, search: orderSearchText(order) } } };
  });
}

/** Rows that programs see as parts of an order. */
const ROWS_OF_ORDER: readonly ((aggregate: OrderAggregate) => readonly (Row | null)[])[] = [
  ({ order }) => [order],
  ({ sales }) => sales,
  ({ subscription }) => [subscription],
  ({ refunds }) => refunds,
  ({ disputes }) => disputes,
  (aggregate) => aggregate.entitlements.map(({ recheckAt: _, ...row }) => row),
];

const hasChanged = (change: AggregateChange): boolean =>
  ROWS_OF_ORDER.some((rowsOf) => {
    const { added, changed } = diffRows([change], rowsOf);
    return added.length + changed.length > 0;
  });

/** `keys`: the columns that differ in any of the changed rows. */
type Rows<T> = { added: T[]; changed: T[]; keys: Set<string> };
type Row = { id: string };

function diffRows<T extends Row>(
  aggregateChanges: readonly AggregateChange[],
  rowsOf: (aggregate: OrderAggregate) => readonly (T | null)[],
): Rows<T> {
  const rows: Rows<T> = { added: [], changed: [], keys: new Set() };
  for (const { before, after } of aggregateChanges)
    for (const row of rowsOf(after)) {
      const previousRow = row && rowsOf(before).find((candidate) => candidate?.id === row.id);
      if (row === previousRow || !row) continue;
      const keys = previousRow ? changedKeys(previousRow, row) : [];
      if (!previousRow) rows.added.push(row);
      else if (keys.length > 0) rows.changed.push(row);
      for (const key of keys) rows.keys.add(key);
    }
  return rows;
}

async function writeTable<T extends Parameters<typeof updateMany>[1]>(
  tx: Db,
  table: T,
  aggregateChanges: readonly AggregateChange[],
  rowsOf: (aggregate: OrderAggregate) => readonly ((T['$inferSelect'] & Row) | null)[],
): Promise<readonly T['$inferSelect'][]> {
  const { added, changed, keys } = diffRows<T['$inferSelect'] & Row>(aggregateChanges, rowsOf);
  await insertMany(tx, table, added);
  await updateMany(tx, table, changed, keys);
  return added;
}

/** Adds the effect of new and changed sales to the monthly totals and checks the plan limits. */
async function updateMonthlySales(
  context: Context,
  tx: Db,
  aggregateChanges: readonly AggregateChange[],
): Promise<ReadonlySet<WorkerName>> {
  const changes = monthChangesFrom(aggregateChanges);
  const sums = await addToMonthlySales(tx, context.mode, changes);
  const increases = changes.filter(({ usdCents, transactions }) => usdCents > 0 || transactions > 0);
  const increasedKeys = new Set(increases.map(({ sellerId, month }) => `${sellerId} ${month}`));
  return checkSalesLimits(
    context,
    tx,
    sums.filter(({ sellerId, month }) => increasedKeys.has(`${sellerId} ${month}`)),
  );
}

const netOf = ({ usdCents, usdRefunded }: Sale): number => usdCents - usdRefunded;

function monthChangesFrom(aggregateChanges: readonly AggregateChange[]): MonthlySalesChange[] {
  const changes = new Map<string, MonthlySalesChange>();
  const add = ({ sellerId, paidAt }: Sale, { usdCents, transactions }: MonthlySum): void => {
    if (usdCents === 0 && transactions === 0) return;
    const month = getMonth(paidAt);
    const sum = changes.get(`${sellerId} ${month}`) ?? { sellerId, month, usdCents: 0, transactions: 0 };
    sum.usdCents += usdCents;
    sum.transactions += transactions;
    changes.set(`${sellerId} ${month}`, sum);
  };
  for (const { before, after } of aggregateChanges) {
    const previousSales = new Map(before.sales.map((sale) => [sale.id, sale]));
    for (const sale of after.sales) {
      const previousSale = previousSales.get(sale.id);
      if (previousSale !== sale)
        add(sale, {
          usdCents: netOf(sale) - (previousSale ? netOf(previousSale) : 0),
          transactions: previousSale ? 0 : 1,
        });
    }
  }
  return [...changes.values()];
}

async function enqueueEmails(
  context: Context,
  tx: Db,
  aggregateChanges: readonly AggregateChange[],
  sellers: ReadonlyMap<string, LedgerSeller>,
): Promise<number> {
  const now = context.now();
  const mails = aggregateChanges.flatMap(({ after }) => {
    const { accountId, id: attemptId } = after.attempt;
    const seller = sellers.get(accountId);
    if (!seller) return [];
    const emails = buildEmails(after, seller, now, context.dashboardUrl(accountId));
    return emails.map((mail) => ({ ...mail, now, attemptId }));
  });
  const delivering = aggregateChanges.filter(({ after }) => after.entitlements.length > 0);
  const deliveringIds = new Set(delivering.map(({ after }) => after.attempt.id));
  return queueMails(tx, await addDeliveries(context, tx, mails, deliveringIds));
}
