import { z } from 'zod';

import { cancelPlan } from '#server/billing/cancel-plan.ts';
import { listPlanInvoices } from '#server/billing/plan-invoices.ts';
import { planPortalUrl } from '#server/billing/plan-portal.ts';
import { reactivatePlan } from '#server/billing/reactivate-plan.ts';
import { HOUR_MS } from '#server/http/rate-limits.ts';
import { backendFunction } from './backend-function.ts';
import { planLimits } from './plan-limits.ts';

const NOTHING = z.strictObject({});

export const customerPortal = backendFunction({
  name: 'customer-portal',
  title: 'Failed to open subscription portal',
  access: 'writes',
  body: z.strictObject({ flow: z.literal('payment_method_update').optional() }),
  limits: planLimits('portal'),
  run: async (context, { caller }, { flow }) => ({
    url: await planPortalUrl(context, caller.sellerId, flow),
  }),
});

export const cancelSubscription = backendFunction({
  name: 'cancel-subscription',
  title: 'Failed to cancel plan',
  access: 'writes',
  body: NOTHING,
  limits: planLimits('cancel'),
  run: async (context, { caller }) => ({
    endsAt: (await cancelPlan(context, caller.sellerId)).toISOString(),
  }),
});

export const reactivateSubscription = backendFunction({
  name: 'reactivate-subscription',
  title: 'Failed to reactivate plan',
  access: 'writes',
  body: NOTHING,
  limits: planLimits('reactivate'),
  run: (context, { caller }) => reactivatePlan(context, caller.sellerId),
});

export const listInvoices = backendFunction({
  name: 'list-invoices',
  title: 'Failed to load invoices',
  access: 'reads',
  body: NOTHING,
  limits: ({ caller }) => [{ key: `plan-invoices:${caller.sellerId}`, limit: 120, windowMs: HOUR_MS }],
  run: async (context, { caller }) => ({ invoices: await listPlanInvoices(context, caller.sellerId) }),
});
