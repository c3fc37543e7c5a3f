import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  sql,
  sum,
  type SQL,
} from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';
import { ORDERS_PER_PAGE, type OrderTotals } from '#domain/order.ts';

import type { Db } from './client.ts';
import { matching, ofSeller, type OrderWish } from './order-filters.ts';
import type { Order } from './orders.ts';
import { attempts, counters, orders } from './schema-money.ts';
import { pages, pageVersions, slugs } from './schema-pages.ts';

/** A limit without effect. It makes the database find all matching rows before sorting. */
const ALL_OF_THEM = 2 ** 31 - 1;

/** The seller's last order number; numbers have no gaps, so it is also the number of orders. */
export async function findLastNumber(db: Db, sellerId: string, mode: Mode): Promise<number> {
  const [row] = await db
    .select({ last: counters.lastOrder })
    .from(counters)
    .where(and(eq(counters.sellerId, sellerId), eq(counters.mode, mode)));
  return row?.last ?? 0;
}

/** Order totals by currency; the currency with the most orders comes first. */
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

type Part = { descending: boolean; offset: number; limit: number };

/** Whether the word index should find the orders before sorting. */
export const isByIndex = ({ words }: OrderWish): boolean => words !== null && !words.common;

/** One page of the `all` orders, newest first; `page` counts from 1. Pages near the end are read from the end. */
export async function listOrderPage(db: Db, wish: OrderWish, page: number, all: number): Promise<Order[]> {
  const before = (page - 1) * ORDERS_PER_PAGE;
  const limit = Math.min(ORDERS_PER_PAGE, all - before);
  if (limit <= 0) return [];
  const after = all - before - limit;
  if (before <= after) return listPart(db, wish, { descending: true, offset: before, limit });
  return (await listPart(db, wish, { descending: false, offset: after, limit })).toReversed();
}

async function listPart(db: Db, wish: OrderWish, { descending, offset, limit }: Part): Promise<Order[]> {
  const direction = descending ? desc : asc;
  if (!isByIndex(wish))
    return db
      .select()
      .from(orders)
      .where(matching(wish))
      .orderBy(direction(orders.createdAt), direction(orders.number))
      .limit(limit)
      .offset(offset);
  const found = foundIn(db, wish);
  const picked = db
    .select({ id: found.id })
    .from(found)
    .orderBy(direction(found.createdAt), direction(found.number))
    .limit(limit)
    .offset(offset)
    .as('picked');
  return db
    .select(getTableColumns(orders))
    .from(orders)
    .innerJoin(picked, eq(picked.id, orders.id))
    .orderBy(direction(orders.createdAt), direction(orders.number));
}

/** All matching orders, found by the word index. */
export const foundIn = (db: Db, wish: OrderWish) =>
  db
    .select({ id: orders.id, number: orders.number, createdAt: orders.createdAt })
    .from(orders)
    .where(matching(wish))
    .limit(ALL_OF_THEM)
    .as('found');

export type OrderToExport = Awaited<ReturnType<typeof listOrdersAfter>>[number];

/** Columns of an export only: transferring thousands of rows takes longer than finding them. */
const EXPORTED = {
  number: orders.number,
  createdAt: sql<string>`to_char(${orders.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  state: orders.state,
  dispute: orders.dispute,
  productName: orders.productName,
  billing: orders.billing,
  buyerName: orders.buyerName,
  email: orders.email,
  country: orders.country,
  currency: orders.currency,
  original: orders.original,
  discount: orders.discount,
  couponCode: orders.couponCode,
  total: orders.total,
  received: orders.received,
  refunded: orders.refunded,
  lost: orders.lost,
  paymentIntentId: orders.paymentIntentId,
  subscriptionId: orders.subscriptionId,
  sessionId: orders.sessionId,
  termsRequired: sql<boolean>`(${attempts.agreement}->>'required')::boolean`,
  termsAccepted: sql<boolean>`(${attempts.agreement}->>'accepted')::boolean`,
  pressedPayAt: sql<string>`${attempts.agreement}->>'at'`,
  slug: slugs.slug,
  answers: attempts.answers,
};

/** The next orders by number, with the columns of an export. */
export async function listOrdersAfter(db: Db, wish: OrderWish, after: number, most: number) {
  const next = isByIndex(wish)
    ? numberIn(await listNumbersAfter(db, wish, after, most))
    : and(matching(wish), gt(orders.number, after));
  return db
    .select(EXPORTED)
    .from(orders)
    .innerJoin(attempts, eq(attempts.id, orders.attemptId))
    .leftJoin(slugs, and(eq(slugs.pageId, orders.pageId), isNull(slugs.releasedAt)))
    .where(and(ofSeller(wish.sellerId, wish.mode), next))
    .orderBy(asc(orders.number))
    .limit(most);
}

async function listNumbersAfter(db: Db, wish: OrderWish, after: number, most: number): Promise<number[]> {
  const found = foundIn(db, wish);
  const rows = await db
    .select({ number: found.number })
    .from(found)
    .where(gt(found.number, after))
    .orderBy(asc(found.number))
    .limit(most);
  return rows.map(({ number }) => number);
}

/** One parameter for any number of order numbers. */
const numberIn = (numbers: readonly number[]): SQL =>
  sql`${orders.number} in (select jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb)::integer)`;

/** Pages with orders, including deleted ones, last updated first; and used coupons. */
export async function listChoices(db: Db, sellerId: string, mode: Mode) {
  const sold = await db
    .selectDistinct({ pageId: orders.pageId, coupon: orders.couponCode })
    .from(orders)
    .where(ofSeller(sellerId, mode));
  const ids = [...new Set(sold.map(({ pageId }) => pageId))];
  const named = await db
    .select({
      id: pages.id,
      name: pages.name,
      productName: sql<string>`coalesce(${pageVersions.config}->>'productName', '')`,
    })
    .from(pages)
    .leftJoin(
      pageVersions,
      and(eq(pageVersions.pageId, pages.id), eq(pageVersions.number, pages.liveVersion)),
    )
    .where(and(eq(pages.sellerId, sellerId), inArray(pages.id, ids)))
    .orderBy(desc(pages.updatedAt), desc(pages.id));
  const coupons = [...new Set(sold.flatMap(({ coupon }) => coupon ?? []))].toSorted();
  return { pages: named.map(({ id, name, productName }) => ({ id, name: name ?? productName })), coupons };
}
