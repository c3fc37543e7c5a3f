import { PURCHASES_PER_PAGE, type Purchases, type PurchaseSeller } from '#domain/purchase.ts';

import type { Context } from '#server/context.ts';
import {
  countPurchases,
  findPurchase,
  findSubscriptionPurchase,
  listPurchasePayments,
  listPurchases,
  type PurchaseRow,
} from '#server/db/purchases.ts';
import { toResult, consumeRateLimit } from '#server/pages/or-refused.ts';
import { UUID } from '#server/pages/paid-order.ts';
import type { BuyerAccount, SubscriptionPurchase } from '#server/shop.ts';
import { createBuyerActions } from './buyer-acts.ts';
import { actionBuckets } from './buyer-limits.ts';
import { exportPurchases } from './purchases-copy.ts';
import { toPurchase, toReceipt, toPurchaseSeller } from './purchase-of.ts';

/** Creates the functions of a buyer in the current mode. `email` must be in lower case. */
export function createBuyer(context: Context, email: string): BuyerAccount {
  const { db, mode } = context;
  const findOwnPurchase = (id: string) =>
    UUID.test(id) ? findSubscriptionPurchase(db, mode, email, id) : Promise.resolve(null);
  return {
    email,
    listPurchases: (page) => listPurchasePage(context, email, page),
    findReceipt: async (orderId) => {
      const row = UUID.test(orderId) ? await findPurchase(db, mode, email, orderId) : null;
      const [money] = row ? await listPurchasePayments(db, [row.order.attemptId]) : [];
      return row && money ? toReceipt(row, money) : null;
    },
    findSubscription: async (id) => toSubscribedPurchase(await findOwnPurchase(id)),
    ...createBuyerActions(context, email, findOwnPurchase),
    exportData: () =>
      toResult(context, 'Not downloaded', async () => {
        await consumeRateLimit(context, actionBuckets(context, email));
        return { text: await exportPurchases(context, email) };
      }),
  };
}

function toSubscribedPurchase(row: PurchaseRow | null): SubscriptionPurchase | null {
  const purchase = row && toPurchase(row);
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
  const bySeller = Map.groupBy(rows, ({ order }) => order.sellerId);
  return {
    sellers: [...bySeller.values()].map((sellerRows) => ({
      seller: mergeSellers(sellerRows.map(toPurchaseSeller)),
      purchases: sellerRows.map(toPurchase),
    })),
    page: currentPage,
    pages,
  };
}

/** Returns the newest purchase's seller, with the first logo found. */
function mergeSellers(sellers: readonly PurchaseSeller[]): PurchaseSeller {
  const [newest] = sellers;
  if (!newest) throw new Error('A seller of no purchases');
  return { ...newest, logo: sellers.find(({ logo }) => logo)?.logo ?? null };
}
