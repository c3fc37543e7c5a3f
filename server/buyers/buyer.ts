import { PURCHASES_PER_PAGE, type Purchases, type PurchaseSeller } from '#domain/purchase.ts';

import type { Context } from '#server/context.ts';
import {
  countPurchases,
  findPurchase,
  findSubscribedPurchase,
  listPurchaseMoney,
  listPurchases,
  type PurchaseRow,
} from '#server/db/purchases.ts';
import { orRefused, take } from '#server/pages/or-refused.ts';
import { UUID } from '#server/pages/paid-order.ts';
import type { Buyer, SubscribedPurchase } from '#server/shop.ts';
import { buyerActs } from './buyer-acts.ts';
import { actLimits } from './buyer-limits.ts';
import { purchasesCopy } from './purchases-copy.ts';
import { purchaseOf, receiptOf, sellerOf } from './purchase-of.ts';

/** Creates the functions of a buyer in the current mode. `email` must be in lower case. */
export function buyerOf(context: Context, email: string): Buyer {
  const { db, mode } = context;
  const find = (id: string) =>
    UUID.test(id) ? findSubscribedPurchase(db, mode, email, id) : Promise.resolve(null);
  return {
    email,
    listPurchases: (page) => pageOfPurchases(context, email, page),
    findReceipt: async (orderId) => {
      const row = UUID.test(orderId) ? await findPurchase(db, mode, email, orderId) : null;
      const [money] = row ? await listPurchaseMoney(db, [row.order.attemptId]) : [];
      return row && money ? receiptOf(row, money) : null;
    },
    findSubscription: async (id) => subscribedOf(await find(id)),
    ...buyerActs(context, email, find),
    download: () =>
      orRefused(context, 'Not downloaded', async () => {
        await take(context, actLimits(context, email));
        return { text: await purchasesCopy(context, email) };
      }),
  };
}

function subscribedOf(row: PurchaseRow | null): SubscribedPurchase | null {
  const purchase = row && purchaseOf(row);
  if (!row || !purchase?.subscription) return null;
  return { seller: sellerOf(row), purchase: { ...purchase, subscription: purchase.subscription } };
}

async function pageOfPurchases(context: Context, email: string, page: number): Promise<Purchases> {
  const { db, mode } = context;
  const count = await countPurchases(db, mode, email);
  const pages = Math.max(1, Math.ceil(count / PURCHASES_PER_PAGE));
  const shown = Math.min(Math.max(1, page), pages);
  const rows = await listPurchases(db, mode, email, {
    limit: PURCHASES_PER_PAGE,
    offset: (shown - 1) * PURCHASES_PER_PAGE,
  });
  const bySeller = Map.groupBy(rows, ({ order }) => order.sellerId);
  return {
    sellers: [...bySeller.values()].map((theirs) => ({
      seller: newestOf(theirs.map(sellerOf)),
      purchases: theirs.map(purchaseOf),
    })),
    page: shown,
    pages,
  };
}

/** Returns the newest purchase's seller, with the first logo found. */
function newestOf(sellers: readonly PurchaseSeller[]): PurchaseSeller {
  const [first] = sellers;
  if (!first) throw new Error('A seller of no purchases');
  return { ...first, logo: sellers.find(({ logo }) => logo)?.logo ?? null };
}
