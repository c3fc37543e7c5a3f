import { z } from 'zod';

import {
  cancelSubscription,
  customerPortal,
  listInvoices,
  reactivateSubscription,
  checkSubscriptionStatus,
  createSubscription,
  upgradeSubscription,
} from '#server/billing/rpc/manage-plan.ts';

import { defineEndpoint, STRIPE_ERRORS, type ApiEndpoint } from '../define-endpoint.ts';
import {
  ApiInvoice,
  ApiLink,
  ApiPlan,
  ApiPlanChange,
  ApiPlanId,
  ApiPlanStarted,
  ApiReactivated,
} from '../schemas/account-schemas.ts';
import { DateTime } from '../schemas/base-schemas.ts';

const group = 'Plan';

/** Endpoints for the seller's own subscription to this product. */
export const PLAN_ENDPOINTS: readonly ApiEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/plan',
    scope: 'account:read',
    rpcFunction: checkSubscriptionStatus,
    group,
    summary: 'Get the plan',
    query: z.strictObject({
      refresh: z.boolean().optional().meta({ description: 'True: Stripe is asked first' }),
    }),
    answer: ApiPlan,
    // While Stripe is unavailable, the stored plan is the answer.
    errors: ['provider_refused'],
    toBody: ({ query }) => query,
  }),
  defineEndpoint({
    method: 'POST',
    path: '/plan',
    scope: 'account:write',
    rpcFunction: createSubscription,
    group,
    summary: 'Start the trial',
    body: z.strictObject({ plan: ApiPlanId }),
    answer: ApiPlanStarted,
    status: 201,
    errors: ['subscription_exists', 'plan_change_under_way', 'downgrade_below_sales', ...STRIPE_ERRORS],
    toBody: ({ body }) => ({ planId: body.plan }),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/plan/change',
    scope: 'account:write',
    rpcFunction: upgradeSubscription,
    group,
    summary: 'Change the plan',
    description: 'A larger plan begins at once and is charged; a smaller one begins with the next billing cycle.',
    body: z.strictObject({ plan: ApiPlanId }),
    answer: ApiPlanChange,
    errors: [
      'subscription_missing',
      'subscription_canceled',
      'plan_held',
      'plan_change_under_way',
      'downgrade_below_sales',
      'payment_overdue',
      'payment_method_needed',
      ...STRIPE_ERRORS,
    ],
    toBody: ({ body, apiClient }) => ({ targetPlan: body.plan, userId: apiClient.caller.userId }),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/plan/cancel',
    scope: 'account:write',
    rpcFunction: cancelSubscription,
    group,
    summary: 'Cancel the plan',
    description: 'Pages stay on sale until what is paid for is over.',
    answer: z.strictObject({ endsAt: DateTime }),
    errors: ['subscription_missing', 'subscription_canceled', 'plan_change_under_way', ...STRIPE_ERRORS],
    toBody: () => ({}),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/plan/reactivate',
    scope: 'account:write',
    rpcFunction: reactivateSubscription,
    group,
    summary: 'Go on with a cancelled plan',
    answer: ApiReactivated,
    errors: ['subscription_missing', 'plan_change_under_way', 'payment_overdue', 'payment_declined', ...STRIPE_ERRORS],
    toBody: () => ({}),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/plan/portal',
    scope: 'account:write',
    rpcFunction: customerPortal,
    group,
    summary: 'Get a link to Stripe’s pages for the plan',
    description: 'For a person who is to change the card or read invoices there.',
    body: z.strictObject({ flow: z.literal('payment_method_update').optional() }),
    answer: ApiLink,
    errors: ['subscription_missing', ...STRIPE_ERRORS],
    toBody: ({ body }) => body,
  }),
  defineEndpoint({
    method: 'GET',
    path: '/plan/invoices',
    scope: 'account:read',
    rpcFunction: listInvoices,
    group,
    summary: 'List invoices of the plan',
    answer: z.strictObject({ invoices: z.array(ApiInvoice) }),
    errors: STRIPE_ERRORS,
    toBody: () => ({}),
  }),
];
