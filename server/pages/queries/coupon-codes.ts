import { and, asc, eq, gt, not, sql, type Column, type SQL } from 'drizzle-orm';

import { CODE_LENGTH, getCodePrefix } from '#domain/coupon-batch.ts';
import type { Mode } from '#domain/payment-mode.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { hasRow } from '#server/db/rows.ts';
import { checkoutAttempts, orders } from '#server/db/schema-orders.ts';
import { couponCodes, pages, pageVersions } from '#server/db/schema-pages.ts';

/** The codes of one batch coupon. `batch`: its code, which is their prefix. */
export type CouponBatch = { sellerId: string; pageId: string; batch: string };

const isOfBatch = ({ sellerId, pageId, batch }: CouponBatch) =>
  and(eq(couponCodes.sellerId, sellerId), eq(couponCodes.pageId, pageId), eq(couponCodes.batch, batch));

/** `hashes`: of the code with each secret in use. */
export const hasCouponCode = (db: Db, pageId: string, hashes: readonly string[]): Promise<boolean> =>
  hasRow(db, couponCodes, and(eq(couponCodes.pageId, pageId), isOneOf(couponCodes.codeHash, hashes, 'text')));

/** Number of generated codes of each batch of a page. */
export const countCouponCodes = (db: Db, sellerId: string, pageId: string) =>
  db
    .select({ batch: couponCodes.batch, codes: sql<number>`count(*)::int` })
    .from(couponCodes)
    .where(and(eq(couponCodes.sellerId, sellerId), eq(couponCodes.pageId, pageId)))
    .groupBy(couponCodes.batch);

/** Codes of a batch after an id, in the order of their ids, which is random. */
export const listSealedCodes = (db: Db, batch: CouponBatch, after: string | undefined, limit: number) =>
  db
    .select({ id: couponCodes.id, sealedCode: couponCodes.sealedCode })
    .from(couponCodes)
    .where(and(isOfBatch(batch), after === undefined ? undefined : gt(couponCodes.id, after)))
    .orderBy(asc(couponCodes.id))
    .limit(limit);

const isPaid = sql<boolean>`${checkoutAttempts.state} = 'completed'`;

const isReservationOfPage = (mode: Mode, { sellerId, pageId }: CouponBatch) =>
  and(
    eq(checkoutAttempts.mode, mode),
    eq(checkoutAttempts.sellerId, sellerId),
    eq(checkoutAttempts.pageId, pageId),
    checkoutAttempts.hasReservation,
  );

/** Uses and running checkouts of these codes, with their orders. */
export const listUsesOfCodes = (db: Db, mode: Mode, batch: CouponBatch, codes: readonly string[]) =>
  db
    .select({
      code: checkoutAttempts.couponCode,
      isPaid,
      orderNumber: orders.number,
      orderedAt: orders.createdAt,
    })
    .from(checkoutAttempts)
    .leftJoin(orders, eq(orders.attemptId, checkoutAttempts.id))
    .where(and(isReservationOfPage(mode, batch), isOneOf(checkoutAttempts.couponCode, codes, 'text')));

/** Whether a column has a code that was generated with this prefix. */
export const hasPrefix = (column: Column, prefix: string): SQL | undefined =>
  and(sql`starts_with(${column}, ${`${prefix}-`})`, eq(sql`length(${column})`, prefix.length + 1 + CODE_LENGTH));

/** The codes of a batch that are used or reserved. */
export async function listTakenCodes(
  db: Db,
  mode: Mode,
  batch: CouponBatch,
): Promise<{ code: string; isPaid: boolean }[]> {
  const rows = await db
    .select({ code: checkoutAttempts.couponCode, isPaid })
    .from(checkoutAttempts)
    .where(and(isReservationOfPage(mode, batch), hasPrefix(checkoutAttempts.couponCode, batch.batch)));
  return rows.flatMap(({ code, isPaid: paid }) => (code === null ? [] : [{ code, isPaid: paid }]));
}

/** Deletes the codes of a batch except those with these hashes; returns their number. */
export async function deleteCodesExcept(db: Db, batch: CouponBatch, hashes: readonly string[]): Promise<number> {
  const deleted = db.$with('deleted').as(
    db
      .delete(couponCodes)
      .where(and(isOfBatch(batch), not(isOneOf(couponCodes.codeHash, hashes, 'text'))))
      .returning({ id: couponCodes.id }),
  );
  const [row] = await db
    .with(deleted)
    .select({ count: sql<number>`count(*)::int` })
    .from(deleted);
  return row?.count ?? 0;
}

export const deleteCodesOfPage = async (db: Db, sellerId: string, pageId: string): Promise<void> =>
  void (await db.delete(couponCodes).where(and(eq(couponCodes.sellerId, sellerId), eq(couponCodes.pageId, pageId))));

/** Which of these codes are batches in any version of the seller's pages, deleted pages included. */
export async function findBatches(db: Db, sellerId: string, codes: readonly string[]): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set();
  const code = sql<string>`coupon.value ->> 'code'`;
  const rows = await db
    .selectDistinct({ code })
    .from(pages)
    .innerJoin(pageVersions, eq(pageVersions.pageId, pages.id))
    .innerJoin(
      sql`lateral jsonb_array_elements(${pageVersions.config} -> 'validCoupons') as coupon(value)`,
      sql`(coupon.value ->> 'batch')::boolean`,
    )
    .where(and(eq(pages.sellerId, sellerId), isOneOf(code, codes, 'text')));
  return new Set(rows.map((row) => row.code));
}

/** Returns a function that replaces each generated code by its batch. */
export async function createBatchLookup(
  db: Db,
  sellerId: string,
  codes: readonly string[],
): Promise<(code: string) => string> {
  const prefixes = new Set(codes.flatMap((code) => getCodePrefix(code) ?? []));
  const batches = await findBatches(db, sellerId, [...prefixes]);
  return (code) => {
    const prefix = getCodePrefix(code);
    return prefix !== null && batches.has(prefix) ? prefix : code;
  };
}
