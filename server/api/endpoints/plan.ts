import { z } from 'zod';

import {
  cancelSubscription,
  customerPortal,
  listInvoices,
  reactivateSubscription,
} from '#server/functions/subscription-acts.ts';
import {
  checkSubscriptionStatus,
  createSubscription,
  upgradeSubscription,
} from '#server/functions/subscription.ts';

import {
  ApiInvoice,
  ApiLink,
  ApiPlan,
  ApiPlanChange,
  ApiPlanId,
  ApiPlanStarted,
  ApiReactivated,
} from '../answers/account.ts';
import { Moment } from '../answers/shape.ts';
import { endpoint, OF_STRIPE, type AnyEndpoint } from '../endpoint.ts';

const group = 'Plan';

/** Endpoints for the seller's own subscription to this product. */
export const PLAN_ENDPOINTS: readonly AnyEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/plan',
    scope: 'account:read',
    does: checkSubscriptionStatus,
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
  endpoint({
    method: 'POST',
    path: '/plan',
    scope: 'account:write',
    does: createSubscription,
    group,
    summary: 'Start the trial',
    body: z.strictObject({ plan: ApiPlanId }),
    answer: ApiPlanStarted,
    status: 201,
    errors: ['subscription_exists', 'plan_change_under_way', 'downgrade_below_sales', ...OF_STRIPE],
    toBody: ({ body }) => ({ planId: body.plan }),
  }),
  endpoint({
    method: 'POST',
    path: '/plan/change',
    scope: 'account:write',
    does: upgradeSubscription,
    group,
    summary: 'Change the plan',
    description:
      'A larger plan begins at once and is charged; a smaller one begins with the next billing cycle.',
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
      ...OF_STRIPE,
    ],
    toBody: ({ body, program }) => ({ targetPlan: body.plan, userId: program.caller.userId }),
  }),
  endpoint({
    method: 'POST',
    path: '/plan/cancel',
    scope: 'account:write',
    does: cancelSubscription,
    group,
    summary: 'Cancel the plan',
    description: 'Pages stay on sale until what is paid for is over.',
    answer: z.strictObject({ endsAt: Moment }),
    errors: ['subscription_missing', 'subscription_canceled', 'plan_change_under_way', ...OF_STRIPE],
    toBody: () => ({}),
  }),
  endpoint({
    method: 'POST',
    path: '/plan/reactivate',
    scope: 'account:write',
    does: reactivateSubscription,
    group,
    summary: 'Go on with a cancelled plan',
    answer: ApiReactivated,
    errors: [
      'subscription_missing',
      'plan_change_under_way',
      'payment_overdue',
      'payment_declined',
      ...OF_STRIPE,
    ],
    toBody: () => ({}),
  }),
  endpoint({
    method: 'POST',
    path: '/plan/portal',
    scope: 'account:write',
    does: customerPortal,
    group,
    summary: 'Get a link to Stripe’s pages for the plan',
    description: 'For a person who is to change the card or read invoices there.',
    body: z.strictObject({ flow: z.literal('payment_method_update').optional() }),
    answer: ApiLink,
    errors: ['subscription_missing', ...OF_STRIPE],
    toBody: ({ body }) => body,
  }),
  endpoint({
    method: 'GET',
    path: '/plan/invoices',
    scope: 'account:read',
    does: listInvoices,
    group,
    summary: 'List invoices of the plan',
    answer: z.strictObject({ invoices: z.array(ApiInvoice) }),
    errors: OF_STRIPE,
    toBody: () => ({}),
  }),
];
