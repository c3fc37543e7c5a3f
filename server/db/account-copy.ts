import { and, asc, count, eq, isNotNull, isNull, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { orders, sales } from './schema-money.ts';
import { drafts, pages, pageVersions, slugs } from './schema-pages.ts';
import { planSubscriptions } from './schema-plans.ts';

// What a seller takes along, and what is counted before they leave. Of every mode.

/** Pages that are there, with their drafts and what was published last. */
export const listPagesToCopy = (db: Db, sellerId: string) =>
  db
    .select({
      id: pages.id,
      name: pages.name,
      slug: slugs.slug,
      createdAt: pages.createdAt,
      updatedAt: pages.updatedAt,
      unpublishedAt: pages.unpublishedAt,
      draft: drafts.config,
      published: pageVersions.config,
    })
    .from(pages)
    .innerJoin(drafts, eq(drafts.pageId, pages.id))
    .leftJoin(slugs, and(eq(slugs.pageId, pages.id), isNull(slugs.releasedAt)))
    .leftJoin(
      pageVersions,
      and(eq(pageVersions.pageId, pages.id), eq(pageVersions.number, pages.liveVersion)),
    )
    .where(and(eq(pages.sellerId, sellerId), isNull(pages.deletedAt)))
    .orderBy(asc(pages.createdAt), asc(pages.id));

/** Oldest first. Amounts in minor units of their currency. */
export const listOrdersToCopy = (db: Db, sellerId: string) =>
  db
    .select({
      mode: orders.mode,
      number: orders.number,
      state: orders.state,
      product: sql<string>`${pageVersions.config}->>'productName'`,
      email: orders.email,
      currency: orders.currency,
      original: orders.original,
      discount: orders.discount,
      total: orders.total,
      couponCode: orders.couponCode,
      createdAt: orders.createdAt,
      paidAt: orders.paidAt,
      accountId: orders.accountId,
      sessionId: orders.sessionId,
      subscriptionId: orders.subscriptionId,
    })
    .from(orders)
    .innerJoin(pageVersions, eq(pageVersions.id, orders.versionId))
    .where(eq(orders.sellerId, sellerId))
    .orderBy(asc(orders.createdAt), asc(orders.id));

/** Money that came in, oldest first. */
export const listSalesToCopy = (db: Db, sellerId: string) =>
  db
    .select({
      mode: sales.mode,
      source: sales.source,
      currency: sales.currency,
      amount: sales.amount,
      refunded: sales.refunded,
      usdCents: sales.usdCents,
      usdRefunded: sales.usdRefunded,
      paidAt: sales.paidAt,
    })
    .from(sales)
    .where(eq(sales.sellerId, sellerId))
    .orderBy(asc(sales.paidAt), asc(sales.id));

export const listPlansToCopy = (db: Db, sellerId: string) =>
  db
    .select({
      mode: planSubscriptions.mode,
      plan: planSubscriptions.plan,
      status: planSubscriptions.status,
      trialEndsAt: planSubscriptions.trialEndsAt,
      currentPeriodEnd: planSubscriptions.currentPeriodEnd,
      cancelAt: planSubscriptions.cancelAt,
      card: planSubscriptions.card,
      createdAt: planSubscriptions.createdAt,
    })
    .from(planSubscriptions)
    .where(eq(planSubscriptions.sellerId, sellerId));

export async function countPages(db: Db, sellerId: string): Promise<{ total: number; onSale: number }> {
  const live = sql<number>`(count(*) filter (where ${pages.liveVersion} > 0 and ${pages.unpublishedAt} is null))::int`;
  const [row] = await db
    .select({ total: count(), onSale: live })
    .from(pages)
    .where(and(eq(pages.sellerId, sellerId), isNull(pages.deletedAt)));
  return row ?? { total: 0, onSale: 0 };
}

/** Orders that began a subscription: those may go on charging at the seller's own provider account. */
export async function countSubscriptionOrders(db: Db, sellerId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(orders)
    .where(and(eq(orders.sellerId, sellerId), isNotNull(orders.subscriptionId)));
  return row?.count ?? 0;
}
