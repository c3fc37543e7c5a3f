import type { z } from 'zod';

import type { ApiSubscription } from './api-schemas/order-schemas.ts';

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
export type BuyerSubscriptionState = BuyerSubscription['state'];

/** A buyer's subscription as the seller's list and the buyer see it. */
export type BuyerSubscription = z.infer<typeof ApiSubscription>;

export function toBuyerSubscriptionState(
  status: BuyerSubscriptionStatus,
  cancelAt: Date | null,
): BuyerSubscriptionState {
  if (status === 'canceled' || status === 'incomplete_expired') return 'ended';
  if (status === 'past_due' || status === 'unpaid' || status === 'incomplete') return 'overdue';
  return cancelAt ? 'ending' : 'active';
}
