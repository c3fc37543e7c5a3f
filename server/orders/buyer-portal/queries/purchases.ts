import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';

import type { Attribution } from '#domain/attribution.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { FieldAnswer } from '#domain/custom-field.ts';
import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { hasRow } from '#server/db/rows.ts';
import { buyerSubscriptions, refunds, type refundLines } from '#server/db/schema-ledger.ts';
import { type orderLines, checkoutAttempts, orders, sales, type Agreement } from '#server/db/schema-orders.ts';
import { pageVersions, providerAccounts, sellers, slugs } from '#server/db/schema-pages.ts';
import { users } from '#server/db/schema-users.ts';
import { imageSizesIn } from '#server/images/queries.ts';
import { ACCEPTED_PRICE } from '#server/ledger/queries/buyer-subscriptions.ts';
import { ATTEMPT_ATTRIBUTION } from '#server/ledger/queries/checkout-attempts.ts';
import { listOrderLines, listRefundLines } from '#server/ledger/queries/ledger-rows.ts';

// Orders from the buyer's view: of all sellers, by email address (lower case).

const isPurchaseOf = (mode: Mode, email: string) => and(eq(orders.mode, mode), eq(sql`lower(${orders.email})`, email));

export const countPurchases = async (db: Db, mode: Mode, email: string): Promise<number> =>
  db.$count(orders, isPurchaseOf(mode, email));

export const hasPurchases = (db: Db, mode: Mode, email: string): Promise<boolean> =>
  hasRow(db, orders, isPurchaseOf(mode, email));

/** The prices of a page from which a free trial was started. */
const TRIAL_PRICES = sql<Pick<CheckoutPageConfig, 'paymentTerms' | 'priceOptions'> | null>`case
  when ${buyerSubscriptions.trialEndsAt} is not null then jsonb_build_object(
    'paymentTerms', ${pageVersions.config}->'paymentTerms', 'priceOptions', ${pageVersions.config}->'priceOptions')
  end`;

const selectPurchases = (db: Db) =>
  db
    .select({
      order: orders,
      subscription: buyerSubscriptions,
      accepted: ACCEPTED_PRICE,
      productName: sql<string>`coalesce(nullif(${orders.productName}, ''), ${pageVersions.config}->>'productName', '')`,
      quantity: checkoutAttempts.quantity,
      installments: checkoutAttempts.installments,
      terms: checkoutAttempts.terms,
      plan: checkoutAttempts.plan,
      trialPrices: TRIAL_PRICES,
      paymentCount: db.$count(sales, eq(sales.attemptId, orders.attemptId)),
      logo: sql<string | null>`${pageVersions.config}->>'logo'`,
      accentColor: sql<string | null>`${pageVersions.config}->>'accentColor'`,
      fonts: sql<CheckoutPageConfig['fonts'] | null>`${pageVersions.config}->'fonts'`,
      imageSizes: imageSizesIn(pageVersions.config),
      businessName: providerAccounts.businessName,
      sellerEmail: users.email,
      sellerDeletedAt: users.deletedAt,
      slug: slugs.slug,
    })
    .from(orders)
    .innerJoin(checkoutAttempts, eq(checkoutAttempts.id, orders.attemptId))
    .innerJoin(pageVersions, eq(pageVersions.id, orders.versionId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerId))
    .innerJoin(users, eq(users.id, sellers.userId))
    .leftJoin(
      providerAccounts,
      and(eq(providerAccounts.mode, orders.mode), eq(providerAccounts.accountId, orders.accountId)),
    )
    .leftJoin(buyerSubscriptions, eq(buyerSubscriptions.attemptId, orders.attemptId))
    .leftJoin(slugs, and(eq(slugs.pageId, orders.pageId), isNull(slugs.releasedAt)));

export type PurchaseRow = Awaited<ReturnType<typeof listPurchases>>[number];

/** Pending payments first, then active subscriptions, then newest first. */
export const listPurchases = (
  db: Db,
  mode: Mode,
  email: string,
  { limit, offset = 0 }: { limit: number; offset?: number },
) =>
  selectPurchases(db)
    .where(isPurchaseOf(mode, email))
    .orderBy(
      sql`(${orders.state} = 'pending') desc`,
      sql`(${buyerSubscriptions.id} is not null and ${buyerSubscriptions.endedAt} is null) desc`,
      desc(orders.createdAt),
      desc(orders.id),
    )
    .limit(limit)
    .offset(offset);

/** The purchase with this order or subscription id. */
export async function findPurchase(
  db: Db,
  mode: Mode,
  email: string,
  id: { orderId: string } | { subscriptionId: string },
): Promise<PurchaseRow | null> {
  const hasId = 'orderId' in id ? eq(orders.id, id.orderId) : eq(buyerSubscriptions.id, id.subscriptionId);
  const [row] = await selectPurchases(db).where(and(isPurchaseOf(mode, email), hasId));
  return row ?? null;
}

export async function findPurchaseOfAttempt(db: Db, mode: Mode, attemptId: string): Promise<PurchaseRow | null> {
  const [row] = await selectPurchases(db).where(and(eq(orders.mode, mode), eq(orders.attemptId, attemptId)));
  return row ?? null;
}

/** Payments and refunds of an order, oldest first, with the buyer's agreement, answers and attribution. */
export type PurchasePayments = {
  payments: (typeof sales.$inferSelect)[];
  lines: (typeof orderLines.$inferSelect)[];
  refunds: (typeof refunds.$inferSelect)[];
  refundLines: (typeof refundLines.$inferSelect)[];
  agreement: Agreement | null;
  answers: FieldAnswer[];
  attribution: Attribution | undefined;
};

/** In the order of the attempts. */
export async function listPurchasePayments(db: Db, attemptIds: readonly string[]): Promise<PurchasePayments[]> {
  const ids = [...attemptIds];
  const payments = await db
    .select()
    .from(sales)
    .where(inArray(sales.attemptId, ids))
    .orderBy(asc(sales.paidAt), asc(sales.createdAt), asc(sales.id));
  const refundRows = await db
    .select()
    .from(refunds)
    .where(inArray(refunds.attemptId, ids))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  const attemptRows = await db
    .select({
      id: checkoutAttempts.id,
      agreement: checkoutAttempts.agreement,
      answers: checkoutAttempts.answers,
      attribution: ATTEMPT_ATTRIBUTION,
    })
    .from(checkoutAttempts)
    .where(inArray(checkoutAttempts.id, ids));
  const linesOf = Map.groupBy(await listOrderLines(db, ids), ({ attemptId }) => attemptId);
  const refundLinesOf = Map.groupBy(await listRefundLines(db, ids), ({ attemptId }) => attemptId);
  const paymentsOf = Map.groupBy(payments, ({ attemptId }) => attemptId);
  const refundsOf = Map.groupBy(refundRows, ({ attemptId }) => attemptId);
  const attemptById = new Map(attemptRows.map((attempt) => [attempt.id, attempt]));
  return ids.map((id) => ({
    lines: linesOf.get(id) ?? [],
    payments: paymentsOf.get(id) ?? [],
    refunds: refundsOf.get(id) ?? [],
    refundLines: refundLinesOf.get(id) ?? [],
    agreement: attemptById.get(id)?.agreement ?? null,
    answers: attemptById.get(id)?.answers ?? [],
    attribution: attemptById.get(id)?.attribution,
  }));
}
