import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, sql, sum, type SQL, lte, ne } from 'drizzle-orm';
import { unionAll, type AnyPgColumn } from 'drizzle-orm/pg-core';

import type { OrderLine } from '#domain/order-detail.ts';
import { ORDERS_PER_PAGE, type OrderTotals } from '#domain/order.ts';
import type { Mode } from '#domain/payment-mode.ts';
import { createMainLine, type Amounts } from '#domain/quote.ts';
import type { Db } from '#server/db/client.ts';
import { firstRow } from '#server/db/rows.ts';
import { checkoutAttempts, orderCounters, orderDays, orders } from '#server/db/schema-orders.ts';
import { pages, pageVersions, slugs } from '#server/db/schema-pages.ts';
import { listEntitlementStates } from '#server/delivery/queries/order-entitlements.ts';
import { listPaymentPlans } from '#server/ledger/queries/ledger-rows.ts';
import type { Order } from '#server/ledger/queries/orders.ts';
import { createBatchLookup } from '#server/pages/queries/coupon-codes.ts';

import { listExportLines, listExtras } from './order-extras.ts';
import {
  createdUntil,
  isOrderOfSeller,
  matchesOrderDays,
  matchesOrderQuery,
  type OrderQuery,
} from './order-filters.ts';

/** A column of an export: an extra, whose id is the key of its line, or a custom field; with its latest label. */
export type AddedColumn = { id: string; label: string };

/** Maximum answer columns; with more fields, the latest ones are kept. */
export const MAX_ANSWER_COLUMNS = 1000;

/** All custom fields answered in orders of the selected page, or of all pages; in the order of first use. */
export async function listAnswerColumns(
  db: Db,
  { sellerId, mode, filter: { pageId }, upTo }: OrderQuery,
): Promise<AddedColumn[]> {
  const latestLabel = sql<string>`(array_agg(answer.value ->> 'label' order by ${orders.number} desc))[1]`;
  const rows = await db
    .select({
      id: sql<string>`answer.value ->> 'id'`,
      label: latestLabel,
      first: sql<number>`min(${orders.number})`.mapWith(Number),
      position: sql<number>`min(answer.place)`.mapWith(Number),
    })
    .from(orders)
    .innerJoin(checkoutAttempts, eq(checkoutAttempts.id, orders.attemptId))
    .innerJoin(
      sql`lateral jsonb_array_elements(${checkoutAttempts.answers}) with ordinality as answer(value, place)`,
      sql`true`,
    )
    .where(
      and(
        isOrderOfSeller(sellerId, mode),
        lte(orders.number, upTo),
        pageId === undefined ? undefined : eq(orders.pageId, pageId),
        ne(checkoutAttempts.answers, []),
      ),
    )
    .groupBy(sql`answer.value ->> 'id'`)
    .orderBy(sql`max(${orders.number}) desc`)
    .limit(MAX_ANSWER_COLUMNS);
  return rows
    .toSorted((left, right) => left.first - right.first || left.position - right.position)
    .map(({ id, label }) => ({ id, label }));
}

/** A limit without effect. It makes the database find all matching rows before sorting. */
const NO_LIMIT = 2 ** 31 - 1;

/** The seller's last order number; numbers have no gaps, so it is also the number of orders. */
export async function findLastOrderNumber(db: Db, sellerId: string, mode: Mode): Promise<number> {
  const [row] = await db
    .select({ last: orderCounters.lastOrderNumber })
    .from(orderCounters)
    .where(and(eq(orderCounters.sellerId, sellerId), eq(orderCounters.mode, mode)));
  return row?.last ?? 0;
}

/** Each of the query's orders as a sum of one, added (1) or subtracted (-1). */
const singleOrders = (db: Db, query: OrderQuery, condition: SQL | undefined, sign: 1 | -1) =>
  db
    .select({
      day: sql<string>`(${orders.createdAt} at time zone 'UTC')::date`.as('day'),
      currency: orders.currency,
      orders: sql<number>`${sql.raw(String(sign))}`.as('orders'),
      received: sql<number>`${sql.raw(String(sign))} * ${orders.received}`.as('received'),
      refunded: sql<number>`${sql.raw(String(sign))} * ${orders.refunded}`.as('refunded'),
      lost: sql<number>`${sql.raw(String(sign))} * ${orders.lost}`.as('lost'),
    })
    .from(orders)
    .where(and(matchesOrderQuery(query), condition));

/**
 * Sums of the query's orders by UTC day: stored sums without the orders after `upTo`, or single orders for a search. Of a
 * limited search, one order more than its limit.
 */
function daySums(db: Db, query: OrderQuery) {
  if (query.searchWords) {
    const found = singleOrders(db, query, undefined, 1);
    const { limit } = query.searchWords;
    return limit === null
      ? found.as('sums')
      : found
          .orderBy(desc(orders.createdAt), desc(orders.number))
          .limit(limit + 1)
          .as('sums');
  }
  const later = singleOrders(db, { ...query, upTo: NO_LIMIT }, gt(orders.number, query.upTo), -1);
  const { day, currency, orders: ordersOfDay, received, refunded, lost } = orderDays;
  const stored = db
    .select({ day, currency, orders: ordersOfDay, received, refunded, lost })
    .from(orderDays)
    .where(matchesOrderDays(query));
  return unionAll(stored, later).as('sums');
}

/** `totals` by currency; the currency with the most orders comes first. None if a limited search `hasMore` than its limit. */
type FoundOrders = { count: number; hasMore: boolean; totals: OrderTotals[] };

/** Counts and sums the query's orders. */
export async function sumOrders(db: Db, query: OrderQuery): Promise<FoundOrders> {
  const sums = daySums(db, query);
  const total = sum(sums.orders).mapWith(Number);
  const rows = await db
    .select({
      currency: sums.currency,
      count: total,
      received: sum(sums.received).mapWith(Number),
      refunded: sum(sums.refunded).mapWith(Number),
      lost: sum(sums.lost).mapWith(Number),
    })
    .from(sums)
    .groupBy(sums.currency)
    .having(gt(total, 0))
    .orderBy(desc(total), asc(sums.currency));
  const count = rows.reduce((all, row) => all + row.count, 0);
  const limit = query.searchWords?.limit ?? null;
  if (limit !== null && count > limit) return { count: limit, hasMore: true, totals: [] };
  const totals = rows.map((row) => ({ ...row, net: row.received - row.refunded - row.lost }));
  return { count, hasMore: false, totals };
}

/** The UTC day of the order at this position of the list, newest first, and the number of orders of later days. */
async function findDayAt(db: Db, query: OrderQuery, position: number) {
  const sums = daySums(db, query);
  const days = db
    .select({
      day: sums.day,
      orders: sql<number>`sum(${sums.orders})`.as('orders_of_day'),
      until: sql<number>`sum(sum(${sums.orders})) over (order by ${sums.day} desc)`.as('orders_until'),
    })
    .from(sums)
    .groupBy(sums.day)
    .as('days');
  return firstRow(
    db
      .select({ day: days.day, before: sql`${days.until} - ${days.orders}`.mapWith(Number) })
      .from(days)
      .where(gt(days.until, position))
      .orderBy(desc(days.day))
      .limit(1),
  );
}

/** `byNumber`: sorted by number instead of by date. `until`: without orders of later UTC days. */
type PageSlice = {
  descending: boolean;
  offset: number;
  limit: number;
  byNumber?: boolean;
  until?: string | undefined;
};

/** Whether the word index should find the orders before sorting. */
const usesWordIndex = ({ searchWords: words }: OrderQuery): boolean => words !== null && !words.common;

/** One page of the `total` orders, newest first; `page` counts from 1. */
export async function listOrderPage(db: Db, query: OrderQuery, page: number, total: number): Promise<Order[]> {
  const offset = (page - 1) * ORDERS_PER_PAGE;
  const limit = Math.min(ORDERS_PER_PAGE, total - offset);
  if (limit <= 0) return [];
  if (query.searchWords) return listFoundPage(db, query, { offset, limit, total });
  const start = offset === 0 ? null : await findDayAt(db, query, offset);
  return listSlice(db, query, {
    descending: true,
    offset: offset - (start?.before ?? 0),
    limit,
    until: start?.day,
  });
}

/** A page of search results. Pages near the end are read from the end, unless the search is limited. */
async function listFoundPage(
  db: Db,
  query: OrderQuery,
  { offset, limit, total }: { offset: number; limit: number; total: number },
): Promise<Order[]> {
  const remaining = total - offset - limit;
  if (offset <= remaining || query.searchWords?.limit) return listSlice(db, query, { descending: true, offset, limit });
  return (await listSlice(db, query, { descending: false, offset: remaining, limit })).toReversed();
}

async function listSlice(
  db: Db,
  query: OrderQuery,
  { descending, offset, limit, byNumber = false, until }: PageSlice,
): Promise<Order[]> {
  const direction = descending ? desc : asc;
  const sortColumns = ({ createdAt, number }: Record<'createdAt' | 'number', AnyPgColumn>) =>
    (byNumber ? [number] : [createdAt, number]).map((column) => direction(column));
  if (!usesWordIndex(query))
    return db
      .select()
      .from(orders)
      .where(and(matchesOrderQuery(query), until === undefined ? undefined : createdUntil(until)))
      .orderBy(...sortColumns(orders))
      .limit(limit)
      .offset(offset);
  const matches = matchingOrders(db, query);
  const slice = db
    .select({ id: matches.id })
    .from(matches)
    .orderBy(...sortColumns(matches))
    .limit(limit)
    .offset(offset)
    .as('picked');
  return db
    .select(getTableColumns(orders))
    .from(orders)
    .innerJoin(slice, eq(slice.id, orders.id))
    .orderBy(...sortColumns(orders));
}

/** All matching orders, found by the word index. */
const matchingOrders = (db: Db, query: OrderQuery) =>
  db
    .select({ id: orders.id, number: orders.number, createdAt: orders.createdAt })
    .from(orders)
    .where(matchesOrderQuery(query))
    .limit(NO_LIMIT)
    .as('found');

/** Columns of an export only: transferring thousands of rows takes longer than finding them. */
const EXPORT_COLUMNS = {
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
  paymentMethod: orders.paymentMethod,
  paymentMethodDetails: orders.paymentMethodDetails,
  paymentIntentId: orders.paymentIntentId,
  subscriptionId: orders.subscriptionId,
  sessionId: orders.sessionId,
  termsRequired: sql<boolean>`(${checkoutAttempts.agreement}->>'required')::boolean`,
  termsAccepted: sql<boolean>`(${checkoutAttempts.agreement}->>'accepted')::boolean`,
  checkoutStartedAt: sql<string>`${checkoutAttempts.agreement}->>'at'`,
  slug: slugs.slug,
  answers: checkoutAttempts.answers,
  attemptId: orders.attemptId,
  id: orders.id,
  paidAt: sql<string | null>`to_char(${orders.paidAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  source: orders.source,
  utmSource: orders.utmSource,
  utmMedium: orders.utmMedium,
  utmCampaign: orders.utmCampaign,
  utmTerm: orders.utmTerm,
  utmContent: orders.utmContent,
  externalId: orders.externalId,
  pageId: orders.pageId,
  plan: checkoutAttempts.plan,
  quantity: checkoutAttempts.quantity,
  checkoutLinkId: orders.checkoutLinkId,
  metadata: orders.metadata,
};

/** The next orders by number, with the columns of an export. */
export async function listOrdersAfter(db: Db, query: OrderQuery, after: number, limit: number) {
  const next = usesWordIndex(query)
    ? numberIn(await listNumbersAfter(db, query, after, limit))
    : and(matchesOrderQuery(query), gt(orders.number, after));
  const rows = await db
    .select(EXPORT_COLUMNS)
    .from(orders)
    .innerJoin(checkoutAttempts, eq(checkoutAttempts.id, orders.attemptId))
    .leftJoin(slugs, and(eq(slugs.pageId, orders.pageId), isNull(slugs.releasedAt)))
    .where(and(isOrderOfSeller(query.sellerId, query.mode), next))
    .orderBy(asc(orders.number))
    .limit(limit);
  const attemptIds = rows.map(({ attemptId }) => attemptId);
  const lines = await listExportLines(db, attemptIds);
  const paymentPlans = await listPaymentPlans(db, attemptIds);
  const entitlementStates = await listEntitlementStates(db, attemptIds);
  return rows.map((row) => ({
    ...row,
    entitlementStates: entitlementStates.get(row.attemptId) ?? [],
    lines: lines.get(row.attemptId) ?? [createLineOfOrder(row)],
    paymentPlan: paymentPlans.get(row.attemptId) ?? null,
  }));
}
export type OrderToExport = Awaited<ReturnType<typeof listOrdersAfter>>[number];

/** The only line of an order that was placed before orders had lines. */
const createLineOfOrder = ({
  productName: name,
  billing,
  ...amounts
}: Amounts & Pick<Order, 'productName' | 'billing'>): OrderLine => ({
  ...createMainLine({ ...amounts, name, kind: billing === null ? 'one_time' : 'recurring' }),
  refunded: 0,
  refundedQuantity: 0,
});

async function listNumbersAfter(db: Db, query: OrderQuery, after: number, limit: number): Promise<number[]> {
  const matches = matchingOrders(db, query);
  const rows = await db
    .select({ number: matches.number })
    .from(matches)
    .where(gt(matches.number, after))
    .orderBy(asc(matches.number))
    .limit(limit);
  return rows.map(({ number }) => number);
}

/** One parameter for any number of order numbers. */
const numberIn = (numbers: readonly number[]): SQL =>
  sql`${orders.number} in (select jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb)::integer)`;

/** Pages with orders, including deleted ones, last updated first; used coupons and payment methods, and sold extras. */
export async function listFilterChoices(db: Db, sellerId: string, mode: Mode) {
  const soldPages = await db
    .selectDistinct({ pageId: orderDays.pageId, coupon: orderDays.couponCode, paymentMethod: orderDays.paymentMethod })
    .from(orderDays)
    .where(and(eq(orderDays.mode, mode), eq(orderDays.sellerId, sellerId), gt(orderDays.orders, 0)));
  const ids = [...new Set(soldPages.map(({ pageId }) => pageId))];
  const namedPages = await db
    .select({
      id: pages.id,
      name: pages.name,
      productName: sql<string>`coalesce(${pageVersions.config}->>'productName', '')`,
    })
    .from(pages)
    .leftJoin(pageVersions, and(eq(pageVersions.pageId, pages.id), eq(pageVersions.number, pages.liveVersion)))
    .where(and(eq(pages.sellerId, sellerId), inArray(pages.id, ids)))
    .orderBy(desc(pages.updatedAt), desc(pages.id));
  const usedCodes = soldPages.flatMap(({ coupon }) => coupon ?? []);
  const toBatch = await createBatchLookup(db, sellerId, usedCodes);
  return {
    pages: namedPages.map(({ id, name, productName }) => ({ id, name: name ?? productName })),
    coupons: [...new Set(usedCodes.map(toBatch))].toSorted(),
    extras: await listExtras(db, { sellerId, mode }),
    paymentMethods: [...new Set(soldPages.flatMap(({ paymentMethod }) => paymentMethod ?? []))].toSorted(),
  };
}

/** The next orders with lower numbers, highest first; new orders do not shift the pages. */
export const listOrdersBefore = (db: Db, query: OrderQuery, before: number, limit: number): Promise<Order[]> => {
  const scope = { ...query, upTo: Math.min(query.upTo, before - 1) };
  return listSlice(db, scope, { descending: true, offset: 0, limit, byNumber: true });
};
