import { z } from 'zod';

import { AppError } from '#domain/errors.ts';
import { setTimeZone } from '#server/analytics/rpc/read-analytics.ts';
import {
  ApiConnection,
  ApiInvoice,
  ApiLink,
  ApiPlan,
  ApiPlanChange,
  ApiPlanId,
  ApiPlanStarted,
  ApiReactivated,
} from '#server/api-schemas/account-schemas.ts';
import { DateTime } from '#server/api-schemas/base-schemas.ts';
import { ApiKeySchema } from '#server/api-schemas/integration-schemas.ts';
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
  sales: z.boolean().describe('Whether each sale and renewal is announced by email.'),
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
    summary: 'Get the connection with Stripe',
    query: z.strictObject({
      refresh: z.boolean().optional().describe('Asks Stripe first.'),
    }),
    answer: ApiConnection,
    errors: STRIPE_ERRORS,
  }),
  defineEndpoint('POST /connection/onboarding', {
    rpcFunction: stripeConnectOnboarding,
    summary: 'Make a link to connect Stripe',
    description: 'For a person to open: Stripe asks there what it needs to know.',
    answer: z.union([z.strictObject({ url: z.string() }), z.strictObject({ alreadyConnected: z.literal(true) })]),
    errors: STRIPE_ERRORS,
  }),
  defineEndpoint('POST /connection/dashboard', {
    rpcFunction: stripeConnectDashboard,
    summary: 'Make a link to the Stripe dashboard',
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
    description: 'In which the days of analytics are counted.',
    body: TimeZone,
    answer: TimeZone,
  }),
]);

const KEYS = defineGroup('Keys', SCOPES, [
  defineListEndpoint('/keys', {
    rpcFunction: listApiKeys,
    summary: 'List the keys of the API',
    description: 'The last made first, those that have ended too. New ones are made by a person, at Integrations.',
    item: ApiKeySchema,
    findRows: ({ db, mode }, { sellerId, limit, after }) =>
      findApiKeys(db, sellerId, mode, { limit, before: parseSortKey(after) }),
    keyOf: toSortKey,
    toItems: (rows) => rows.map(toApiKey),
  }),
  defineEndpoint('DELETE /keys/{keyId}', {
    rpcFunction: revokeApiKey,
    summary: 'Revoke a key',
    description: 'It opens nothing from the next request on.',
    answer: Revoked,
  }),
  defineEndpoint('GET /key', {
    scope: null,
    rpcFunction: listApiKeys,
    summary: 'Get the key that asks',
    description: 'What it may do, and until when.',
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
    summary: 'Revoke the key that asks',
    description: 'Any key may do this, so that anyone who finds a leaked key can revoke it.',
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
      refresh: z.boolean().optional().describe('True: Stripe is asked first'),
    }),
    answer: ApiPlan,
    // While Stripe is unavailable, the stored plan is the answer.
    errors: ['provider_refused'],
  }),
  defineEndpoint('POST /plan', {
    rpcFunction: createSubscription,
    summary: 'Start the trial',
    body: z.strictObject({ plan: ApiPlanId }),
    answer: ApiPlanStarted,
    status: 201,
    errors: ['subscription_exists', 'plan_change_under_way', 'downgrade_below_sales', ...STRIPE_ERRORS],
    toBody: ({ body }) => ({ planId: body.plan }),
  }),
  defineEndpoint('POST /plan/change', {
    rpcFunction: upgradeSubscription,
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
  defineEndpoint('POST /plan/cancel', {
    rpcFunction: cancelSubscription,
    summary: 'Cancel the plan',
    description: 'Pages stay on sale until what is paid for is over.',
    answer: z.strictObject({ endsAt: DateTime }),
    errors: ['subscription_missing', 'subscription_canceled', 'plan_change_under_way', ...STRIPE_ERRORS],
  }),
  defineEndpoint('POST /plan/reactivate', {
    rpcFunction: reactivateSubscription,
    summary: 'Go on with a cancelled plan',
    answer: ApiReactivated,
    errors: ['subscription_missing', 'plan_change_under_way', 'payment_overdue', 'payment_declined', ...STRIPE_ERRORS],
  }),
  defineEndpoint('POST /plan/portal', {
    rpcFunction: customerPortal,
    summary: 'Get a link to Stripe’s pages for the plan',
    description: 'For a person who is to change the card or read invoices there.',
    body: z.strictObject({ flow: z.literal('payment_method_update').optional() }),
    answer: ApiLink,
    errors: ['subscription_missing', ...STRIPE_ERRORS],
  }),
  defineEndpoint('GET /plan/invoices', {
    rpcFunction: listInvoices,
    summary: 'List invoices of the plan',
    answer: z.strictObject({ invoices: z.array(ApiInvoice) }),
    errors: STRIPE_ERRORS,
  }),
]);

export const ACCOUNT_ENDPOINTS = [...ACCOUNT, ...KEYS, ...PLAN];
