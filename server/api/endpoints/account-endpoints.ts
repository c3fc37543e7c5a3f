import { z } from 'zod';

import {
  ApiConnection,
  ApiInvoice,
  ApiLink,
  ApiPlan,
  ApiPlanChange,
  ApiPlanId,
  ApiPlanStarted,
  ApiReactivated,
} from '#domain/api-schemas/account-schemas.ts';
import { DateTime } from '#domain/api-schemas/base-schemas.ts';
import { ApiKeySchema } from '#domain/api-schemas/integration-schemas.ts';
import { AppError } from '#domain/errors.ts';
import { setTimeZone } from '#server/analytics/rpc/read-analytics.ts';
import { listApiKeys, revokeApiKey } from '#server/api/rpc/manage-api-keys.ts';
import { listApiKeys as findApiKeys, toApiKey } from '#server/auth/queries/api-keys.ts';
import { getNotices, setNotices } from '#server/auth/rpc/manage-account.ts';
import {
  cancelSubscription,
  checkSubscriptionStatus,
  createSubscription,
  customerPortal,
  listInvoices,
  reactivateSubscription,
  upgradeSubscription,
} from '#server/billing/rpc/manage-plan.ts';
import {
  getConnectionFunction,
  stripeConnectDashboard,
  stripeConnectOnboarding,
} from '#server/stripe/rpc/manage-connection.ts';

import {
  STRIPE_ERRORS,
  defineEndpoint,
  defineGroup,
  defineListEndpoint,
  parseSortKey,
  toSortKey,
} from '../define-endpoint.ts';

const Notices = z.strictObject({
  sales: z.boolean().describe('Whether you get an email for each sale and renewal.'),
});
const TimeZone = z.strictObject({
  timeZone: z
    .string()
    .max(64)
    .meta({ examples: ['Europe/Lisbon'] }),
});
const Revoked = z.strictObject({ revoked: z.literal(true) });

const SCOPES = { read: 'account:read', write: 'account:write' } as const;

const ACCOUNT = defineGroup('Account', SCOPES, [
  defineEndpoint('GET /connection', {
    rpcFunction: getConnectionFunction,
    summary: 'Get the Stripe connection',
    query: z.strictObject({
      refresh: z.boolean().optional().describe('Fetches the latest state from Stripe.'),
    }),
    answer: ApiConnection,
    errors: STRIPE_ERRORS,
  }),
  defineEndpoint('POST /connection/onboarding', {
    rpcFunction: stripeConnectOnboarding,
    summary: 'Create a Stripe onboarding link',
    description: 'Returns a link to open in a browser, where Stripe collects the required information.',
    answer: z.union([z.strictObject({ url: z.string() }), z.strictObject({ alreadyConnected: z.literal(true) })]),
    errors: STRIPE_ERRORS,
  }),
  defineEndpoint('POST /connection/dashboard', {
    rpcFunction: stripeConnectDashboard,
    summary: 'Create a Stripe dashboard link',
    answer: z.strictObject({ url: z.string() }),
    errors: ['stripe_not_connected'],
  }),
  defineEndpoint('GET /notices', {
    rpcFunction: getNotices,
    summary: 'Get email notification settings',
    answer: Notices,
  }),
  defineEndpoint('PUT /notices', {
    rpcFunction: setNotices,
    summary: 'Set email notification settings',
    body: Notices,
    answer: Notices,
  }),
  defineEndpoint('PUT /time-zone', {
    rpcFunction: setTimeZone,
    summary: 'Set the time zone',
    description: 'Sets the time zone in which analytics count days.',
    body: TimeZone,
    answer: TimeZone,
  }),
]);

const KEYS = defineGroup('Keys', SCOPES, [
  defineListEndpoint('/keys', {
    rpcFunction: listApiKeys,
    summary: 'List API keys',
    description: 'Newest first, including expired keys. To create a key, use the Integrations screen.',
    item: ApiKeySchema,
    findRows: ({ db, mode }, { sellerId, limit, after }) =>
      findApiKeys(db, sellerId, mode, { limit, before: parseSortKey(after) }),
    keyOf: toSortKey,
    toItems: (rows) => rows.map(toApiKey),
  }),
  defineEndpoint('DELETE /keys/{keyId}', {
    rpcFunction: revokeApiKey,
    summary: 'Revoke an API key',
    description: 'Requests with this key are rejected immediately.',
    answer: Revoked,
  }),
  defineEndpoint('GET /key', {
    scope: null,
    rpcFunction: listApiKeys,
    summary: 'Get the current API key',
    description: 'Returns the scopes and expiration date of the key used for this request.',
    answer: ApiKeySchema,
    fromAnswer: ({ keys }, { apiClient }) => {
      const key = keys.find(({ id }) => id === apiClient.keyId);
      if (!key) throw new AppError('unauthorized');
      return key;
    },
  }),
  defineEndpoint('DELETE /key', {
    scope: null,
    rpcFunction: revokeApiKey,
    summary: 'Revoke the current API key',
    description: 'No scope is required, so anyone who finds a leaked key can revoke it.',
    answer: Revoked,
    toBody: ({ apiClient }) => ({ keyId: apiClient.keyId }),
  }),
]);

/** Endpoints for the seller's own subscription to this product. */
const PLAN = defineGroup('Plan', SCOPES, [
  defineEndpoint('GET /plan', {
    rpcFunction: checkSubscriptionStatus,
    summary: 'Get the plan',
    query: z.strictObject({
      refresh: z.boolean().optional().describe('Fetches the latest state from Stripe.'),
    }),
    answer: ApiPlan,
    // While Stripe is unavailable, the stored plan is the answer.
    errors: ['provider_refused'],
  }),
  defineEndpoint('POST /plan', {
    rpcFunction: createSubscription,
    summary: 'Start the free trial',
    body: z.strictObject({ plan: ApiPlanId }),
    answer: ApiPlanStarted,
    status: 201,
    errors: ['subscription_exists', 'plan_change_under_way', 'downgrade_below_sales', ...STRIPE_ERRORS],
    toBody: ({ body }) => ({ planId: body.plan }),
  }),
  defineEndpoint('POST /plan/change', {
    rpcFunction: upgradeSubscription,
    summary: 'Change the plan',
    description: 'Upgrades take effect immediately and are charged. Downgrades take effect at the next billing cycle.',
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
  defineEndpoint('POST /plan/cancel', {
    rpcFunction: cancelSubscription,
    summary: 'Cancel the plan',
    description: 'Pages stay live until the end of the paid period.',
    answer: z.strictObject({ endsAt: DateTime }),
    errors: ['subscription_missing', 'subscription_canceled', 'plan_change_under_way', ...STRIPE_ERRORS],
  }),
  defineEndpoint('POST /plan/reactivate', {
    rpcFunction: reactivateSubscription,
    summary: 'Reactivate a canceled plan',
    answer: ApiReactivated,
    errors: ['subscription_missing', 'plan_change_under_way', 'payment_overdue', 'payment_declined', ...STRIPE_ERRORS],
  }),
  defineEndpoint('POST /plan/portal', {
    rpcFunction: customerPortal,
    summary: 'Create a billing portal link',
    description: 'Returns a link to open in a browser, to change the payment method or view invoices.',
    body: z.strictObject({ flow: z.literal('payment_method_update').optional() }),
    answer: ApiLink,
    errors: ['subscription_missing', ...STRIPE_ERRORS],
  }),
  defineEndpoint('GET /plan/invoices', {
    rpcFunction: listInvoices,
    summary: 'List plan invoices',
    answer: z.strictObject({ invoices: z.array(ApiInvoice) }),
    errors: STRIPE_ERRORS,
  }),
]);

export const ACCOUNT_ENDPOINTS = [...ACCOUNT, ...KEYS, ...PLAN];
