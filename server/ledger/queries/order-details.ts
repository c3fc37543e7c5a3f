import { and, asc, desc, eq, inArray, isNull, ne, sql, gte } from 'drizzle-orm';

import { ORDER_EMAIL_KINDS, type ReceiptEmail } from '#domain/order-detail.ts';
import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { hasValues } from '#server/db/rows.ts';
import { disputes, orderEvents, refunds } from '#server/db/schema-ledger.ts';
import { checkoutAttempts, orders, sales } from '#server/db/schema-orders.ts';
import { outbox, suppressedAddresses } from '#server/db/schema-outbox.ts';
import { pages, pageVersions, providerAccounts, slugs } from '#server/db/schema-pages.ts';
import type { OutboxRow } from '#server/email/queries/outbox.ts';
import { SUPPRESSION_MESSAGES } from '#server/email/queries/suppressed-addresses.ts';

import { listOrderLines, listRefundLines } from './ledger-rows.ts';

const NO_RECEIPT: ReceiptEmail = { state: 'none', at: null, reason: null };

/** Delivery state of an order's newest receipt. */
export async function findReceiptMail(db: Db, attemptId: string): Promise<ReceiptEmail> {
  const [row] = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.attemptId, attemptId), eq(outbox.kind, 'receipt')))
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(1);
  if (!row) return NO_RECEIPT;
  const at = deliveryTime(row).toISOString();
  if (row.status === 'waiting') return { state: 'waiting', at, reason: row.lastError };
  if (row.status !== 'sent') return { state: row.status, at, reason: row.lastError };
  const suppression = await findSuppressionSince(db, row);
  return suppression
    ? { state: 'bounced', at, reason: SUPPRESSION_MESSAGES[suppression] }
    : { state: 'sent', at, reason: null };
}

/** Mail is sent by the system clock but queued by the business clock, which the sandbox may have moved ahead. */
const deliveryTime = ({ createdAt, sentAt }: OutboxRow): Date => (sentAt && sentAt > createdAt ? sentAt : createdAt);

/** Some bounce reports do not identify the mail; then only the address is known. */
async function findSuppressionSince(db: Db, { recipient, sentAt }: OutboxRow) {
  if (!sentAt) return null;
  const [matchingSuppression] = await db
    .select({ reason: suppressedAddresses.reason })
    .from(suppressedAddresses)
    .where(and(eq(suppressedAddresses.address, recipient.toLowerCase()), gte(suppressedAddresses.createdAt, sentAt)))
    .limit(1);
  return matchingSuppression?.reason ?? null;
}

/** Maximum other orders of the buyer in an order's detail. */
const MAX_OTHER_ORDERS = 12;

/** A seller's order with its attempt, page and version; null when it belongs to another seller. */
export async function findOrderDetail(db: Db, sellerId: string, mode: Mode, orderId: string) {
  const [row] = await db
    .select({
      order: orders,
      agreement: checkoutAttempts.agreement,
      answers: checkoutAttempts.answers,
      plan: checkoutAttempts.plan,
      quantity: checkoutAttempts.quantity,
      sellerName: providerAccounts.businessName,
      version: pageVersions.number,
      page: { id: pages.id, name: pages.name, gone: sql<boolean>`${pages.deletedAt} is not null` },
      slug: slugs.slug,
    })
    .from(orders)
    .innerJoin(checkoutAttempts, eq(checkoutAttempts.id, orders.attemptId))
    .innerJoin(pageVersions, eq(pageVersions.id, orders.versionId))
    .innerJoin(pages, eq(pages.id, orders.pageId))
    .leftJoin(slugs, and(eq(slugs.pageId, pages.id), isNull(slugs.releasedAt)))
    .leftJoin(
      providerAccounts,
      and(eq(providerAccounts.mode, orders.mode), eq(providerAccounts.accountId, orders.accountId)),
    )
    .where(hasValues(orders, { mode, sellerId, id: orderId }));
  return row ?? null;
}
export type OrderDetailRow = NonNullable<Awaited<ReturnType<typeof findOrderDetail>>>;

/** Payments, refunds, disputes and events of an attempt's order; each list oldest first. */
export async function listOrderHistory(db: Db, sellerId: string, mode: Mode, attemptId: string) {
  return {
    lines: await listOrderLines(db, [attemptId]),
    refundLines: await listRefundLines(db, [attemptId]),
    payments: await db
      .select()
      .from(sales)
      .where(hasValues(sales, { mode, sellerId, attemptId }))
      .orderBy(asc(sales.paidAt), asc(sales.renewal), asc(sales.id)),
    refunds: await db
      .select()
      .from(refunds)
      .where(hasValues(refunds, { mode, sellerId, attemptId }))
      .orderBy(asc(refunds.createdAt), asc(refunds.id)),
    disputes: await db
      .select()
      .from(disputes)
      .where(hasValues(disputes, { mode, sellerId, attemptId }))
      .orderBy(asc(disputes.createdAt), asc(disputes.id)),
    events: await db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.attemptId, attemptId))
      .orderBy(asc(orderEvents.at), asc(orderEvents.id)),
  };
}
export type OrderHistory = Awaited<ReturnType<typeof listOrderHistory>>;

/** Emails to the buyer about an order, oldest first. */
export const listOrderMails = (db: Db, attemptId: string) =>
  db
    .select({
      kind: outbox.kind,
      to: outbox.recipient,
      state: outbox.status,
      at: outbox.createdAt,
      reason: outbox.lastError,
    })
    .from(outbox)
    .where(and(eq(outbox.attemptId, attemptId), inArray(outbox.kind, [...ORDER_EMAIL_KINDS])))
    .orderBy(asc(outbox.createdAt), asc(outbox.id));

/** The seller's other orders with the same email address, newest first. */
export const listOtherOrders = (db: Db, sellerId: string, mode: Mode, email: string, orderId: string) =>
  db
    .select({
      id: orders.id,
      number: orders.number,
      productName: orders.productName,
      quantity: checkoutAttempts.quantity,
      state: orders.state,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .innerJoin(checkoutAttempts, eq(checkoutAttempts.id, orders.attemptId))
    .where(
      and(
        hasValues(orders, { mode, sellerId }),
        sql`lower(${orders.email}) = ${email.toLowerCase()}`,
        ne(orders.id, orderId),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.number))
    .limit(MAX_OTHER_ORDERS);
