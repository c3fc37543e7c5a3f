import type Stripe from 'stripe';

import { isPlanId, type PlanId } from '#domain/plans.ts';

export const lookupKeyOf = (plan: PlanId): string => `${plan}_monthly`;
export const productOf = (plan: PlanId): string => `plan_${plan}`;

/** The plan that a price of the provider stands for, today's or a former one; null for prices that are not ours. */
export function planOfPrice(price: Stripe.Price): PlanId | null {
  const product = typeof price.product === 'string' ? price.product : price.product.id;
  const plan = product.startsWith('plan_') ? product.slice('plan_'.length) : price.metadata.plan;
  return isPlanId(plan) ? plan : null;
}
