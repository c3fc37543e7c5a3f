import { and, countDistinct, desc, gt, lt, max, sql } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { hasValues } from '#server/db/rows.ts';
import { sales } from '#server/db/schema-orders.ts';
import { paymentFailures, cardTestingBlocks } from '#server/db/schema-protection.ts';

/** Blocks these subjects until a time; never shortens a block. */
export async function upsertCardTestingBlocks(
  db: Db,
  subjects: readonly string[],
  { until, now }: { until: Date; now: Date },
): Promise<void> {
  if (subjects.length === 0) return;
  // A fixed order prevents deadlocks.
  const rows = [...new Set(subjects)].toSorted().map((subject) => ({ subject, blockedUntil: until, createdAt: now }));
  await db
    .insert(cardTestingBlocks)
    .values(rows)
    .onConflictDoUpdate({
      target: cardTestingBlocks.subject,
      set: { blockedUntil: sql`greatest(${cardTestingBlocks.blockedUntil}, excluded.blocked_until)` },
    });
}

export async function deleteCardTestingBlocksBefore(db: Db, before: Date): Promise<void> {
  await db.delete(cardTestingBlocks).where(lt(cardTestingBlocks.blockedUntil, before));
}

export type PaymentFailure = typeof paymentFailures.$inferSelect;

export async function insertPaymentFailures(db: Db, failures: readonly PaymentFailure[]): Promise<PaymentFailure[]> {
  if (failures.length === 0) return [];
  return db
    .insert(paymentFailures)
    .values([...failures])
    .onConflictDoNothing()
    .returning();
}

/** Higher than the threshold of any rule. */
const MAX_COUNTED = 500;

/** Times of declined cards on a page after a time, newest first. */
export async function listDeclinedTimes(db: Db, mode: Mode, pageId: string, after: Date): Promise<Date[]> {
  const rows = await db
    .select({ at: paymentFailures.createdAt })
    .from(paymentFailures)
    .where(and(hasValues(paymentFailures, { mode, pageId }), gt(paymentFailures.createdAt, after)))
    .orderBy(desc(paymentFailures.createdAt))
    .limit(MAX_COUNTED);
  return rows.map(({ at }) => at);
}

export type PayerKey = { addressKey: string } | { buyerKey: string };

/** Number of different declined cards of a visitor or buyer after a time. */
export async function countDeclinedCards(db: Db, mode: Mode, payer: PayerKey, after: Date): Promise<number> {
  const [row] = await db
    .select({ cards: countDistinct(paymentFailures.cardKey) })
    .from(paymentFailures)
    .where(and(hasValues(paymentFailures, { mode, ...payer }), gt(paymentFailures.createdAt, after)));
  return row?.cards ?? 0;
}

/** Time of the last payment on a page after a time; renewals do not count. */
export async function findLastPaymentTime(
  db: Db,
  mode: Mode,
  { sellerId, pageId }: { sellerId: string; pageId: string },
  after: Date,
): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(sales.paidAt) })
    .from(sales)
    .where(and(hasValues(sales, { mode, sellerId, pageId, renewal: false }), gt(sales.paidAt, after)));
  return row?.at ?? null;
}

export async function deleteFailuresBefore(db: Db, before: Date): Promise<void> {
  await db.delete(paymentFailures).where(lt(paymentFailures.createdAt, before));
}
