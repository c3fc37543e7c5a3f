import type { BillingInterval } from './order.ts';

/** The provider's words; those that never come to us are left out. */
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

/** What people read of it: `ending` is active until its `cancelAt`. */
export type BuyerSubscriptionState = 'active' | 'ending' | 'overdue' | 'ended';

/** A buyer's subscription as its seller's list, and its buyer, see it. Minor units; dates ISO 8601 UTC. */
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
  /** When the next payment is due, or the access ends. */
  periodEnd: string;
  cancelAt: string | null;
  endedAt: string | null;
  /** The renewal that could not be taken: where it can be paid, and when it is tried again. */
  failed: { at: string; payUrl: string | null; nextTryAt: string | null } | null;
  /** Payments so far, and what stayed of them. */
  payments: number;
  net: number;
  createdAt: string;
};

export function buyerSubscriptionState(
  status: BuyerSubscriptionStatus,
  cancelAt: Date | null,
): BuyerSubscriptionState {
  if (status === 'canceled' || status === 'incomplete_expired') return 'ended';
  if (status === 'past_due' || status === 'unpaid' || status === 'incomplete') return 'overdue';
  return cancelAt ? 'ending' : 'active';
}
