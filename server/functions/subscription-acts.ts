import { z } from 'zod';

import { cancelPlan } from '#server/billing/cancel-plan.ts';
import { listPlanInvoices } from '#server/billing/plan-invoices.ts';
import { createPortalUrl } from '#server/billing/plan-portal.ts';
import { reactivatePlan } from '#server/billing/reactivate-plan.ts';
import { HOUR_MS } from '#server/http/rate-limits.ts';
import { defineRpcFunction } from './backend-function.ts';
import { planRateLimits } from './plan-limits.ts';

const EmptyBody = z.strictObject({});

export const customerPortal = defineRpcFunction({
  name: 'customer-portal',
  title: 'Failed to open subscription portal',
  access: 'writes',
  body: z.strictObject({ flow: z.literal('payment_method_update').optional() }),
  limits: planRateLimits('portal'),
  run: async (context, { caller }, { flow }) => ({
    url: await createPortalUrl(context, caller.sellerId, flow),
  }),
});

export const cancelSubscription = defineRpcFunction({
  name: 'cancel-subscription',
  title: 'Failed to cancel plan',
  access: 'writes',
  body: EmptyBody,
  limits: planRateLimits('cancel'),
  run: async (context, { caller }) => ({
    endsAt: (await cancelPlan(context, caller.sellerId)).toISOString(),
  }),
});

export const reactivateSubscription = defineRpcFunction({
  name: 'reactivate-subscription',
  title: 'Failed to reactivate plan',
  access: 'writes',
  body: EmptyBody,
  limits: planRateLimits('reactivate'),
  run: (context, { caller }) => reactivatePlan(context, caller.sellerId),
});

export const listInvoices = defineRpcFunction({
  name: 'list-invoices',
  title: 'Failed to load invoices',
  access: 'reads',
  body: EmptyBody,
  limits: ({ caller }) => [{ key: `plan-invoices:${caller.sellerId}`, limit: 120, windowMs: HOUR_MS }],
  run: async (context, { caller }) => ({ invoices: await listPlanInvoices(context, caller.sellerId) }),
});
