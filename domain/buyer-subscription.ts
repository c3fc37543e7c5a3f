import type { BillingInterval } from './order.ts';

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

/** State shown in the interface; `ending` is active until its `cancelAt`. */
export type BuyerSubscriptionState = 'active' | 'ending' | 'overdue' | 'ended';

/** A buyer's subscription as the seller's list and the buyer see it. Minor units; dates are ISO 8601 UTC. */
export type BuyerSubscription = {
  id: string;
  orderId: string | null;
  orderNumber: number | null;
  state: BuyerSubscriptionState;
  email: string | null;
  buyerName: string | null;
  productName: string;
  currency: string;
  amount: number;
  billing: BillingInterval;
  /** Due date of the next payment, or the end of access. */
  periodEnd: string;
  cancelAt: string | null;
  endedAt: string | null;
  /** The failed renewal: where the buyer can pay it, and when Stripe retries. */
  failed: { at: string; payUrl: string | null; nextTryAt: string | null } | null;
  /** Number of payments so far, then their net amount. */
  payments: number;
  net: number;
  createdAt: string;
};

export function toBuyerSubscriptionState(
  status: BuyerSubscriptionStatus,
  cancelAt: Date | null,
): BuyerSubscriptionState {
  if (status === 'canceled' || status === 'incomplete_expired') return 'ended';
  if (status === 'past_due' || status === 'unpaid' || status === 'incomplete') return 'overdue';
  return cancelAt ? 'ending' : 'active';
}
