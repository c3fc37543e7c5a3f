import { toBuyerSubscriptionState, type BuyerSubscriptionStatus } from './buyer-subscription.ts';
import type { PaymentPlan } from './order.ts';

type PlanSubscription = {
  status: BuyerSubscriptionStatus;
  cancelAt: Date | null;
  periodEnd: Date;
};

/** `installments`: number of all payments; null for an order without a payment plan, which gives null. */
export function toPaymentPlan(
  installments: number | null,
  paid: number,
  subscription: PlanSubscription | null,
): PaymentPlan | null {
  if (installments === null) return null;
  const plan = { count: installments, paid };
  if (paid >= installments) return { ...plan, state: 'complete', nextAt: null };
  const state = subscription && toBuyerSubscriptionState(subscription.status, subscription.cancelAt);
  if (state === 'ended') return { ...plan, state: 'ended_early', nextAt: null };
  if (state === 'overdue') return { ...plan, state, nextAt: null };
  return { ...plan, state: 'running', nextAt: subscription?.periodEnd.toISOString() ?? null };
}
