import { and, desc, eq, sql } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { disputes, refunds } from '#server/db/schema-ledger.ts';
import { orders } from '#server/db/schema-orders.ts';

type ListQuery = {
  sellerId: string;
  mode: Mode;
  id?: string;
  orderId?: string | undefined;
  /** Sort key of the last row of the previous page. */
  before: { createdAt: Date; id: string } | null;
  limit: number;
};

const matches = (table: typeof refunds | typeof disputes, { sellerId, mode, id, orderId, before }: ListQuery) =>
  and(
    eq(table.mode, mode),
    eq(table.sellerId, sellerId),
    id === undefined ? undefined : eq(table.id, id),
    orderId === undefined ? undefined : eq(orders.id, orderId),
    before
      ? sql`(${table.createdAt}, ${table.id}) < (${before.createdAt.toISOString()}::timestamptz, ${before.id}::uuid)`
      : undefined,
  );

/** A seller's refunds with their orders, newest first. */
export const listSellerRefunds = (db: Db, query: ListQuery & { idempotencyKey?: string }) =>
  db
    .select({ row: refunds, orderId: orders.id })
    .from(refunds)
    .innerJoin(orders, eq(orders.attemptId, refunds.attemptId))
    .where(
      and(
        matches(refunds, query),
        query.idempotencyKey === undefined ? undefined : eq(refunds.idempotencyKey, query.idempotencyKey),
      ),
    )
    .orderBy(desc(refunds.createdAt), desc(refunds.id))
    .limit(query.limit);

/** A seller's disputes with their orders, newest first. */
export const listSellerDisputes = (db: Db, query: ListQuery) =>
  db
    .select({ row: disputes, orderId: orders.id })
    .from(disputes)
    .innerJoin(orders, eq(orders.attemptId, disputes.attemptId))
    .where(matches(disputes, query))
    .orderBy(desc(disputes.createdAt), desc(disputes.id))
    .limit(query.limit);
