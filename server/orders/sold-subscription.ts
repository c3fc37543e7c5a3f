import { buyerSubscriptionState, type BuyerSubscription } from '#domain/buyer-subscription.ts';

import type { SoldSubscription } from '#server/db/sold-subscriptions.ts';

const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null;

/** A buyer's subscription as its seller sees it. */
export const subscriptionOf = ({
  row,
  order,
  productName,
  payments,
  net,
}: SoldSubscription): BuyerSubscription => ({
  id: row.id,
  orderId: order?.id ?? null,
  orderNumber: order?.number ?? null,
  state: buyerSubscriptionState(row.status, row.cancelAt),
  email: order?.email ?? null,
  buyerName: order?.buyerName ?? null,
  productName,
  currency: row.currency,
  amount: row.amount,
  billing: row.billing,
  periodEnd: row.periodEnd.toISOString(),
  cancelAt: isoOf(row.cancelAt),
  endedAt: isoOf(row.endedAt),
  failed: row.failedAt && {
    at: row.failedAt.toISOString(),
    payUrl: row.payUrl,
    nextTryAt: isoOf(row.nextTryAt),
  },
  payments,
  net,
  createdAt: row.createdAt.toISOString(),
});
