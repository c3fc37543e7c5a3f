import { ShopError } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import type { PurchaseRow } from '#server/db/purchases.ts';
import type { BuyerSubscriptionRow } from '#server/db/sold-subscriptions.ts';
import { cancelBuyerSubscription, resumeBuyerSubscription } from '#server/orders/buyer-subscriptions.ts';
import { orRefused, take } from '#server/pages/or-refused.ts';
import type { Buyer, Refused } from '#server/shop.ts';
import { actLimits } from './buyer-limits.ts';
import { cardPortalUrl, keepCard } from './card-portal.ts';

/** Creates the buyer's subscription actions. `findOwnPurchase`: finds a purchase of the buyer by subscription id. */
export function buyerActs(
  context: Context,
  email: string,
  find: (id: string) => Promise<PurchaseRow | null>,
): Pick<Buyer, 'cancel' | 'resume' | 'cardUrl' | 'keepCard'> {
  const act = <T>(title: string, id: string, run: (row: BuyerSubscriptionRow) => Promise<T>) =>
    orRefused(context, title, async () => {
      await take(context, actLimits(context, email));
      const found = await find(id);
      if (!found?.subscription) throw new ShopError('not_found');
      return run(found.subscription);
    });
  const done = (title: string, id: string, run: (row: BuyerSubscriptionRow) => Promise<void>) =>
    act<Refused | null>(title, id, async (row) => {
      await run(row);
      return null;
    });
  return {
    cancel: (id) =>
      done('Not cancelled', id, (row) => cancelBuyerSubscription(context, row, isOverdue(row), 'buyer')),
    resume: (id) => done('Not resumed', id, (row) => resumeBuyerSubscription(context, row, 'buyer')),
    cardUrl: (id) => act('Card not changed', id, async (row) => ({ url: await cardPortalUrl(context, row) })),
    keepCard: (id) => done('Card not changed', id, (row) => keepCard(context, row)),
  };
}

/** An overdue subscription has no paid period left to use. */
const isOverdue = ({ status }: BuyerSubscriptionRow): boolean =>
  status === 'past_due' || status === 'unpaid' || status === 'incomplete';
