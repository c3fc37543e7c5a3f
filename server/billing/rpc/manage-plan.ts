import { z } from 'zod';

import { isAppError, AppError } from '#domain/errors.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { cancelPlan } from '#server/billing/cancel-plan.ts';
import { changePlan } from '#server/billing/change-plan.ts';
import { listPlanInvoices, createPortalUrl } from '#server/billing/plan-portal.ts';
import { reactivatePlan } from '#server/billing/reactivate-plan.ts';
import { startTrial } from '#server/billing/start-trial.ts';
import { getSubscriptionStatus } from '#server/billing/subscription-status.ts';
import { syncPlan } from '#server/billing/sync-plan.ts';
import type { Context } from '#server/core/context.ts';
import { planRateLimits } from '#server/http/rate-limits.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';

const EmptyBody = z.strictObject({});

export const customerPortal = defineRpcFunction({
  name: 'customer-portal',
  access: 'writes',
  body: z.strictObject({ flow: z.literal('payment_method_update').optional() }),
  limits: planRateLimits('portal'),
  run: async (context, { caller }, { flow }) => ({
    url: await createPortalUrl(context, caller.sellerId, flow),
  }),
});

export const cancelSubscription = defineRpcFunction({
  name: 'cancel-subscription',
  access: 'writes',
  body: EmptyBody,
  limits: planRateLimits('cancel'),
  run: async (context, { caller }) => ({
    endsAt: (await cancelPlan(context, caller.sellerId)).toISOString(),
  }),
});

export const reactivateSubscription = defineRpcFunction({
  name: 'reactivate-subscription',
  access: 'writes',
  body: EmptyBody,
  limits: planRateLimits('reactivate'),
  run: (context, { caller }) => reactivatePlan(context, caller.sellerId),
});

export const listInvoices = defineRpcFunction({
  name: 'list-invoices',
  access: 'reads',
  body: EmptyBody,
  limits: [{ name: 'plan-invoices', limit: 120, windowMs: HOUR_MS }],
  run: async (context, { caller }) => ({ invoices: await listPlanInvoices(context, caller.sellerId) }),
});

const Plan = z.enum(['starter', 'growth', 'pro']);

export const checkSubscriptionStatus = defineRpcFunction({
  name: 'check-subscription-status',
  access: 'reads',
  body: z.strictObject({ refresh: z.boolean().optional() }),
  limits: [{ name: 'plan-refresh', limit: 30, windowMs: MINUTE_MS, isForRefresh: true }],
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
    context.log.warn({ err: error, sellerId }, 'plan_refresh_failed');
  }
}

export const createSubscription = defineRpcFunction({
  name: 'create-subscription',
  access: 'writes',
  body: z.strictObject({ planId: Plan }),
  limits: planRateLimits('trial'),
  run: async (context, { caller }, { planId }) => {
    const created = await startTrial(context, caller, planId);
    return { success: true as const, created, status: await getSubscriptionStatus(context, caller.sellerId) };
  },
});

export const upgradeSubscription = defineRpcFunction({
  name: 'upgrade-subscription',
  access: 'writes',
  body: z.strictObject({ targetPlan: Plan, userId: z.string().max(64) }),
  limits: planRateLimits('change'),
  run: async (context, { caller }, { targetPlan, userId }) => {
    if (userId !== caller.userId) {
      context.log.warn({ caller: caller.userId, named: userId }, 'plan_change_for_other_user_refused');
      throw new AppError('another_user');
    }
    return changePlan(context, caller.sellerId, targetPlan, { reason: 'seller' });
  },
});
