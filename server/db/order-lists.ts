import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  lt,
  lte,
  sql,
  sum,
  type SQL,
} from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';
import { searchTextOf, type OrderFilter, type OrderFilterState } from '#domain/order-filter.ts';
import { ORDERS_PER_PAGE, type OrderTotals } from '#domain/order.ts';

import type { Db } from './client.ts';
import { counters, orders } from './schema-money.ts';
import { pages, pageVersions } from './schema-pages.ts';

/** Whose orders, and which of them. `upTo`: none with a higher number. */
export type OrderWish = { sellerId: string; mode: Mode; filter: OrderFilter; upTo: number };

const DAY_MS = 86_400_000;
/** More words than these find nothing else. */
const MOST_WORDS = 10;

const STATES: Record<OrderFilterState, SQL | undefined> = {
  pending: eq(orders.state, 'pending'),
  failed: eq(orders.state, 'failed'),
  paid: eq(orders.state, 'paid'),
  refunded: inArray(orders.state, ['partly_refunded', 'refunded']),
  disputed: isNotNull(orders.dispute),
};

const matching = ({ sellerId, mode, filter, upTo }: OrderWish): SQL | undefined =>
  and(
    eq(orders.mode, mode),
    eq(orders.sellerId, sellerId),
    lte(orders.number, upTo),
    filter.state && STATES[filter.state],
    filter.pageId === undefined ? undefined : eq(orders.pageId, filter.pageId),
    filter.coupon === undefined ? undefined : eq(orders.couponCode, filter.coupon),
    filter.from === undefined ? undefined : gte(orders.createdAt, new Date(`${filter.from}T00:00:00Z`)),
    filter.to === undefined
      ? undefined
      : lt(orders.createdAt, new Date(new Date(`${filter.to}T00:00:00Z`).getTime() + DAY_MS)),
    filter.search === undefined ? undefined : found(filter.search),
  );

/** By the beginnings of words. What was typed is cut into words before it becomes a query: none of it is syntax. */
function found(search: string): SQL | undefined {
  if (search.trim() === '') return undefined;
  const words = [...new Set(searchTextOf(search).split(' '))].filter(Boolean);
  if (words.length === 0) return sql`false`;
  const longest = words.toSorted((one, other) => other.length - one.length).slice(0, MOST_WORDS);
  const query = longest.map((word) => `'${word}':*`).join(' & ');
  return sql`to_tsvector('simple', ${orders.search}) @@ to_tsquery('simple', ${query})`;
}

/** The number of a seller's last order, and as numbers have no gaps, how many there are. */
export async function findLastNumber(db: Db, sellerId: string, mode: Mode): Promise<number> {
  const [row] = await db
    .select({ last: counters.lastOrder })
    .from(counters)
    .where(and(eq(counters.sellerId, sellerId), eq(counters.mode, mode)));
  return row?.last ?? 0;
}

/** What the orders come to, by currency; the one with the most orders first. */
export async function sumOrders(db: Db, wish: OrderWish): Promise<OrderTotals[]> {
  const rows = await db
    .select({
      currency: orders.currency,
      count: count(),
      received: sum(orders.received).mapWith(Number),
      refunded: sum(orders.refunded).mapWith(Number),
      lost: sum(orders.lost).mapWith(Number),
    })
    .from(orders)
    .where(matching(wish))
    .groupBy(orders.currency)
    .orderBy(desc(count()), asc(orders.currency));
  return rows.map((row) => ({ ...row, net: row.received - row.refunded - row.lost }));
}

/** One page of so many orders, newest first; `page` counts from 1. What is nearer to the end is counted from there. */
export async function listOrderPage(db: Db, wish: OrderWish, page: number, all: number) {
  const before = (page - 1) * ORDERS_PER_PAGE;
  const size = Math.min(ORDERS_PER_PAGE, all - before);
  if (size <= 0) return [];
  const after = all - before - size;
  const fromEnd = after < before;
  const [first, second] = fromEnd
    ? [asc(orders.createdAt), asc(orders.id)]
    : [desc(orders.createdAt), desc(orders.id)];
  const rows = await db
    .select()
    .from(orders)
    .where(matching(wish))
    .orderBy(first, second)
    .limit(size)
    .offset(fromEnd ? after : before);
  return fromEnd ? rows.toReversed() : rows;
}

/** The next so many orders by number. */
export const listOrdersAfter = (db: Db, wish: OrderWish, after: number, most: number) =>
  db
    .select({ order: orders, page: { id: pages.id } })
    .from(orders)
    .innerJoin(pages, eq(pages.id, orders.pageId))
    .where(and(matching(wish), gt(orders.number, after)))
    .orderBy(asc(orders.number))
    .limit(most);

/** Pages that sold something, those too that are gone. */
export async function listSoldPages(db: Db, sellerId: string, mode: Mode) {
  const sold = db
    .selectDistinct({ id: orders.pageId })
    .from(orders)
    .where(and(eq(orders.mode, mode), eq(orders.sellerId, sellerId)));
  const rows = await db
    .select({ id: pages.id, name: pages.name, config: sql<string>`${pageVersions.config}->>'productName'` })
    .from(pages)
    .innerJoin(
      pageVersions,
      and(eq(pageVersions.pageId, pages.id), eq(pageVersions.number, pages.liveVersion)),
    )
    .where(and(eq(pages.sellerId, sellerId), inArray(pages.id, sold)))
    .orderBy(desc(pages.updatedAt), desc(pages.id));
  return rows.map(({ id, name, config }) => ({ id, name: name ?? config }));
}

export async function listUsedCoupons(db: Db, sellerId: string, mode: Mode): Promise<string[]> {
  const rows = await db
    .selectDistinct({ code: orders.couponCode })
    .from(orders)
    .where(and(eq(orders.mode, mode), eq(orders.sellerId, sellerId), isNotNull(orders.couponCode)))
    .orderBy(asc(orders.couponCode));
  return rows.map(({ code }) => code ?? '');
}
