import { and, asc, eq, exists, isNotNull, isNull, lt, lte, not, or, sql } from 'drizzle-orm';

import { isInquiry } from '#domain/order-detail.ts';
import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { hasValues } from '#server/db/rows.ts';
import { disputes, refunds } from '#server/db/schema-ledger.ts';
import { orders, sales } from '#server/db/schema-orders.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';

export type RefundRow = typeof refunds.$inferSelect;
type NewRefund = Omit<typeof refunds.$inferInsert, 'id' | 'state'>;
/** A payment; the table `sales` holds payments. */
export type PaymentRow = typeof sales.$inferSelect;

/** A payment of a seller's order, locked until the transaction ends. */
export async function lockPaymentOfOrder(
  tx: Db,
  sellerId: string,
  mode: Mode,
  orderId: string,
  saleId: string,
): Promise<PaymentRow | null> {
  const [row] = await tx
    .select({ sale: sales })
    .from(sales)
    .innerJoin(orders, eq(orders.attemptId, sales.attemptId))
    .where(and(hasValues(sales, { mode, sellerId, id: saleId }), hasValues(orders, { sellerId, id: orderId })))
    .for('update', { of: sales });
  return row?.sale ?? null;
}

export const listRefundsOfPayment = (db: Db, saleId: string): Promise<RefundRow[]> =>
  db.select().from(refunds).where(eq(refunds.saleId, saleId));

/** Whether a dispute withholds the money of a payment; an inquiry does not. */
export async function isPaymentDisputed(db: Db, saleId: string): Promise<boolean> {
  const rows = await db
    .select({ status: disputes.status })
    .from(disputes)
    .where(and(eq(disputes.saleId, saleId), isNull(disputes.closedAt)));
  return rows.some(({ status }) => !isInquiry(status));
}

export async function insertRefund(tx: Db, refund: NewRefund): Promise<RefundRow> {
  const [row] = await tx
    .insert(refunds)
    .values({ ...refund, id: crypto.randomUUID(), state: 'asked' })
    .returning();
  if (!row) throw new Error('The refund was not written');
  return row;
}

/** Marks a refund without a Stripe response as failed; false when it has one. */
export async function markRefundFailed(tx: Db, id: string, failureReason: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(refunds)
    .set({ state: 'failed', failureReason, updatedAt: now })
    .where(hasValues(refunds, { id, state: 'asked' }))
    .returning({ id: refunds.id });
  return rows.length > 0;
}

/**
 * Refunds requested before a time that have no Stripe response, with their payment; oldest first. Refunds of a disconnected
 * account are listed only when old enough to be given up, because Stripe cannot be asked about them.
 */
export const listUnansweredRefunds = (
  db: Db,
  mode: Mode,
  { before, abandonBefore, limit }: { before: Date; abandonBefore: Date; limit: number },
) =>
  db
    .select({ refund: refunds, sale: sales })
    .from(refunds)
    .innerJoin(sales, eq(sales.id, refunds.saleId))
    .where(
      and(
        hasValues(refunds, { mode, state: 'asked' }),
        lt(refunds.createdAt, before),
        or(lte(refunds.createdAt, abandonBefore), not(exists(disconnectedAccount(db)))),
      ),
    )
    .orderBy(asc(refunds.createdAt))
    .limit(limit);

const disconnectedAccount = (db: Db) =>
  db
    .select({ one: sql`1` })
    .from(providerAccounts)
    .where(
      and(
        eq(providerAccounts.mode, refunds.mode),
        eq(providerAccounts.accountId, refunds.accountId),
        isNotNull(providerAccounts.disconnectedAt),
      ),
    );
