import { z } from 'zod';

import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';

import { listSoldBefore } from '#server/db/sold-subscriptions.ts';
import {
  cancelBuyerSubscriptionFunction,
  listBuyerSubscriptions,
  resumeBuyerSubscriptionFunction,
} from '#server/functions/buyer-subscriptions.ts';
import { subscriptionOf } from '#server/orders/sold-subscription.ts';

import { ApiSubscription } from '../answers/order-parts.ts';
import { cut, endpoint, listEndpoint, OF_STRIPE, type AnyEndpoint } from '../endpoint.ts';

const group = 'Subscriptions';
const REFUSED = ['not_found', 'subscription_over', 'stripe_not_connected', ...OF_STRIPE] as const;

/** Endpoints for subscriptions that buyers pay. */
export const SUBSCRIPTION_ENDPOINTS: readonly AnyEndpoint[] = [
  listEndpoint({
    path: '/subscriptions',
    scope: 'orders:read',
    does: listBuyerSubscriptions,
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
    list: async ({ db, mode }, { program, query }, { limit, after }) => {
      const before = after && { createdAt: String(after[0]), id: String(after[1]) };
      const whose = { sellerId: program.caller.sellerId, mode, filter: query };
      const found = await listSoldBefore(db, whose, before, limit + 1);
      const { shown, next } = cut(found, limit, ({ row }) => [row.createdAt.toISOString(), row.id]);
      return { data: shown.map(subscriptionOf), next };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/subscriptions/{subscriptionId}/cancel',
    scope: 'orders:write',
    does: cancelBuyerSubscriptionFunction,
    group,
    summary: 'End a subscription',
    description: 'With what is paid for, or at once. Nothing is given back.',
    body: z.strictObject({
      now: z.boolean().default(false).meta({ description: 'True: at once' }),
    }),
    answer: ApiSubscription,
    errors: REFUSED,
    toBody: ({ params, body }) => ({ ...params, ...body }),
    fromAnswer: ({ subscription }) => subscription,
  }),
  endpoint({
    method: 'POST',
    path: '/subscriptions/{subscriptionId}/resume',
    scope: 'orders:write',
    does: resumeBuyerSubscriptionFunction,
    group,
    summary: 'Let a subscription go on that was to end',
    answer: ApiSubscription,
    errors: REFUSED,
    toBody: ({ params }) => params,
    fromAnswer: ({ subscription }) => subscription,
  }),
];
