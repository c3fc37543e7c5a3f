import { z } from 'zod';

import { isAppError, AppError } from '#domain/errors.ts';

import { changePlan } from '#server/billing/change-plan.ts';
import { startTrial } from '#server/billing/start-trial.ts';
import { getSubscriptionStatus } from '#server/billing/subscription-status.ts';
import { syncPlan } from '#server/billing/sync-plan.ts';
import type { Context } from '#server/context.ts';
import { MINUTE_MS } from '#server/http/rate-limits.ts';
import { defineRpcFunction } from './backend-function.ts';
import { planRateLimits } from './plan-limits.ts';

const Plan = z.enum(['starter', 'growth', 'pro']);

export const checkSubscriptionStatus = defineRpcFunction({
  name: 'check-subscription-status',
  title: 'Error',
  access: 'reads',
  body: z.strictObject({ refresh: z.boolean().optional() }),
  limits: ({ caller }, { refresh }) =>
    refresh ? [{ key: `plan-refresh:${caller.sellerId}`, limit: 30, windowMs: MINUTE_MS }] : [],
  run: async (context, { caller }, { refresh = false }) => {
    if (refresh) await refreshPlan(context, caller.sellerId);
    return getSubscriptionStatus(context, caller.sellerId);
  },
});

/** Refreshes the plan from Stripe. While Stripe is unavailable, the stored plan is the answer. */
async function refreshPlan(context: Context, sellerId: string): Promise<void> {
  try {
    await syncPlan(context, sellerId);
  } catch (error) {
    if (!isAppError(error) || error.code !== 'provider_unavailable') throw error;
    context.log.warn({ err: error, sellerId }, 'a plan could not be read again');
  }
}

export const createSubscription = defineRpcFunction({
  name: 'create-subscription',
  title: 'Failed to start trial. Please try again.',
  access: 'writes',
  body: z.strictObject({ planId: Plan }),
  limits: planRateLimits('trial'),
  run: async (context, { caller }, { planId }) => {
    const { created } = await startTrial(context, caller, planId);
    return { success: true as const, created, status: await getSubscriptionStatus(context, caller.sellerId) };
  },
});

export const upgradeSubscription = defineRpcFunction({
  name: 'upgrade-subscription',
  title: 'Failed to upgrade plan',
  access: 'writes',
  body: z.strictObject({ targetPlan: Plan, userId: z.string().max(64) }),
  limits: planRateLimits('change'),
  run: async (context, { caller }, { targetPlan, userId }) => {
    if (userId !== caller.userId) {
      context.log.warn({ caller: caller.userId, named: userId }, 'a plan was to be changed for another user');
      throw new AppError('another_user');
    }
    return changePlan(context, caller.sellerId, targetPlan, { reason: 'seller' });
  },
});
