import type { BillingInterval, PriceAfterDiscount } from './order.ts';

/** Stripe's subscription statuses. */
export const BUYER_SUBSCRIPTION_STATUSES = [
  'active',
  'trialing',
  'incomplete',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
  'incomplete_expired',
] as const;
export type BuyerSubscriptionStatus = (typeof BUYER_SUBSCRIPTION_STATUSES)[number];

/** State shown in the interface; `ending` is active, or in its trial, until its `cancelAt`. */
export type BuyerSubscriptionState = BuyerSubscription['state'];

/** A subscription as its order shows it. Amounts in minor units, dates in ISO 8601 UTC. */
export type OrderSubscription = {
  id: string;
  state: 'trialing' | 'active' | 'ending' | 'overdue' | 'ended';
  currency: string;
  /** Amount of the next renewal, for all units. */
  amount: number;
  priceAfterDiscount: PriceAfterDiscount | null;
  billing: BillingInterval;
  periodEnd: string;
  cancelAt: string | null;
  /** End of the free trial; stays afterwards. */
  trialEndsAt: string | null;
  endedAt: string | null;
  /** Failed renewal: where the buyer can pay it, and when Stripe retries. */
  failed: { at: string; payUrl: string | null; nextTryAt: string | null } | null;
  createdAt: string;
};

/** A buyer's subscription as the seller's list and the buyer see it. */
export type BuyerSubscription = OrderSubscription & {
  /** Null until the order is recorded. */
  orderId: string | null;
  orderNumber: number | null;
  email: string | null;
  buyerName: string | null;
  productName: string;
  /** Units of the product. */
  quantity: number;
  /** Number of all payments of a payment plan; null for a subscription. */
  installments: number | null;
  /** Number of payments so far, and what they brought in. */
  payments: number;
  net: number;
};

export const ENDED_STATUSES: readonly BuyerSubscriptionStatus[] = ['canceled', 'incomplete_expired'];
export const OVERDUE_STATUSES: readonly BuyerSubscriptionStatus[] = ['past_due', 'unpaid', 'incomplete'];

export function toBuyerSubscriptionState(
  status: BuyerSubscriptionStatus,
  cancelAt: Date | null,
): BuyerSubscriptionState {
  if (ENDED_STATUSES.includes(status)) return 'ended';
  if (OVERDUE_STATUSES.includes(status)) return 'overdue';
  if (cancelAt) return 'ending';
  return status === 'trialing' ? 'trialing' : 'active';
}
