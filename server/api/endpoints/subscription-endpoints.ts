import { z } from 'zod';

import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';
import { toBuyerSubscription } from '#server/ledger/buyer-subscription-view.ts';
import { listSubscriptionsAfterCursor } from '#server/ledger/queries/buyer-subscriptions.ts';
import {
  cancelBuyerSubscriptionFunction,
  listBuyerSubscriptions,
  resumeBuyerSubscriptionFunction,
} from '#server/orders/rpc/manage-subscriptions.ts';

import { paginate, defineEndpoint, defineListEndpoint, STRIPE_ERRORS, type ApiEndpoint } from '../define-endpoint.ts';
import { ApiSubscription } from '../schemas/order-part-schemas.ts';

const group = 'Subscriptions';
const CHANGE_ERRORS = ['not_found', 'subscription_over', 'stripe_not_connected', ...STRIPE_ERRORS] as const;

/** Endpoints for subscriptions that buyers pay. */
export const SUBSCRIPTION_ENDPOINTS: readonly ApiEndpoint[] = [
  defineListEndpoint({
    path: '/subscriptions',
    scope: 'orders:read',
    rpcFunction: listBuyerSubscriptions,
    group,
    summary: 'List buyers’ subscriptions',
    description: 'The newest first.',
    query: z.strictObject({
      search: z
        .string()
        .max(MAX_SEARCH_LENGTH)
        .optional()
        .meta({ description: 'Beginnings of words of name, address or product, or the order’s number' }),
      state: z.enum(['active', 'ending', 'overdue', 'ended']).optional(),
    }),
    item: ApiSubscription,
    errors: [],
    list: async ({ db, mode }, { apiClient, query }, { limit, after }) => {
      const before = after && { createdAt: String(after[0]), id: String(after[1]) };
      const listFilter = { sellerId: apiClient.caller.sellerId, mode, filter: query };
      const subscriptionRows = await listSubscriptionsAfterCursor(db, listFilter, before, limit + 1);
      const { pageRows, next } = paginate(subscriptionRows, limit, ({ row }) => [row.createdAt.toISOString(), row.id]);
      return { data: pageRows.map(toBuyerSubscription), next };
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: '/subscriptions/{subscriptionId}/cancel',
    scope: 'orders:write',
    rpcFunction: cancelBuyerSubscriptionFunction,
    group,
    summary: 'End a subscription',
    description: 'With what is paid for, or at once. Nothing is given back.',
    body: z.strictObject({
      now: z.boolean().default(false).meta({ description: 'True: at once' }),
    }),
    answer: ApiSubscription,
    errors: CHANGE_ERRORS,
    toBody: ({ params, body }) => ({ ...params, ...body }),
    fromAnswer: ({ subscription }) => subscription,
  }),
  defineEndpoint({
    method: 'POST',
    path: '/subscriptions/{subscriptionId}/resume',
    scope: 'orders:write',
    rpcFunction: resumeBuyerSubscriptionFunction,
    group,
    summary: 'Let a subscription go on that was to end',
    answer: ApiSubscription,
    errors: CHANGE_ERRORS,
    toBody: ({ params }) => params,
    fromAnswer: ({ subscription }) => subscription,
  }),
];
