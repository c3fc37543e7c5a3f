import { and, asc, eq, getTableColumns, gt, isNotNull, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

import type { PaymentPlan } from '#domain/order.ts';
import type { Mode } from '#domain/payment-mode.ts';
import { toPaymentPlan } from '#domain/payment-plan.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import type { entitlements } from '#server/db/schema-delivery.ts';
import { buyerSubscriptions, refundLines, refunds, type disputes } from '#server/db/schema-ledger.ts';
import { checkoutAttempts, orderLines, sales, type orders } from '#server/db/schema-orders.ts';
import { pages, pageVersions, providerAccounts, sellers } from '#server/db/schema-pages.ts';
import { users } from '#server/db/schema-users.ts';

import type { CheckoutAttempt } from './checkout-attempts.ts';

// Reads of the ledger, for many attempts at once.

/** Locks attempts in the order of their ids before writing, which prevents deadlocks. */
export const lockAttempts = (tx: Db, mode: Mode, ids: readonly string[]): Promise<CheckoutAttempt[]> =>
  tx
    .select()
    .from(checkoutAttempts)
    .where(and(eq(checkoutAttempts.mode, mode), isOneOf(checkoutAttempts.id, ids, 'uuid')))
    .orderBy(asc(checkoutAttempts.id))
    .for('no key update');

export const listAttempts = (db: Db, mode: Mode, ids: readonly string[]): Promise<CheckoutAttempt[]> =>
  db
    .select()
    .from(checkoutAttempts)
    .where(and(eq(checkoutAttempts.mode, mode), isOneOf(checkoutAttempts.id, ids, 'uuid')));

/** Quantities above 1 by attempt. */
export async function listQuantities(db: Db, attemptIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: checkoutAttempts.id, quantity: checkoutAttempts.quantity })
    .from(checkoutAttempts)
    .where(and(isOneOf(checkoutAttempts.id, attemptIds, 'uuid'), gt(checkoutAttempts.quantity, 1)));
  return new Map(rows.map(({ id, quantity }) => [id, quantity]));
}

/** Payment plans by attempt. */
export async function listPaymentPlans(db: Db, attemptIds: readonly string[]): Promise<Map<string, PaymentPlan>> {
  const rows = await db
    .select({
      id: checkoutAttempts.id,
      installments: checkoutAttempts.installments,
      paid: db.$count(sales, eq(sales.attemptId, checkoutAttempts.id)),
      subscription: buyerSubscriptions,
    })
    .from(checkoutAttempts)
    .leftJoin(buyerSubscriptions, eq(buyerSubscriptions.attemptId, checkoutAttempts.id))
    .where(and(isOneOf(checkoutAttempts.id, attemptIds, 'uuid'), isNotNull(checkoutAttempts.installments)));
  return new Map(
    rows.flatMap(({ id, installments, paid, subscription }) => {
      const plan = toPaymentPlan(installments, paid, subscription);
      return plan ? [[id, plan] as const] : [];
    }),
  );
}

type AttemptTable =
  | typeof orders
  | typeof orderLines
  | typeof sales
  | typeof buyerSubscriptions
  | typeof refunds
  | typeof disputes
  | typeof entitlements;

/** Rows of these attempts. `version`: id of the transaction that last wrote the row (`xmin`). */
export async function listRowsOfAttempts<T extends AttemptTable>(
  tx: Db,
  table: T,
  attemptIds: readonly string[],
): Promise<{ row: T['$inferSelect']; version: string }[]> {
  const rows = await tx
    .select({ row: getTableColumns<PgTable>(table), version: sql<string>`${table}.xmin::text` })
    .from<PgTable>(table)
    .where(isOneOf(table.attemptId, attemptIds, 'uuid'));
  return rows as { row: T['$inferSelect']; version: string }[];
}

/** Lines of these attempts' orders, in the order of the receipt. */
export const listOrderLines = (db: Db, attemptIds: readonly string[]) =>
  db
    .select()
    .from(orderLines)
    .where(isOneOf(orderLines.attemptId, attemptIds, 'uuid'))
    .orderBy(asc(orderLines.position));

/** The lines that refunds of these attempts are for. */
export const listRefundLines = (db: Db, attemptIds: readonly string[]) =>
  db
    .select({ attemptId: refunds.attemptId, ...getTableColumns(refundLines) })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(isOneOf(refunds.attemptId, attemptIds, 'uuid'));

type PaymentReference = { accountId: string; paymentIntentId: string };

/** Attempts of these payments; a payment never moves to another attempt. */
export async function listPaidAttempts(
  db: Db,
  mode: Mode,
  payments: readonly PaymentReference[],
): Promise<(PaymentReference & { attemptId: string })[]> {
  if (payments.length === 0) return [];
  const { rows } = (await db.execute(
    sql`select s.account_id as "accountId", s.payment_intent_id as "paymentIntentId", s.attempt_id as "attemptId"
      from json_to_recordset(${JSON.stringify(payments)}::text::json) as requested("accountId" text, "paymentIntentId" text)
      join ${sales} s on s.mode = ${mode} and s.account_id = requested."accountId" and s.payment_intent_id = requested."paymentIntentId"`,
  )) as { rows: (PaymentReference & { attemptId: string })[] };
  return rows;
}

export const listVersions = (db: Db, ids: readonly string[]) =>
  db
    .select({ id: pageVersions.id, schema: pageVersions.schema, config: pageVersions.config })
    .from(pageVersions)
    .where(isOneOf(pageVersions.id, ids, 'uuid'));

/** The published version of each of these pages. */
export const listLiveVersions = (db: Db, pageIds: readonly string[]) =>
  db
    .select({ pageId: pages.id, versionId: pageVersions.id })
    .from(pages)
    .innerJoin(pageVersions, and(eq(pageVersions.pageId, pages.id), eq(pageVersions.number, pages.liveVersion)))
    .where(isOneOf(pages.id, pageIds, 'uuid'));

/** Sellers of connected accounts with their email address; `email` is null for deleted users. */
export const listLedgerSellers = (db: Db, mode: Mode, accountIds: readonly string[]) =>
  db
    .select({
      accountId: providerAccounts.accountId,
      sellerId: providerAccounts.sellerId,
      businessName: providerAccounts.businessName,
      saleNotices: sellers.saleNotices,
      email: sql<string | null>`case when ${users.deletedAt} is null then ${users.email} end`,
    })
    .from(providerAccounts)
    .innerJoin(sellers, eq(sellers.id, providerAccounts.sellerId))
    .innerJoin(users, eq(users.id, sellers.userId))
    .where(and(eq(providerAccounts.mode, mode), isOneOf(providerAccounts.accountId, accountIds, 'text')));
