import { z } from 'zod';

import { cancelPlan } from '#server/billing/cancel-plan.ts';
import { listPlanInvoices } from '#server/billing/plan-invoices.ts';
import { planPortalUrl } from '#server/billing/plan-portal.ts';
import { reactivatePlan } from '#server/billing/reactivate-plan.ts';
import { HOUR_MS, type Bucket } from '#server/http/rate-limits.ts';
import { backendFunction } from './backend-function.ts';

const NOTHING = z.strictObject({});

const hourly = (act: string, sellerId: string, limit: number): Bucket[] => [
  { key: `${act}:${sellerId}`, limit, windowMs: HOUR_MS },
];

export const customerPortal = backendFunction({
  name: 'customer-portal',
  title: 'Failed to open subscription portal',
  access: 'writes',
  body: z.strictObject({ flow: z.literal('payment_method_update').optional() }),
  limits: ({ caller }) => hourly('plan-portal', caller.sellerId, 60),
  run: async (context, { caller }, { flow }) => ({
    url: await planPortalUrl(context, caller.sellerId, flow),
  }),
});

export const cancelSubscription = backendFunction({
  name: 'cancel-subscription',
  title: 'Failed to cancel plan',
  access: 'writes',
  body: NOTHING,
  limits: ({ caller }) => hourly('plan-cancel', caller.sellerId, 10),
  run: async (context, { caller }) => ({
    endsAt: (await cancelPlan(context, caller.sellerId)).toISOString(),
  }),
});

export const reactivateSubscription = backendFunction({
  name: 'reactivate-subscription',
  title: 'Failed to reactivate plan',
  access: 'writes',
  body: NOTHING,
  limits: ({ caller }) => hourly('plan-reactivate', caller.sellerId, 10),
  run: (context, { caller }) => reactivatePlan(context, caller.sellerId),
});

export const listInvoices = backendFunction({
  name: 'list-invoices',
  title: 'Failed to load invoices',
  access: 'reads',
  body: NOTHING,
  limits: ({ caller }) => hourly('plan-invoices', caller.sellerId, 120),
  run: async (context, { caller }) => ({ invoices: await listPlanInvoices(context, caller.sellerId) }),
});
