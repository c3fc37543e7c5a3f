import { and, asc, eq, gt, sql } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { attempts, sales } from './schema-money.ts';

export type NewSale = Omit<typeof sales.$inferInsert, 'id' | 'refunded' | 'usdRefunded'>;

/** `version`: the transaction that wrote the row last; another one stands there when it was written since. */
export type Sale = typeof sales.$inferSelect & { version: string };

/** Records money that came in, once for each source; false when it is there already. */
export async function insertSale(db: Db, sale: NewSale): Promise<boolean> {
  const rows = await db
    .insert(sales)
    .values({ ...sale, id: crypto.randomUUID() })
    .onConflictDoNothing({ target: [sales.mode, sales.accountId, sales.source] })
    .returning({ id: sales.id });
  return rows.length > 0;
}

/** The sale that a payment of an account brought in. */
export async function findSale(
  db: Db,
  mode: Mode,
  accountId: string,
  paymentIntentId: string,
): Promise<Sale | null> {
  const [row] = await saleQuery(db, mode, accountId, paymentIntentId);
  return row ? { ...row.sale, version: row.version } : null;
}

/** The same, held until the transaction ends. */
export async function lockSale(
  tx: Db,
  mode: Mode,
  accountId: string,
  paymentIntentId: string,
): Promise<Sale | null> {
  const [row] = await saleQuery(tx, mode, accountId, paymentIntentId).for('update');
  return row ? { ...row.sale, version: row.version } : null;
}

const saleQuery = (db: Db, mode: Mode, accountId: string, paymentIntentId: string) =>
  db
    .select({ sale: sales, version: sql<string>`${sales}.xmin::text` })
    .from(sales)
    .where(
      and(eq(sales.mode, mode), eq(sales.accountId, accountId), eq(sales.paymentIntentId, paymentIntentId)),
    );

export async function updateSaleRefunded(
  db: Db,
  id: string,
  refunds: { refunded: number; usdRefunded: number },
): Promise<void> {
  await db.update(sales).set(refunds).where(eq(sales.id, id));
}

/** What all payments of an attempt brought in and gave back: several where it began a subscription. Minor units. */
export async function sumAttemptSales(
  db: Db,
  sellerId: string,
  mode: Mode,
  attemptId: string,
): Promise<{ amount: number; refunded: number }> {
  const [row] = await db
    .select({
      amount: sql`coalesce(sum(${sales.amount}), 0)`.mapWith(Number),
      refunded: sql`coalesce(sum(${sales.refunded}), 0)`.mapWith(Number),
    })
    .from(sales)
    .where(and(eq(sales.sellerId, sellerId), eq(sales.mode, mode), eq(sales.attemptId, attemptId)));
  return row ?? { amount: 0, refunded: 0 };
}

const kept = sql<number>`sum(${sales.amount} - ${sales.refunded})`;

/** What each page of a seller took in and kept, renewals too, per currency in minor units. */
export const sumTakings = (
  db: Db,
  sellerId: string,
  mode: Mode,
): Promise<{ pageId: string; currency: string; amount: number }[]> =>
  db
    .select({ pageId: attempts.pageId, currency: sales.currency, amount: kept.mapWith(Number) })
    .from(sales)
    .innerJoin(attempts, eq(attempts.id, sales.attemptId))
    .where(and(eq(sales.mode, mode), eq(sales.sellerId, sellerId)))
    .groupBy(attempts.pageId, sales.currency)
    .having(gt(kept, 0))
    .orderBy(asc(sales.currency));
