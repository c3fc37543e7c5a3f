import { z } from 'zod';

import { ANALYTICS_DIMENSIONS, ANALYTICS_PRESETS } from '#domain/analytics.ts';
import { AppError } from '#domain/errors.ts';
import { exportAnalytics, getAnalytics, getBreakdown, setTimeZone } from '#server/analytics/rpc/read-analytics.ts';
import {
  ApiAnalytics,
  ApiBreakdown,
  ApiConnection,
  ApiCsv,
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
  paginate,
  parseSortKey,
} from '../define-endpoint.ts';

const AnalyticsQuery = {
  period: z.enum(ANALYTICS_PRESETS).optional().describe('Days of your time zone; left out, and no days given: `30d`'),
  from: z.iso.date().optional().describe('The first day, with `to` and without `period`'),
  to: z.iso.date().optional().describe('The last day'),
  compare: z
    .enum(['none', 'previous', 'year'])
    .optional()
    .describe('What it is laid beside: the days before, or those of the year before'),
  pageId: z.uuid().optional().describe('Only of this page'),
};
type AnalyticsQuery = z.infer<z.ZodObject<typeof AnalyticsQuery>>;

/** Parses the period of a query. Throws AppError 'invalid_request'. */
function toAnalyticsInput<A extends AnalyticsQuery>({ period, from, to, ...rest }: A) {
  if (from === undefined && to === undefined) return { ...rest, period: period ?? ('30d' as const) };
  if (period !== undefined || from === undefined || to === undefined) {
    const message = 'Give a period, or the first and the last day.';
    throw new AppError('invalid_request', { message, facts: { problems: [`period: ${message}`] } });
  }
  return { ...rest, period: { from, to } };
}

/** Metrics as the dashboard shows them. A plan that lacks something is refused with a message. */
export const ANALYTICS_ENDPOINTS = defineGroup('Analytics', [
  defineEndpoint('GET /analytics', {
    scope: 'analytics:read',
    rpcFunction: getAnalytics,
    summary: 'Get the figures of a period',
    description: 'Growth and Pro have every period, comparisons and notes; Starter the last 30 days.',
    query: z.strictObject(AnalyticsQuery),
    answer: ApiAnalytics,
    errors: ['not_found', 'plan_needed'],
    toBody: ({ query }) => toAnalyticsInput(query),
  }),
  defineEndpoint('GET /analytics/breakdown', {
    scope: 'analytics:read',
    rpcFunction: getBreakdown,
    summary: 'Break the figures down',
    description: 'The largest first, 50 to a page. Growth and Pro.',
    query: z.strictObject({
      ...AnalyticsQuery,
      by: z.enum(ANALYTICS_DIMENSIONS).optional().describe('Left out: `page`'),
      page: z.number().int().min(1).max(100_000).optional().describe('Counted from 1'),
    }),
    answer: ApiBreakdown,
    errors: ['not_found', 'plan_needed'],
    toBody: ({ query }) => ({ ...toAnalyticsInput(query), by: query.by ?? 'page' }),
  }),
  defineEndpoint('GET /analytics/export', {
    scope: 'analytics:read',
    rpcFunction: exportAnalytics,
    summary: 'Export figures as CSV',
    description: 'The points of the chart, or with `by` a whole breakdown. Growth and Pro.',
    query: z.strictObject({ ...AnalyticsQuery, by: z.enum(ANALYTICS_DIMENSIONS).optional() }),
    answer: ApiCsv,
    errors: ['not_found', 'plan_needed'],
    toBody: ({ query }) => toAnalyticsInput(query),
  }),
]);

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

export const ACCOUNT_ENDPOINTS = defineGroup('Account', [
  defineEndpoint('GET /connection', {
    scope: 'account:read',
    rpcFunction: getConnectionFunction,
    summary: 'Get the connection with Stripe',
    query: z.strictObject({
      refresh: z.boolean().optional().describe('Asks Stripe first.'),
    }),
    answer: ApiConnection,
    errors: STRIPE_ERRORS,
  }),
  defineEndpoint('POST /connection/onboarding', {
    scope: 'account:write',
    rpcFunction: stripeConnectOnboarding,
    summary: 'Make a link to connect Stripe',
    description: 'For a person to open: Stripe asks there what it needs to know.',
    answer: z.union([z.strictObject({ url: z.string() }), z.strictObject({ alreadyConnected: z.literal(true) })]),
    errors: STRIPE_ERRORS,
  }),
  defineEndpoint('POST /connection/dashboard', {
    scope: 'account:write',
    rpcFunction: stripeConnectDashboard,
    summary: 'Make a link to the Stripe dashboard',
    answer: z.strictObject({ url: z.string() }),
    errors: ['stripe_not_connected'],
  }),
  defineEndpoint('GET /notices', {
    scope: 'account:read',
    rpcFunction: getNotices,
    summary: 'Get email notification settings',
    answer: Notices,
  }),
  defineEndpoint('PUT /notices', {
    scope: 'account:write',
    rpcFunction: setNotices,
    summary: 'Set email notification settings',
    body: Notices,
    answer: Notices,
  }),
  defineEndpoint('PUT /time-zone', {
    scope: 'account:write',
    rpcFunction: setTimeZone,
    summary: 'Set the time zone',
    description: 'In which the days of analytics are counted.',
    body: TimeZone,
    answer: TimeZone,
  }),
]);

export const KEY_ENDPOINTS = defineGroup('Keys', [
  defineListEndpoint('/keys', {
    scope: 'account:read',
    rpcFunction: listApiKeys,
    summary: 'List the keys of the API',
    description: 'The last made first, those that have ended too. New ones are made by a person, at Integrations.',
    item: ApiKeySchema,
    list: async ({ db, mode }, { apiClient: { caller } }, { limit, after }) => {
      const query = { limit: limit + 1, before: parseSortKey(after) };
      const rows = await findApiKeys(db, caller.sellerId, mode, query);
      const { pageRows, next } = paginate(rows, limit, ({ createdAt, id }) => [createdAt.toISOString(), id]);
      return { data: pageRows.map(toApiKey), next };
    },
  }),
  defineEndpoint('DELETE /keys/{keyId}', {
    scope: 'account:write',
    rpcFunction: revokeApiKey,
    summary: 'Revoke a key',
    description: 'It opens nothing from the next request on.',
    answer: Revoked,
    errors: ['not_found'],
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
export const PLAN_ENDPOINTS = defineGroup('Plan', [
  defineEndpoint('GET /plan', {
    scope: 'account:read',
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
    scope: 'account:write',
    rpcFunction: createSubscription,
    summary: 'Start the trial',
    body: z.strictObject({ plan: ApiPlanId }),
    answer: ApiPlanStarted,
    status: 201,
    errors: ['subscription_exists', 'plan_change_under_way', 'downgrade_below_sales', ...STRIPE_ERRORS],
    toBody: ({ body }) => ({ planId: body.plan }),
  }),
  defineEndpoint('POST /plan/change', {
    scope: 'account:write',
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
    scope: 'account:write',
    rpcFunction: cancelSubscription,
    summary: 'Cancel the plan',
    description: 'Pages stay on sale until what is paid for is over.',
    answer: z.strictObject({ endsAt: DateTime }),
    errors: ['subscription_missing', 'subscription_canceled', 'plan_change_under_way', ...STRIPE_ERRORS],
  }),
  defineEndpoint('POST /plan/reactivate', {
    scope: 'account:write',
    rpcFunction: reactivateSubscription,
    summary: 'Go on with a cancelled plan',
    answer: ApiReactivated,
    errors: ['subscription_missing', 'plan_change_under_way', 'payment_overdue', 'payment_declined', ...STRIPE_ERRORS],
  }),
  defineEndpoint('POST /plan/portal', {
    scope: 'account:write',
    rpcFunction: customerPortal,
    summary: 'Get a link to Stripe’s pages for the plan',
    description: 'For a person who is to change the card or read invoices there.',
    body: z.strictObject({ flow: z.literal('payment_method_update').optional() }),
    answer: ApiLink,
    errors: ['subscription_missing', ...STRIPE_ERRORS],
  }),
  defineEndpoint('GET /plan/invoices', {
    scope: 'account:read',
    rpcFunction: listInvoices,
    summary: 'List invoices of the plan',
    answer: z.strictObject({ invoices: z.array(ApiInvoice) }),
    errors: STRIPE_ERRORS,
  }),
]);
