import { and, asc, count, eq, isNotNull, isNull, sql } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { apiKeys } from '#server/db/schema-api.ts';
import {
  deliverables,
  downloads,
  entitlements,
  fileVersions,
  licenses,
  storedFiles,
} from '#server/db/schema-delivery.ts';
import { domains } from '#server/db/schema-domains.ts';
import { buyerSubscriptions, disputes, refunds } from '#server/db/schema-ledger.ts';
import { checkoutAttempts, customerNotes, orders, sales } from '#server/db/schema-orders.ts';
import { drafts, pages, pageVersions, slugs } from '#server/db/schema-pages.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import { paymentFailures } from '#server/db/schema-protection.ts';
import { ATTEMPT_ATTRIBUTION } from '#server/ledger/queries/checkout-attempts.ts';

// Queries of the account export and of the counts shown before an account is deleted. All modes.

/** Existing pages with their draft and latest published config. */
export const listPagesForExport = (db: Db, sellerId: string) => {
  const { id, name, createdAt, updatedAt, unpublishedAt } = pages;
  const configs = { draft: drafts.config, published: pageVersions.config };
  return db
    .select({ id, name, slug: slugs.slug, createdAt, updatedAt, unpublishedAt, ...configs })
    .from(pages)
    .innerJoin(drafts, eq(drafts.pageId, pages.id))
    .leftJoin(slugs, and(eq(slugs.pageId, pages.id), isNull(slugs.releasedAt)))
    .leftJoin(pageVersions, and(eq(pageVersions.pageId, pages.id), eq(pageVersions.number, pages.liveVersion)))
    .where(and(eq(pages.sellerId, sellerId), isNull(pages.deletedAt)))
    .orderBy(asc(pages.createdAt), asc(pages.id));
};

/** Oldest first. Amounts in minor units of their currency. */
export const listOrdersForExport = (db: Db, sellerId: string) =>
  db
    .select({
      mode: orders.mode,
      number: orders.number,
      state: orders.state,
      dispute: orders.dispute,
      product: orders.productName,
      quantity: checkoutAttempts.quantity,
      billing: orders.billing,
      email: orders.email,
      buyerName: orders.buyerName,
      country: orders.country,
      currency: orders.currency,
      original: orders.original,
      discount: orders.discount,
      total: orders.total,
      couponCode: orders.couponCode,
      received: orders.received,
      refunded: orders.refunded,
      lost: orders.lost,
      agreement: checkoutAttempts.agreement,
      answers: checkoutAttempts.answers,
      createdAt: orders.createdAt,
      paidAt: orders.paidAt,
      accountId: orders.accountId,
      sessionId: orders.sessionId,
      subscriptionId: orders.subscriptionId,
      cameFrom: ATTEMPT_ATTRIBUTION,
    })
    .from(orders)
    .innerJoin(checkoutAttempts, eq(checkoutAttempts.id, orders.attemptId))
    .where(eq(orders.sellerId, sellerId))
    .orderBy(asc(orders.createdAt), asc(orders.id));

/** Payments, oldest first. */
export const listPaymentsForExport = (db: Db, sellerId: string) => {
  const { mode, source, currency, amount, refunded, lost, renewal, usdCents, usdRefunded, paidAt } = sales;
  return db
    .select({ mode, source, currency, amount, refunded, lost, renewal, usdCents, usdRefunded, paidAt })
    .from(sales)
    .where(eq(sales.sellerId, sellerId))
    .orderBy(asc(sales.paidAt), asc(sales.id));
};

/** Refunds, oldest first; `sale` is the Stripe id of the payment. */
export const listRefundsForExport = (db: Db, sellerId: string) => {
  const { mode, refundId, currency, amount, state, reason, failureReason, createdAt } = refunds;
  return db
    .select({ mode, sale: sales.source, refundId, currency, amount, state, reason, failure: failureReason, createdAt })
    .from(refunds)
    .innerJoin(sales, eq(sales.id, refunds.saleId))
    .where(eq(refunds.sellerId, sellerId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
};

export const listDisputesForExport = (db: Db, sellerId: string) => {
  const { mode, disputeId, currency, amount, reason, status, createdAt, closedAt } = disputes;
  return db
    .select({ mode, sale: sales.source, disputeId, currency, amount, reason, status, createdAt, closedAt })
    .from(disputes)
    .innerJoin(sales, eq(sales.id, disputes.saleId))
    .where(eq(disputes.sellerId, sellerId))
    .orderBy(asc(disputes.createdAt), asc(disputes.id));
};

/** Buyers' subscriptions, oldest first. */
export const listSubscriptionsForExport = (db: Db, sellerId: string) => {
  const { mode, subscriptionId, status, currency, amount, billing, periodEnd, cancelAt, endedAt, createdAt } =
    buyerSubscriptions;
  return db
    .select({ mode, subscriptionId, status, currency, amount, billing, periodEnd, cancelAt, endedAt, createdAt })
    .from(buyerSubscriptions)
    .where(eq(buyerSubscriptions.sellerId, sellerId))
    .orderBy(asc(buyerSubscriptions.createdAt), asc(buyerSubscriptions.id));
};

/** Notes about customers, by email address. */
export const listCustomerNotesForExport = (db: Db, sellerId: string) => {
  const { mode, email, text, updatedAt } = customerNotes;
  return db
    .select({ mode, email, text, updatedAt })
    .from(customerNotes)
    .where(eq(customerNotes.sellerId, sellerId))
    .orderBy(asc(email), asc(mode));
};

/** What pages deliver, with removed deliverables. */
export const listDeliverablesForExport = (db: Db, sellerId: string) => {
  const { id, pageId, kind, name, settings, currentVersion, createdAt, updatedAt, removedAt } = deliverables;
  return db
    .select({ id, pageId, kind, name, settings, currentVersion, createdAt, updatedAt, removedAt })
    .from(deliverables)
    .where(eq(deliverables.sellerId, sellerId))
    .orderBy(asc(createdAt), asc(id));
};

/** All versions of files, by name and hash. The bytes can be downloaded from the list of files. */
export const listFileVersionsForExport = (db: Db, sellerId: string) => {
  const { deliverableId, number, fileName, mediaType, sha256, scan, createdAt } = fileVersions;
  return db
    .select({ deliverableId, number, fileName, mediaType, bytes: storedFiles.bytes, sha256, scan, createdAt })
    .from(fileVersions)
    .innerJoin(deliverables, eq(deliverables.id, deliverableId))
    .innerJoin(storedFiles, eq(storedFiles.sha256, sha256))
    .where(eq(deliverables.sellerId, sellerId))
    .orderBy(asc(deliverables.createdAt), asc(deliverableId), asc(number));
};

/** Buyers' access to what was delivered, oldest first. */
export const listEntitlementsForExport = (db: Db, sellerId: string) => {
  const { mode, deliverableId, lineKey, quantity, state, reason, decision, endsAt, createdAt, changedAt } =
    entitlements;
  return db
    .select({
      mode,
      order: orders.number,
      lineKey,
      deliverableId,
      quantity,
      state,
      reason,
      decision,
      endsAt,
      downloads: db.$count(downloads, eq(downloads.entitlementId, entitlements.id)),
      createdAt,
      changedAt,
    })
    .from(entitlements)
    .innerJoin(deliverables, eq(deliverables.id, deliverableId))
    .innerJoin(orders, eq(orders.attemptId, entitlements.attemptId))
    .where(eq(deliverables.sellerId, sellerId))
    .orderBy(asc(createdAt), asc(entitlements.id));
};

/** License keys by their last characters, without the keys themselves. */
export const listLicensesForExport = (db: Db, sellerId: string) => {
  const { mode, deliverableId, ending, state, maxActivations, expiresAt, createdAt, assignedAt } = licenses;
  return db
    .select({ mode, deliverableId, ending, state, maxActivations, expiresAt, createdAt, assignedAt })
    .from(licenses)
    .where(eq(licenses.sellerId, sellerId))
    .orderBy(asc(createdAt), asc(licenses.id));
};

/** Declined cards on the seller's pages, oldest first: time and reason, never card or buyer. */
export const listDeclinedCardsForExport = (db: Db, sellerId: string) => {
  const { mode, pageId, chargeId, code, createdAt } = paymentFailures;
  return db
    .select({ mode, pageId, chargeId, code, createdAt })
    .from(paymentFailures)
    .innerJoin(pages, eq(pages.id, paymentFailures.pageId))
    .where(eq(pages.sellerId, sellerId))
    .orderBy(asc(paymentFailures.createdAt), asc(paymentFailures.chargeId));
};

/** Custom domains with the result of their last check. */
export const listDomainsForExport = (db: Db, sellerId: string) => {
  const { host, pageId, createdAt, checkedAt, verificationToken: proof, finding: found } = domains;
  const { verifiedAt: provenAt, deactivatedAt: offAt } = domains;
  return db
    .select({ host, proof, pageId, found, createdAt, checkedAt, provenAt, offAt })
    .from(domains)
    .where(eq(domains.sellerId, sellerId))
    .orderBy(asc(createdAt), asc(domains.id));
};

/** API keys with their scopes and use, without their secrets. */
export const listApiKeysForExport = (db: Db, sellerId: string) => {
  const { mode, name, start, scopes, createdAt, expiresAt, lastUsedAt, lastUsedFrom } = apiKeys;
  return db
    .select({ mode, name, start, scopes, createdAt, expiresAt, lastUsedAt, lastUsedFrom })
    .from(apiKeys)
    .where(eq(apiKeys.sellerId, sellerId))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
};

export const listPlansForExport = (db: Db, sellerId: string) => {
  const { mode, plan, status, trialEndsAt, currentPeriodEnd, cancelAt, card, createdAt } = planSubscriptions;
  return db
    .select({ mode, plan, status, trialEndsAt, currentPeriodEnd, cancelAt, card, createdAt })
    .from(planSubscriptions)
    .where(eq(planSubscriptions.sellerId, sellerId));
};

export async function countPages(db: Db, sellerId: string): Promise<{ total: number; onSale: number }> {
  const publishedCount = sql<number>`(count(*) filter (where ${pages.liveVersion} > 0 and ${pages.unpublishedAt} is null))::int`;
  const [row] = await db
    .select({ total: count(), onSale: publishedCount })
    .from(pages)
    .where(and(eq(pages.sellerId, sellerId), isNull(pages.deletedAt)));
  return row ?? { total: 0, onSale: 0 };
}

/** Orders with a subscription, which may continue to charge at the seller's own Stripe account. */
export const countSubscriptionOrders = (db: Db, sellerId: string): Promise<number> =>
  db.$count(orders, and(eq(orders.sellerId, sellerId), isNotNull(orders.subscriptionId)));
