import { buyerPortalErrorTitles } from '#content/messages/buyer-portal-errors.ts';
import { SITE } from '#content/site.ts';
import type { Delivered } from '#domain/delivered.ts';
import { AppError } from '#domain/errors.ts';
import { PURCHASES_PER_PAGE, type Purchases, type PurchaseSeller } from '#domain/purchase.ts';
import { isUuid } from '#domain/text.ts';
import { createCompletionLink, listBundleOffers } from '#server/checkout/complete-bundle.ts';
import type { Context } from '#server/core/context.ts';
import type { BuyerAccount, SubscriptionPurchase, Failure } from '#server/core/services.ts';
import { listDelivered } from '#server/delivery/delivered.ts';
import { listOptOuts } from '#server/delivery/queries/email-opt-outs.ts';
import { toResult } from '#server/http/app-error.ts';
import { enforceRateLimits } from '#server/http/rate-limits.ts';
import type { BuyerSubscriptionRow } from '#server/ledger/queries/buyer-subscriptions.ts';
import { listOrderLines } from '#server/ledger/queries/ledger-rows.ts';
import {
  countPurchases,
  findPurchase,
  listPurchasePayments,
  listPurchases,
  type PurchaseRow,
  type PurchasePayments,
} from '#server/orders/buyer-portal/queries/purchases.ts';
import { cancelBuyerSubscription, resumeBuyerSubscription } from '#server/orders/change-subscription.ts';

import { actionBuckets } from './buyer-rate-limits.ts';
import { createCardPortalUrl, applySavedCard } from './card-portal.ts';
import { toPurchase, toReceipt, toPurchaseSeller } from './purchase-views.ts';

/** More than any buyer has. */
const MAX_PURCHASES = 5000;

/** What the buyer has from these purchases, by attempt. */
const listDeliveredOf = (context: Context, rows: readonly PurchaseRow[]) =>
  listDelivered(
    context,
    rows.map(({ order }) => order.attemptId),
    (kind, { entitlement }) => `/purchases/${kind === 'file' ? 'f' : 'l'}/${entitlement.id}`,
  );

/** Exports all data stored about a buyer's email address. Amounts in minor units. */
async function exportPurchases(context: Context, email: string): Promise<string> {
  const { db, mode, realNow } = context;
  const rows = await listPurchases(db, mode, email, { limit: MAX_PURCHASES });
  const money = await listPurchasePayments(
    db,
    rows.map(({ order }) => order.attemptId),
  );
  const delivered = await listDeliveredOf(context, rows);
  const purchases = rows.flatMap((row, index) =>
    toExportEntries(row, money[index], delivered.get(row.order.attemptId)),
  );
  const sellerNames = new Map(rows.map(({ order, businessName }) => [order.sellerId, businessName]));
  const declined = await listOptOuts(db, { mode, email }, [...sellerNames.keys()]);
  const declinedEmails = declined.map(({ sellerId, declinedAt }) => ({
    seller: sellerNames.get(sellerId) ?? null,
    declinedAt,
  }));
  const data = { keptBy: SITE.name, at: realNow().toISOString(), email, purchases, declinedEmails };
  return JSON.stringify(data, null, 2);
}

function toExportEntries(row: PurchaseRow, money: PurchasePayments | undefined, delivered?: Delivered[]): object[] {
  if (!money) return [];
  const { seller, ...receipt } = toReceipt(row, money, delivered);
  const { name, email } = seller;
  return [{ ...receipt, country: row.order.country, cameFrom: money.attribution, seller: { name, email } }];
}

/** Creates the buyer's subscription actions. `findOwnPurchase`: finds a purchase of the buyer by subscription id. */
function createBuyerActions(
  context: Context,
  email: string,
  findOwnPurchase: (id: string) => Promise<PurchaseRow | null>,
): Pick<BuyerAccount, 'cancelSubscription' | 'resumeSubscription' | 'createCardUpdateUrl' | 'applyUpdatedCard'> {
  const runAction = <T>(
    title: string,
    id: string,
    action: (row: BuyerSubscriptionRow, purchase: PurchaseRow) => Promise<T>,
  ) =>
    toResult(context, title, async () => {
      await enforceRateLimits(context, actionBuckets(context, email));
      const purchase = await findOwnPurchase(id);
      if (!purchase?.subscription) throw new AppError('not_found');
      return action(purchase.subscription, purchase);
    });
  const runVoidAction = (
    title: string,
    id: string,
    action: (row: BuyerSubscriptionRow, purchase: PurchaseRow) => Promise<void>,
  ) =>
    runAction<Failure | null>(title, id, async (row, purchase) => {
      await action(row, purchase);
      return null;
    });
  return {
    cancelSubscription: (id) =>
      runVoidAction(buyerPortalErrorTitles.cancelSubscription, id, (row, purchase) => {
        assertNoPaymentPlan(purchase);
        return cancelBuyerSubscription(context, row, isOverdue(row), 'buyer');
      }),
    resumeSubscription: (id) =>
      runVoidAction(buyerPortalErrorTitles.resumeSubscription, id, (row, purchase) => {
        assertNoPaymentPlan(purchase);
        return resumeBuyerSubscription(context, row, 'buyer');
      }),
    createCardUpdateUrl: (id) =>
      runAction(buyerPortalErrorTitles.updateCard, id, async (row) => ({
        url: await createCardPortalUrl(context, row),
      })),
    applyUpdatedCard: (id) =>
      runVoidAction(buyerPortalErrorTitles.updateCard, id, (row) => applySavedCard(context, row)),
  };
}

/** The buyer has received what they pay in installments, so only the seller ends a payment plan. */
function assertNoPaymentPlan({ installments }: PurchaseRow): void {
  if (installments !== null) throw new AppError('plan_not_cancelable');
}

/** An overdue subscription has no paid period left to use. */
const isOverdue = ({ status }: BuyerSubscriptionRow): boolean =>
  status === 'past_due' || status === 'unpaid' || status === 'incomplete';

/** Creates the functions of a buyer in the current mode. `email` must be in lower case. */
export function createBuyer(context: Context, email: string): BuyerAccount {
  const { db, mode } = context;
  const findOwnPurchase = async (subscriptionId: string) =>
    isUuid(subscriptionId) ? findPurchase(db, mode, email, { subscriptionId }) : null;
  return {
    email,
    listPurchases: (page) => listPurchasePage(context, email, page),
    findReceipt: async (orderId) => {
      const row = isUuid(orderId) ? await findPurchase(db, mode, email, { orderId }) : null;
      const [money] = row ? await listPurchasePayments(db, [row.order.attemptId]) : [];
      return row && money ? toReceipt(row, money) : null;
    },
    createCompletionUrl: (pageId) =>
      toResult(context, buyerPortalErrorTitles.completeBundle, async () => {
        await enforceRateLimits(context, actionBuckets(context, email));
        if (!isUuid(pageId)) throw new AppError('not_found');
        return { url: await createCompletionLink(context, email, pageId) };
      }),
    findSubscription: async (id) => toSubscribedPurchase(await findOwnPurchase(id)),
    ...createBuyerActions(context, email, findOwnPurchase),
    exportData: () =>
      toResult(context, buyerPortalErrorTitles.exportData, async () => {
        await enforceRateLimits(context, actionBuckets(context, email));
        return { text: await exportPurchases(context, email) };
      }),
  };
}

/** A bundle is no subscription, so the lines are not needed. */
function toSubscribedPurchase(row: PurchaseRow | null): SubscriptionPurchase | null {
  const purchase = row && toPurchase(row, []);
  if (!row || !purchase?.subscription) return null;
  return { seller: toPurchaseSeller(row), purchase: { ...purchase, subscription: purchase.subscription } };
}

async function listPurchasePage(context: Context, email: string, page: number): Promise<Purchases> {
  const { db, mode } = context;
  const count = await countPurchases(db, mode, email);
  const pages = Math.max(1, Math.ceil(count / PURCHASES_PER_PAGE));
  const currentPage = Math.min(Math.max(1, page), pages);
  const rows = await listPurchases(db, mode, email, {
    limit: PURCHASES_PER_PAGE,
    offset: (currentPage - 1) * PURCHASES_PER_PAGE,
  });
  const delivered = await listDeliveredOf(context, rows);
  const attemptIds = rows.map(({ order }) => order.attemptId);
  const lines = Map.groupBy(await listOrderLines(db, attemptIds), ({ attemptId }) => attemptId);
  const bySeller = Map.groupBy(rows, ({ order }) => order.sellerId);
  const sellers: Purchases['sellers'] = [];
  for (const [sellerId, sellerRows] of bySeller)
    sellers.push({
      seller: mergeSellers(sellerRows.map(toPurchaseSeller)),
      purchases: sellerRows.map((row) =>
        toPurchase(row, lines.get(row.order.attemptId) ?? [], delivered.get(row.order.attemptId)),
      ),
      bundleOffers: await listBundleOffers(context, { sellerId, email }),
    });
  return { sellers, page: currentPage, pages };
}

/** Returns the newest purchase's seller, with the first logo found. */
function mergeSellers(sellers: readonly PurchaseSeller[]): PurchaseSeller {
  const [newest] = sellers;
  if (!newest) throw new Error('A seller of no purchases');
  return { ...newest, logo: sellers.find(({ logo }) => logo)?.logo ?? null };
}
