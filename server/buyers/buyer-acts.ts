import { AppError } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import type { PurchaseRow } from '#server/db/purchases.ts';
import type { BuyerSubscriptionRow } from '#server/db/sold-subscriptions.ts';
import { cancelBuyerSubscription, resumeBuyerSubscription } from '#server/orders/buyer-subscriptions.ts';
import { toResult, consumeRateLimit } from '#server/pages/or-refused.ts';
import type { BuyerAccount, Failure } from '#server/shop.ts';
import { actionBuckets } from './buyer-limits.ts';
import { createCardPortalUrl, applySavedCard } from './card-portal.ts';

/** Creates the buyer's subscription actions. `findOwnPurchase`: finds a purchase of the buyer by subscription id. */
export function createBuyerActions(
  context: Context,
  email: string,
  findOwnPurchase: (id: string) => Promise<PurchaseRow | null>,
): Pick<BuyerAccount, 'cancelSubscription' | 'resumeSubscription' | 'createCardUpdateUrl' | 'applyUpdatedCard'> {
  const runAction = <T>(title: string, id: string, action: (row: BuyerSubscriptionRow) => Promise<T>) =>
    toResult(context, title, async () => {
      await consumeRateLimit(context, actionBuckets(context, email));
      const purchase = await findOwnPurchase(id);
      if (!purchase?.subscription) throw new AppError('not_found');
      return action(purchase.subscription);
    });
  const runVoidAction = (title: string, id: string, action: (row: BuyerSubscriptionRow) => Promise<void>) =>
    runAction<Failure | null>(title, id, async (row) => {
      await action(row);
      return null;
    });
  return {
    cancelSubscription: (id) =>
      runVoidAction('Not cancelled', id, (row) => cancelBuyerSubscription(context, row, isOverdue(row), 'buyer')),
    resumeSubscription: (id) =>
      runVoidAction('Not resumed', id, (row) => resumeBuyerSubscription(context, row, 'buyer')),
    createCardUpdateUrl: (id) =>
      runAction('Card not changed', id, async (row) => ({ url: await createCardPortalUrl(context, row) })),
    applyUpdatedCard: (id) => runVoidAction('Card not changed', id, (row) => applySavedCard(context, row)),
  };
}

/** An overdue subscription has no paid period left to use. */
const isOverdue = ({ status }: BuyerSubscriptionRow): boolean =>
  status === 'past_due' || status === 'unpaid' || status === 'incomplete';
