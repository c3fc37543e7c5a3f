import { z } from 'zod';

import {
  Account,
  ApiKey,
  PlanId,
  PlanInvoice,
  SellerPlan,
  StripeConnection,
} from '#domain/api-resources/account-resources.ts';
import { Deleted, Link } from '#domain/api-resources/shared-resources.ts';
import { AppError } from '#domain/errors.ts';
import { getApiRateLimit, getMaxWebhookEndpoints, hasCustomDomains } from '#domain/plan-features.ts';
import type { Connection } from '#domain/rpc-contract.ts';
import { MAX_DOMAINS } from '#domain/seller-domain.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';
import { isTimeZone } from '#domain/time-zone.ts';
import { findTimeZone } from '#server/analytics/queries/publications.ts';
import { setTimeZone } from '#server/analytics/rpc/read-analytics.ts';
import { listApiKeys, revokeApiKey } from '#server/api/rpc/manage-api-keys.ts';
import { findOwnApiKey, listApiKeys as findApiKeys, type ApiKeyRow } from '#server/auth/queries/api-keys.ts';
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

import { parseSortKey, toSortKey } from '../cursors.ts';
import {
  STRIPE_ERRORS,
  defineEndpoint,
  defineGroup,
  defineListEndpoint,
  defineShortListEndpoint,
  type EndpointContext,
} from '../define-endpoint.ts';

const SCOPES = { read: 'account:read', write: 'account:write' } as const;
const USD = { currency: 'USD' };

async function loadAccount({ context, sellerId, apiClient, call }: EndpointContext): Promise<z.input<typeof Account>> {
  const { db, mode } = context;
  const { businessName } = await call(getConnectionFunction, {});
  const { currentPlan: plan } = await call(checkSubscriptionStatus, {});
  return {
    id: sellerId,
    email: apiClient.caller.email,
    businessName,
    mode,
    timeZone: (await findTimeZone(db, sellerId)) ?? 'UTC',
    notifications: await call(getNotices, {}),
    plan,
  };
}

const ACCOUNT = defineGroup('Account', SCOPES, [
  defineEndpoint('account.get', 'GET /account', {
    rpcFunctions: [getNotices],
    summary: 'Get the account',
    description: 'Tells which seller and mode the key belongs to.',
    response: Account,
    run: loadAccount,
  }),
  defineEndpoint('account.update', 'PATCH /account', {
    rpcFunctions: [setNotices, setTimeZone],
    summary: 'Update the account',
    body: z.strictObject({
      timeZone: z
        .string()
        .max(64)
        .refine(isTimeZone, 'Must be an IANA time zone')
        .optional()
        .meta({ description: 'IANA time zone in which analytics count days.', examples: ['Europe/Lisbon'] }),
      notifications: z
        .strictObject({ sales: z.boolean().describe('An email for each sale and renewal.') })
        .optional()
        .describe('Emails that you get.'),
    }),
    response: Account,
    run: async (input) => {
      const { timeZone, notifications } = input.body;
      if (timeZone !== undefined) await input.call(setTimeZone, { timeZone });
      if (notifications) await input.call(setNotices, notifications);
      return loadAccount(input);
    },
  }),
]);

const toStripeConnection = (connection: Connection): z.input<typeof StripeConnection> => ({
  state: connection.state,
  stripeAccountId: connection.stripe_account_id,
  businessName: connection.businessName,
  country: connection.country,
  incompleteReason: connection.reason,
  canConnectExisting: connection.canConnectExisting,
  formerStripeAccountId: connection.former?.accountId ?? null,
});

const Refresh = z.strictObject({
  refresh: z.boolean().optional().describe('Fetches the latest state from Stripe.'),
});

const STRIPE_CONNECTION = defineGroup('Stripe connection', SCOPES, [
  defineEndpoint('stripeConnection.get', 'GET /stripe-connection', {
    rpcFunctions: [getConnectionFunction],
    summary: 'Get the Stripe connection',
    query: Refresh,
    response: StripeConnection,
    errors: STRIPE_ERRORS,
    run: async ({ call, query }) => toStripeConnection(await call(getConnectionFunction, query)),
  }),
  defineEndpoint('stripeConnection.createOnboardingLink', 'POST /stripe-connection/onboarding-links', {
    rpcFunctions: [stripeConnectOnboarding],
    summary: 'Create a link to Stripe’s onboarding',
    description: 'Stripe collects the required information there.',
    response: Link,
    status: 201,
    errors: ['stripe_already_connected', ...STRIPE_ERRORS],
    run: async ({ call }) => {
      const onboarding = await call(stripeConnectOnboarding, {});
      if ('alreadyConnected' in onboarding) throw new AppError('stripe_already_connected');
      return onboarding;
    },
  }),
  defineEndpoint('stripeConnection.createDashboardLink', 'POST /stripe-connection/dashboard-links', {
    rpcFunctions: [stripeConnectDashboard],
    summary: 'Create a link to your Stripe dashboard',
    response: Link,
    status: 201,
    errors: ['stripe_not_connected'],
    run: ({ call }) => call(stripeConnectDashboard, {}),
  }),
]);

const toApiKey = (row: ApiKeyRow): z.input<typeof ApiKey> => ({
  id: row.id,
  name: row.name,
  prefix: row.start,
  scopes: row.scopes,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  lastUsedIp: row.lastUsedFrom,
});

async function revokeKey({ call }: EndpointContext, keyId: string): Promise<z.input<typeof Deleted>> {
  await call(revokeApiKey, { keyId });
  return { id: keyId, deleted: true };
}

const KEYS = defineGroup('Keys', SCOPES, [
  defineListEndpoint('keys.list', '/keys', {
    rpcFunctions: [listApiKeys],
    summary: 'List API keys',
    description: 'Newest first, including expired keys. Only a signed-in person can create keys.',
    item: ApiKey,
    findRows: ({ context: { db, mode }, sellerId, limit, after }) =>
      findApiKeys(db, sellerId, mode, { limit, before: parseSortKey(after) }),
    keyOf: toSortKey,
    toItems: (rows) => rows.map(toApiKey),
  }),
  defineEndpoint('keys.current.get', 'GET /keys/current', {
    scope: null,
    summary: 'Get the current API key',
    description: 'Returns the scopes and expiration date of the key used for this request.',
    response: ApiKey,
    run: async ({ context, sellerId, apiClient }) => {
      const row = await findOwnApiKey(context.db, sellerId, context.mode, apiClient.keyId);
      if (!row) throw new AppError('unauthorized');
      return toApiKey(row);
    },
  }),
  defineEndpoint('keys.current.delete', 'DELETE /keys/current', {
    scope: null,
    summary: 'Revoke the current API key',
    description: 'No scope is required, so anyone who finds a leaked key can revoke it.',
    response: Deleted,
    run: (input) => revokeKey(input, input.apiClient.keyId),
  }),
  defineEndpoint('keys.delete', 'DELETE /keys/{keyId}', {
    rpcFunctions: [revokeApiKey],
    summary: 'Revoke an API key',
    description: 'Requests with this key are rejected immediately.',
    response: Deleted,
    run: (input) => revokeKey(input, input.params.keyId),
  }),
]);

function toSellerPlan(status: SubscriptionStatus): z.input<typeof SellerPlan> {
  const { monthlySales, currentPlan: plan, access, due, newPrice, pendingPlan } = status;
  return {
    plan,
    state: status.status,
    active: access,
    price: status.price === null ? null : { ...USD, amount: status.price },
    priceChange: newPrice && { ...USD, amount: newPrice.amount, startsAt: newPrice.at },
    scheduledChange: pendingPlan && { plan: pendingPlan.plan, startsAt: pendingPlan.at },
    amountDue: due && { ...USD, amount: due.amount, paymentUrl: due.url, plan: due.plan },
    card: status.card,
    monthlySales: {
      ...USD,
      amount: Math.round(monthlySales.amount * 100),
      limit: monthlySales.limit === null ? null : Math.round(monthlySales.limit * 100),
      percentage: monthlySales.percentage,
      transactionCount: monthlySales.transactions,
      exceeded: monthlySales.exceeded,
    },
    suggestedPlan: status.suggestedPlan,
    limits: {
      webhookEndpoints: getMaxWebhookEndpoints(plan, access),
      customDomains: hasCustomDomains(plan, access) ? MAX_DOMAINS : 0,
      requestsPerMinute: getApiRateLimit(plan, access),
    },
    trialUsed: status.trialUsed,
    trialEndsAt: status.trialEndsAt,
    currentPeriodEndsAt: status.currentPeriodEnd,
    cancelAt: status.cancelAt,
  };
}

const loadPlan = async ({ call }: EndpointContext, query: { refresh?: boolean } = {}) =>
  toSellerPlan(await call(checkSubscriptionStatus, query));

const PlanBody = z.strictObject({ plan: PlanId });

/** Endpoints for the seller's own subscription to this product. */
const PLAN = defineGroup('Plan', SCOPES, [
  defineEndpoint('plan.get', 'GET /plan', {
    rpcFunctions: [checkSubscriptionStatus],
    summary: 'Get the plan',
    query: Refresh,
    response: SellerPlan,
    // While Stripe is unavailable, the stored plan is the answer.
    errors: ['provider_refused'],
    run: (input) => loadPlan(input, input.query),
  }),
  defineEndpoint('plan.start', 'POST /plan', {
    rpcFunctions: [createSubscription],
    summary: 'Start the free trial',
    body: PlanBody,
    response: SellerPlan,
    status: 201,
    errors: ['subscription_exists', 'plan_change_under_way', 'downgrade_below_sales', ...STRIPE_ERRORS],
    run: async (input) => {
      await input.call(createSubscription, { planId: input.body.plan });
      return loadPlan(input);
    },
  }),
  defineEndpoint('plan.update', 'PATCH /plan', {
    rpcFunctions: [upgradeSubscription],
    summary: 'Change the plan',
    description:
      'Upgrades take effect immediately and are charged; if the charge needs you, `amountDue` has a link. Downgrades take effect at the next billing cycle.',
    body: PlanBody,
    response: SellerPlan,
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
    run: async (input) => {
      const { userId } = input.apiClient.caller;
      await input.call(upgradeSubscription, { targetPlan: input.body.plan, userId });
      return loadPlan(input);
    },
  }),
  defineEndpoint('plan.cancel', 'POST /plan/cancel', {
    rpcFunctions: [cancelSubscription],
    summary: 'Cancel the plan',
    description: 'Pages stay live until the end of the paid period.',
    response: SellerPlan,
    errors: ['subscription_missing', 'subscription_canceled', 'plan_change_under_way', ...STRIPE_ERRORS],
    run: async (input) => {
      await input.call(cancelSubscription, {});
      return loadPlan(input);
    },
  }),
  defineEndpoint('plan.reactivate', 'POST /plan/reactivate', {
    rpcFunctions: [reactivateSubscription],
    summary: 'Reactivate a canceled plan',
    response: SellerPlan,
    errors: [
      'subscription_missing',
      'plan_change_under_way',
      'payment_overdue',
      'payment_declined',
      'payment_method_needed',
      ...STRIPE_ERRORS,
    ],
    run: async (input) => {
      const { reactivated } = await input.call(reactivateSubscription, {});
      if (!reactivated) throw new AppError('payment_method_needed');
      return loadPlan(input);
    },
  }),
  defineEndpoint('plan.createPortalLink', 'POST /plan/portal-links', {
    rpcFunctions: [customerPortal],
    summary: 'Create a link to the billing portal',
    description: 'There you can change the payment method and view invoices.',
    body: z.strictObject({
      flow: z.literal('payment_method_update').optional().describe('Leads directly to the payment method.'),
    }),
    response: Link,
    status: 201,
    errors: ['subscription_missing', ...STRIPE_ERRORS],
    run: ({ call, body }) => call(customerPortal, body),
  }),
  defineShortListEndpoint('plan.invoices.list', '/plan/invoices', {
    rpcFunctions: [listInvoices],
    summary: 'List plan invoices',
    description: 'Newest first.',
    item: PlanInvoice,
    errors: STRIPE_ERRORS,
    keyOf: ({ id }) => id,
    load: async ({ call }) => {
      const { invoices } = await call(listInvoices, {});
      return invoices.map(({ status: state, ...invoice }) => ({ ...invoice, ...USD, state }));
    },
  }),
]);

export const ACCOUNT_ENDPOINTS = [...ACCOUNT, ...STRIPE_CONNECTION, ...PLAN, ...KEYS];
