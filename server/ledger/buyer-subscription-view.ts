import { toBuyerSubscriptionState, type BuyerSubscription } from '#domain/buyer-subscription.ts';
import type { SubscriptionWithOrder } from '#server/ledger/queries/buyer-subscriptions.ts';

const toIsoString = (date: Date | null): string | null => date?.toISOString() ?? null;

/** A buyer's subscription as its seller sees it. */
export const toBuyerSubscription = ({
  row,
  order,
  productName,
  paymentCount: payments,
  netRevenue: net,
}: SubscriptionWithOrder): BuyerSubscription => ({
  id: row.id,
  orderId: order?.id ?? null,
  orderNumber: order?.number ?? null,
  state: toBuyerSubscriptionState(row.status, row.cancelAt),
  email: order?.email ?? null,
  buyerName: order?.buyerName ?? null,
  productName,
  currency: row.currency,
  amount: row.amount,
  billing: row.billing,
  periodEnd: row.periodEnd.toISOString(),
  cancelAt: toIsoString(row.cancelAt),
  endedAt: toIsoString(row.endedAt),
  failed: row.failedAt && {
    at: row.failedAt.toISOString(),
    payUrl: row.payUrl,
    nextTryAt: toIsoString(row.nextRetryAt),
  },
  payments,
  net,
  createdAt: row.createdAt.toISOString(),
});
