import type Stripe from 'stripe';

import { isPlanId, type PlanId } from '#domain/plans.ts';

export const lookupKeyOf = (plan: PlanId): string => `${plan}_monthly`;
export const productIdOf = (plan: PlanId): string => `plan_${plan}`;

/** Returns the plan of a Stripe price, current or former, or null if it is not one of ours. */
export function planOfPrice(price: Stripe.Price): PlanId | null {
  const product = typeof price.product === 'string' ? price.product : price.product.id;
  const plan = product.startsWith('plan_') ? product.slice('plan_'.length) : price.metadata.plan;
  return isPlanId(plan) ? plan : null;
}
