import { and, asc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';

import type { StockUsage } from '#domain/page-schedule.ts';
import type { Mode } from '#domain/payment-mode.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import { PAGE_CHANGES_CHANNEL } from '#server/db/change-listener.ts';
import type { Db } from '#server/db/client.ts';
import { hasRows, hasValues } from '#server/db/rows.ts';
import { deliverables } from '#server/db/schema-delivery.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { pages, pageVersions } from '#server/db/schema-pages.ts';

type CheckoutAttempt = typeof checkoutAttempts.$inferSelect;

// Stock and coupon reservations, marked by `checkoutAttempts.hasReservation`. Completed attempts are paid, or use a payment
// method that takes days.

const isPaid = sql`${checkoutAttempts.state} = 'completed'`;
const paidCount = sql<number>`(count(*) filter (where ${isPaid}))::int`;
const reserved = sql<number>`(count(*) filter (where not ${isPaid}))::int`;
/** Units of the attempts that meet a condition. */
const sumUnits = (condition: SQL | undefined) =>
  sql<number>`coalesce(sum(${checkoutAttempts.quantity}) filter (where ${condition}), 0)::int`;
const STOCK_USAGE = { sold: sumUnits(isPaid), reserved: sumUnits(sql`not ${isPaid}`) };

const isReservationOfPage = (mode: Mode, pageId: string) =>
  and(eq(checkoutAttempts.mode, mode), eq(checkoutAttempts.pageId, pageId), checkoutAttempts.hasReservation);

/** Whether an attempt is for a bundle that delivers the product of a page. Named like the index `checkout_attempts_items`. */
const hasItem = (pageId: string | SQL | typeof pages.id): SQL =>
  sql`(${checkoutAttempts.itemPageIds} <> '{}' and ${checkoutAttempts.itemPageIds} @> array[${pageId}]::uuid[])`;

/** Whether an attempt holds units of a page's stock: its own, or those of a bundle. */
const holdsStock = (mode: Mode, pageId: string) =>
  and(
    eq(checkoutAttempts.mode, mode),
    checkoutAttempts.hasReservation,
    or(eq(checkoutAttempts.pageId, pageId), hasItem(pageId)),
  );

/** Locks the page's row until the transaction ends, so that requests for the last unit run one after another. */
export const lockPage = (tx: Db, pageId: string): Promise<void> => lockPages(tx, [pageId]);

/** Locks the rows of pages in the order of their ids, which prevents deadlocks. */
export async function lockPages(tx: Db, pageIds: readonly string[]): Promise<void> {
  await tx
    .select({ id: pages.id })
    .from(pages)
    .where(inArray(pages.id, [...pageIds]))
    .orderBy(asc(pages.id))
    .for('no key update');
}

/** Running checkouts of these pages, also of bundles that contain one of them. */
export function listRunningAttempts(db: Db, sellerId: string, pageIds: readonly string[]) {
  const { pageId, versionId, plan, quantity, lines } = checkoutAttempts;
  return db
    .select({ sellerId: checkoutAttempts.sellerId, pageId, versionId, plan, quantity, lines })
    .from(checkoutAttempts)
    .where(
      and(
        inArray(checkoutAttempts.state, ['new', 'open']),
        checkoutAttempts.hasReservation,
        eq(checkoutAttempts.sellerId, sellerId),
        or(inArray(pageId, [...pageIds]), ...pageIds.map((id) => hasItem(id))),
      ),
    );
}

export async function countPageStock(db: Db, mode: Mode, pageId: string): Promise<StockUsage> {
  const [row] = await db.select(STOCK_USAGE).from(checkoutAttempts).where(holdsStock(mode, pageId));
  return row ?? { sold: 0, reserved: 0 };
}

/** The same of several pages, by their ids. */
export async function countStockOfPages(
  db: Db,
  mode: Mode,
  pageIds: readonly string[],
): Promise<ReadonlyMap<string, StockUsage>> {
  if (pageIds.length === 0) return new Map();
  const holdsUnit = and(
    eq(checkoutAttempts.mode, mode),
    checkoutAttempts.hasReservation,
    or(eq(checkoutAttempts.pageId, pages.id), hasItem(pages.id)),
  );
  const rows = await db
    .select({ id: pages.id, ...STOCK_USAGE })
    .from(pages)
    .leftJoin(checkoutAttempts, holdsUnit)
    .where(isOneOf(pages.id, pageIds, 'uuid'))
    .groupBy(pages.id);
  return new Map(rows.map(({ id, ...usage }) => [id, usage]));
}

/** Used and reserved uses of each coupon code of a page. */
export async function listCouponUses(
  db: Db,
  mode: Mode,
  pageId: string,
): Promise<{ code: string; used: number; reserved: number }[]> {
  const rows = await db
    .select({ code: checkoutAttempts.couponCode, used: paidCount, reserved })
    .from(checkoutAttempts)
    .where(isReservationOfPage(mode, pageId))
    .groupBy(checkoutAttempts.couponCode);
  return rows.flatMap(({ code, ...uses }) => (code === null ? [] : [{ ...uses, code }]));
}

type Uses = { used: number; reserved: number };

/** `withStock`: all units of the page are counted, not only the uses of the coupon code. */
type CountedReservations = { pageId: string; code: string | null; buyerKey: string | null; withStock: boolean };

/** `unitsOfBuyer`: reserved by the buyer's running checkouts. */
export type ReservationCounts = { stock: StockUsage; unitsOfBuyer: number; coupon: Uses; buyer: Uses | null };

/** Counts the units of a page and the uses of a coupon code, in total and by one buyer; null for an unknown buyer. */
export async function countReservations(
  db: Db,
  mode: Mode,
  { pageId, code, buyerKey, withStock }: CountedReservations,
): Promise<ReservationCounts> {
  const hasCode = eq(checkoutAttempts.couponCode, code ?? '');
  const isOwn = eq(checkoutAttempts.pageId, pageId);
  const hasBuyerKey = and(isOwn, eq(checkoutAttempts.buyerKey, buyerKey ?? ''));
  const isCoupon = and(isOwn, hasCode);
  const isBuyer = and(hasCode, hasBuyerKey);
  const countWhere = (condition: SQL | undefined) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const [row] = await db
    .select({
      stock: STOCK_USAGE,
      unitsOfBuyer: sumUnits(and(sql`not ${isPaid}`, hasBuyerKey)),
      coupon: { used: countWhere(and(isPaid, isCoupon)), reserved: countWhere(and(sql`not ${isPaid}`, isCoupon)) },
      buyer: { used: countWhere(and(isPaid, isBuyer)), reserved: countWhere(and(sql`not ${isPaid}`, isBuyer)) },
    })
    .from(checkoutAttempts)
    .where(withStock ? holdsStock(mode, pageId) : and(isReservationOfPage(mode, pageId), hasCode));
  if (!row) throw new Error('A count returned no row');
  return { ...row, buyer: buyerKey ? row.buyer : null };
}

/**
 * Whether a buyer has bought from a seller, or one page of the seller, also in a bundle. Reads the index
 * `checkout_attempts_buyers`.
 */
export function hasPurchase(
  db: Db,
  { pageId, ...buyer }: Pick<CheckoutAttempt, 'mode' | 'sellerId'> & { buyerKey: string; pageId?: string },
): Promise<boolean> {
  const isOfPage = pageId === undefined ? undefined : or(eq(checkoutAttempts.pageId, pageId), hasItem(pageId));
  const isOfBuyer = and(hasValues(checkoutAttempts, buyer), isOfPage, isPaid, checkoutAttempts.hasReservation);
  return hasRows(db.select({ id: checkoutAttempts.id }).from(checkoutAttempts).where(isOfBuyer).limit(1));
}

const isKeyList = and(eq(deliverables.kind, 'keys'), sql`${deliverables.settings}->>'source' = 'list'`);

/** The pages whose units an attempt takes: its own, and those of a bundle's products. */
export const listStockPages = ({ pageId, itemPageIds }: Pick<CheckoutAttempt, 'pageId' | 'itemPageIds'>): string[] => [
  pageId,
  ...itemPageIds,
];

/**
 * Notifies the processes that show these pages, at the commit, that their stock has changed, or their license keys. A
 * seller's bundles are notified with their products. Key lists are found by page: PostgreSQL could read all of them for `exists`.
 */
export async function notifyStockChange(db: Db, pageIds: readonly string[]): Promise<void> {
  if (pageIds.length === 0) return;
  await db.execute(sql`
    select pg_notify(${PAGE_CHANGES_CHANNEL}, seller_id::text) from (
      select distinct ${pages.sellerId} as seller_id from ${pages}
      join ${pageVersions} on ${pageVersions.pageId} = ${pages.id} and ${pageVersions.number} = ${pages.liveVersion}
      where ${pages.id} in ${[...new Set(pageIds)]} and (${pageVersions.config}->'availability'->>'stock' is not null
        or (select true from ${deliverables} where ${isKeyList} and ${deliverables.pageId} = ${pages.id} limit 1))
    ) stocked`);
}
