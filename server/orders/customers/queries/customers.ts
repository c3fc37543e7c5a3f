import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  lt,
  lte,
  max,
  min,
  notInArray,
  sql,
  sum,
  type SQL,
} from 'drizzle-orm';

import { ENDED_STATUSES } from '#domain/buyer-subscription.ts';
import type { Customer, CustomerSort } from '#domain/customer.ts';
import { ORDER_EMAIL_KINDS } from '#domain/order-detail.ts';
import type { OrderTotals } from '#domain/order.ts';
import type { Mode } from '#domain/payment-mode.ts';
import { cleanLine } from '#domain/text.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { hasValues, isInTimeRange, type TimeRange } from '#server/db/rows.ts';
import { buyerSubscriptions } from '#server/db/schema-ledger.ts';
import { orders, sales } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { listSubscriptions } from '#server/ledger/queries/buyer-subscriptions.ts';
import type { Order } from '#server/ledger/queries/orders.ts';
import { isOrderOfSeller } from '#server/orders/queries/order-filters.ts';

// Customers are the seller's orders, grouped by email address without regard to case.

/** The email address that identifies a customer. Compared in the database only, whose `lower` differs from JavaScript's. */
export const emailKey = sql<string>`lower(${orders.email})`;

/** A seller's customers. `upTo`: the highest order number included. */
type CustomerQuery = {
  sellerId: string;
  mode: Mode;
  search?: string | undefined;
  upTo: number;
  updated?: TimeRange;
};

/** A customer, and when one of their orders last changed. */
export type CustomerRow = Customer & { updatedAt: string };

/** The orders of one customer. */
export type CustomerRef = { sellerId: string; mode: Mode; key: string };

export const isOrderOfCustomer = ({ sellerId, mode, key }: CustomerRef): SQL | undefined =>
  and(isOrderOfSeller(sellerId, mode), eq(emailKey, key));

/**
 * Email key of the customer of an order; null if the order has no email address or belongs to another seller. `lock`: the
 * order does not change until the transaction ends.
 */
export async function findCustomerKey(
  db: Db,
  sellerId: string,
  mode: Mode,
  orderId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<string | null> {
  const query = db
    .select({ key: emailKey })
    .from(orders)
    .where(hasValues(orders, { mode, sellerId, id: orderId }));
  const [row] = await (lock ? query.for('share') : query);
  return row?.key ?? null;
}

/** Id of the first order of a customer, which is the customer's id. */
export async function findCustomerId(db: Db, sellerId: string, mode: Mode, email: string): Promise<string | null> {
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOrderOfSeller(sellerId, mode), sql`${emailKey} = lower(${email}::text)`))
    .orderBy(asc(orders.number))
    .limit(1);
  return row?.id ?? null;
}

const isInQuery = ({ sellerId, mode, upTo }: CustomerQuery): SQL | undefined =>
  and(isOrderOfSeller(sellerId, mode), isNotNull(orders.email), lte(orders.number, upTo));

/** All words must be part of the email address or name of one order. */
function hasMatchingOrder(search = ''): SQL | undefined {
  const terms = cleanLine(search).toLowerCase().split(' ').filter(Boolean);
  if (terms.length === 0) return undefined;
  const text = sql`lower(${orders.email} || ' ' || coalesce(${orders.buyerName}, ''))`;
  const conditions = terms.map((term) => sql`strpos(${text}, ${term}) > 0`);
  return sql`bool_or(${and(...conditions)})`;
}

const firstNumber = min(orders.number);

/** Newest name, or else the email address. */
const displayName = sql`lower(coalesce(
  (array_agg(${orders.buyerName} order by ${orders.number} desc) filter (where ${orders.buyerName} <> ''))[1],
  ${emailKey}))`;

const SORT_COLUMNS: Record<CustomerSort, SQL> = {
  recent: desc(max(orders.createdAt)),
  newest: desc(firstNumber),
  spent: sql`sum(${sales.usdCents} - ${sales.usdRefunded}) desc nulls last`,
  orders: desc(count()),
  name: asc(displayName),
};

/** One page of customers, and the number of all that match. */
export async function listCustomerPage(
  db: Db,
  query: CustomerQuery,
  { sort, offset, limit }: { sort: CustomerSort; offset: number; limit: number },
): Promise<{ customers: Customer[]; count: number }> {
  const isPaymentOfOrder = and(
    hasValues(sales, { mode: query.mode, sellerId: query.sellerId }),
    eq(sales.attemptId, orders.attemptId),
  );
  const rows = await db
    .select({ key: emailKey, total: sql<number>`count(*) over ()`.mapWith(Number) })
    .from(orders)
    // Only one sort order needs the payments.
    .leftJoin(sales, sort === 'spent' ? isPaymentOfOrder : sql`false`)
    .where(isInQuery(query))
    .groupBy(emailKey)
    .having(hasMatchingOrder(query.search))
    .orderBy(SORT_COLUMNS[sort], desc(firstNumber))
    .limit(limit)
    .offset(offset);
  const keys = rows.map(({ key }) => key);
  const total = rows[0]?.total ?? (offset === 0 ? 0 : await countCustomers(db, query));
  return { customers: await loadCustomers(db, query, keys), count: total };
}

async function countCustomers(db: Db, query: CustomerQuery): Promise<number> {
  const matching = db
    .select({ key: emailKey.as('key') })
    .from(orders)
    .where(isInQuery(query))
    .groupBy(emailKey)
    .having(hasMatchingOrder(query.search))
    .as('matching');
  const [row] = await db.select({ count: count() }).from(matching);
  return row?.count ?? 0;
}

/** A customer, and the number of their first order, which is the sort key of lists with a cursor. */
type NumberedCustomer = CustomerRow & { firstNumber: number };

/** The next customers by the number of their first order. */
export async function listCustomersByNumber(
  db: Db,
  query: CustomerQuery,
  { after, direction, limit }: { after: number | null; direction: 'ascending' | 'descending'; limit: number },
): Promise<NumberedCustomer[]> {
  const isNext =
    after === null ? undefined : direction === 'ascending' ? gt(firstNumber, after) : lt(firstNumber, after);
  const rows = await db
    .select({ key: emailKey, firstNumber: firstNumber.mapWith(Number) })
    .from(orders)
    .where(isInQuery(query))
    .groupBy(emailKey)
    .having(and(isNext, hasMatchingOrder(query.search), isInTimeRange(max(orders.updatedAt), query.updated ?? {})))
    .orderBy(direction === 'ascending' ? asc(firstNumber) : desc(firstNumber))
    .limit(limit);
  const customers = await loadCustomers(
    db,
    query,
    rows.map(({ key }) => key),
  );
  return customers.flatMap((customer, index) => {
    const row = rows[index];
    return row ? [{ ...customer, firstNumber: row.firstNumber }] : [];
  });
}

const newestValue = (column: typeof orders.email | typeof orders.buyerName | typeof orders.country) =>
  sql<string | null>`(array_agg(${column} order by ${orders.number} desc) filter (where ${column} <> ''))[1]`;

/** Customers with these email keys, in their order. */
export async function loadCustomers(db: Db, query: CustomerQuery, keys: readonly string[]): Promise<CustomerRow[]> {
  if (keys.length === 0) return [];
  const isListed = and(isInQuery(query), isOneOf(emailKey, keys, 'text'));
  const people = await db
    .select({
      key: emailKey,
      id: sql<string>`(array_agg(${orders.id} order by ${orders.number}))[1]`,
      email: sql<string>`${newestValue(orders.email)}`,
      name: newestValue(orders.buyerName),
      country: newestValue(orders.country),
      orderCount: count(),
      firstOrderAt: min(orders.createdAt),
      lastOrderAt: max(orders.createdAt),
      updatedAt: max(orders.updatedAt),
    })
    .from(orders)
    .where(isListed)
    .groupBy(emailKey);
  const totals = await listTotals(db, isListed);
  const subscriptions = await db
    .select({ key: emailKey, count: count() })
    .from(orders)
    .innerJoin(buyerSubscriptions, eq(buyerSubscriptions.attemptId, orders.attemptId))
    .where(and(isListed, notInArray(buyerSubscriptions.status, [...ENDED_STATUSES])))
    .groupBy(emailKey);
  const personByKey = new Map(people.map(({ key, ...person }) => [key, person]));
  const activeByKey = new Map(subscriptions.map(({ key, count: active }) => [key, active]));
  return keys.flatMap((key) => {
    const person = personByKey.get(key);
    if (!person) return [];
    return [
      {
        ...person,
        name: cleanLine(person.name ?? '') || null,
        activeSubscriptions: activeByKey.get(key) ?? 0,
        totals: totals.get(key) ?? [],
        firstOrderAt: (person.firstOrderAt ?? new Date(0)).toISOString(),
        lastOrderAt: (person.lastOrderAt ?? new Date(0)).toISOString(),
        updatedAt: (person.updatedAt ?? new Date(0)).toISOString(),
      },
    ];
  });
}

/** Totals per currency by email key; the currency with the most orders comes first. */
async function listTotals(db: Db, isListed: SQL | undefined): Promise<Map<string, OrderTotals[]>> {
  const rows = await db
    .select({
      key: emailKey,
      currency: orders.currency,
      count: count(),
      received: sum(orders.received).mapWith(Number),
      refunded: sum(orders.refunded).mapWith(Number),
      lost: sum(orders.lost).mapWith(Number),
    })
    .from(orders)
    .where(isListed)
    .groupBy(emailKey, orders.currency)
    .orderBy(desc(count()), asc(orders.currency));
  const totals = new Map<string, OrderTotals[]>();
  for (const { key, ...sums } of rows) {
    const net = sums.received - sums.refunded - sums.lost;
    totals.set(key, [...(totals.get(key) ?? []), { ...sums, net }]);
  }
  return totals;
}

/** Currencies of the seller's orders, most used first. */
export async function listOrderCurrencies(db: Db, query: CustomerQuery): Promise<string[]> {
  const rows = await db
    .select({ currency: orders.currency })
    .from(orders)
    .where(isInQuery(query))
    .groupBy(orders.currency)
    .orderBy(desc(count()), asc(orders.currency));
  return rows.map(({ currency }) => currency);
}

/** Orders of a customer, newest first. */
export const listOrdersOfCustomer = (db: Db, customer: CustomerRef, limit: number): Promise<Order[]> =>
  db.select().from(orders).where(isOrderOfCustomer(customer)).orderBy(desc(orders.number)).limit(limit);

/** Subscriptions of a customer, newest first. */
export const listSubscriptionsOfCustomer = (db: Db, customer: CustomerRef, limit: number) =>
  listSubscriptions(db, isOrderOfCustomer(customer), limit);

/** Emails about a customer's orders, newest first. */
export const listEmailsOfCustomer = (db: Db, customer: CustomerRef, limit: number) =>
  db
    .select({
      kind: outbox.kind,
      to: outbox.recipient,
      state: outbox.status,
      at: outbox.createdAt,
      reason: outbox.lastError,
      orderId: orders.id,
      orderNumber: orders.number,
    })
    .from(orders)
    .innerJoin(outbox, eq(outbox.attemptId, orders.attemptId))
    .where(and(isOrderOfCustomer(customer), inArray(outbox.kind, [...ORDER_EMAIL_KINDS])))
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(limit);
