import { and, count, desc, eq, inArray, isNotNull, isNull, notInArray, sql, type SQL } from 'drizzle-orm';

import type { BuyerSubscriptionState, BuyerSubscriptionStatus } from '#domain/buyer-subscription.ts';
import type { Mode } from '#domain/mode.ts';
import { searchTextOf } from '#domain/order-filter.ts';
import { ORDERS_PER_PAGE } from '#domain/order.ts';

import type { Db } from './client.ts';
import { buyerSubscriptions } from './schema-ledger.ts';
import { attempts, orders, sales } from './schema-money.ts';
import { pageVersions } from './schema-pages.ts';

export type BuyerSubscriptionRow = typeof buyerSubscriptions.$inferSelect;

export type SoldFilter = { search?: string | undefined; state?: BuyerSubscriptionState | undefined };

const ofAttempt = eq(sales.attemptId, buyerSubscriptions.attemptId);
const payments = sql`(select count(*) from ${sales} where ${ofAttempt})`;
const net = sql`(select coalesce(sum(${sales.amount} - ${sales.refunded} - ${sales.lost}), 0) from ${sales} where ${ofAttempt})`;

/** Buyers' subscriptions with their order (which may not exist yet) and net revenue. */
const soldQuery = (db: Db) =>
  db
    .select({
      row: buyerSubscriptions,
      order: {
        id: orders.id,
        number: orders.number,
        email: orders.email,
        buyerName: orders.buyerName,
      },
      productName: sql<string>`coalesce(nullif(${orders.productName}, ''), ${pageVersions.config}->>'productName', '')`,
      payments: payments.mapWith(Number),
      net: net.mapWith(Number),
    })
    .from(buyerSubscriptions)
    .innerJoin(attempts, eq(attempts.id, buyerSubscriptions.attemptId))
    .innerJoin(pageVersions, eq(pageVersions.id, attempts.versionId))
    .leftJoin(orders, eq(orders.attemptId, buyerSubscriptions.attemptId));

export type SoldSubscription = Awaited<ReturnType<typeof soldQuery>>[number];

/** Newest first. */
export const listSold = (db: Db, where: SQL | undefined, most: number, offset = 0) =>
  soldQuery(db)
    .where(where)
    .orderBy(desc(buyerSubscriptions.createdAt), desc(buyerSubscriptions.id))
    .limit(most)
    .offset(offset);

export async function findSold(
  db: Db,
  sellerId: string,
  mode: Mode,
  id: string,
): Promise<SoldSubscription | null> {
  const [row] = await listSold(db, and(ofSeller(sellerId, mode), eq(buyerSubscriptions.id, id)), 1);
  return row ?? null;
}

export async function findSoldOfAttempt(
  db: Db,
  sellerId: string,
  mode: Mode,
  attemptId: string,
): Promise<SoldSubscription | null> {
  const where = and(ofSeller(sellerId, mode), eq(buyerSubscriptions.attemptId, attemptId));
  const [row] = await listSold(db, where, 1);
  return row ?? null;
}

/** One page of a seller's subscriptions; `page` counts from 1. */
export const listSoldOf = (db: Db, sellerId: string, mode: Mode, filter: SoldFilter, page: number) =>
  listSold(db, matching(sellerId, mode, filter), ORDERS_PER_PAGE, (page - 1) * ORDERS_PER_PAGE);

/** A seller's subscriptions after a cursor; null: from the newest on. */
export const listSoldBefore = (
  db: Db,
  { sellerId, mode, filter }: { sellerId: string; mode: Mode; filter: SoldFilter },
  before: { createdAt: string; id: string } | null,
  most: number,
) => {
  const { createdAt, id } = buyerSubscriptions;
  const older = before && sql`(${createdAt}, ${id}) < (${before.createdAt}::timestamptz, ${before.id}::uuid)`;
  return listSold(db, and(matching(sellerId, mode, filter), older ?? undefined), most);
};

export async function countSold(db: Db, sellerId: string, mode: Mode, filter: SoldFilter): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(buyerSubscriptions)
    .leftJoin(orders, eq(orders.attemptId, buyerSubscriptions.attemptId))
    .where(matching(sellerId, mode, filter));
  return row?.count ?? 0;
}

const ofSeller = (sellerId: string, mode: Mode): SQL | undefined =>
  and(eq(buyerSubscriptions.mode, mode), eq(buyerSubscriptions.sellerId, sellerId));

const matching = (sellerId: string, mode: Mode, { search, state }: SoldFilter): SQL | undefined =>
  and(
    ofSeller(sellerId, mode),
    state ? STATES[state] : undefined,
    search === undefined ? undefined : found(search),
  );

/** Matches the beginnings of words in the order's search text. */
function found(search: string): SQL | undefined {
  const words = searchTextOf(search).split(' ').filter(Boolean);
  if (words.length === 0) return undefined;
  const query = words.map((word) => `'${word}':*`).join(' & ');
  return sql`to_tsvector('simple', ${orders.search}) @@ to_tsquery('simple', ${query})`;
}

const { status, cancelAt } = buyerSubscriptions;
const OVER: BuyerSubscriptionStatus[] = ['canceled', 'incomplete_expired'];
const OVERDUE: BuyerSubscriptionStatus[] = ['past_due', 'unpaid', 'incomplete'];
const running = notInArray(status, [...OVER, ...OVERDUE]);

/** `buyerSubscriptionState` in SQL. */
const STATES: Record<BuyerSubscriptionState, SQL | undefined> = {
  ended: inArray(status, OVER),
  overdue: inArray(status, OVERDUE),
  ending: and(running, isNotNull(cancelAt)),
  active: and(running, isNull(cancelAt)),
};
