import { z } from 'zod';

import { MAX_AMOUNT_OF_ANY_CURRENCY } from '#domain/currencies.ts';
import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';
import { REFUND_REASONS } from '#domain/refund.ts';
import {
  ApiOrder,
  ApiOrderChoices,
  ApiOrderHistory,
  ApiOrderLines,
  ApiOrderSummary,
  ApiSubscription,
  toApiOrder,
  toOrderSummary,
} from '#server/api-schemas/order-schemas.ts';
import type { Context } from '#server/core/context.ts';
import { toBuyerSubscription, toOrderRow } from '#server/ledger/order-views.ts';
import { listSubscriptionsAfterCursor } from '#server/ledger/queries/buyer-subscriptions.ts';
import { buildOrderQuery } from '#server/orders/queries/order-filters.ts';
import { listOrdersBefore } from '#server/orders/queries/order-lists.ts';
import {
  OrderFilterBody,
  exportOrders,
  getOrder,
  listOrderChoices,
  listOrders,
  refundOrderFunction,
  resendReceipt,
} from '#server/orders/rpc/manage-orders.ts';
import {
  cancelBuyerSubscriptionFunction,
  listBuyerSubscriptions,
  resumeBuyerSubscriptionFunction,
} from '#server/orders/rpc/manage-subscriptions.ts';

import { STRIPE_ERRORS, defineEndpoint, defineGroup, defineListEndpoint, paginate } from '../define-endpoint.ts';

const MAX_NUMBER = 2 ** 31 - 1;

const { search, state, pageId, coupon, from, to, upTo } = OrderFilterBody;
const Filter = {
  search: search.describe('Beginnings of words of name, address or product, or the number'),
  state: state.describe('`refunded` takes in what was given back in part'),
  pageId: pageId.describe('Only of this page'),
  coupon: coupon.describe('Only with this code'),
  from: from.describe('The first day (UTC)'),
  to: to.describe('The last day (UTC)'),
};

type OrderFilter = Parameters<typeof buildOrderQuery>[1]['filter'];

/** Lists orders by number, highest first. */
async function listOrderSummaries(
  { db, mode }: Context,
  sellerId: string,
  filter: OrderFilter,
  { limit, after }: { limit: number; after: readonly (string | number)[] | null },
) {
  const orderQuery = await buildOrderQuery(db, { sellerId, mode, filter, upTo: MAX_NUMBER });
  const orderRows = await listOrdersBefore(db, orderQuery, Number(after?.[0] ?? MAX_NUMBER), limit + 1);
  const { pageRows, next } = paginate(orderRows, limit, ({ number }) => [number]);
  return { data: pageRows.map((row) => toOrderSummary(toOrderRow(row))), next };
}

const COLUMNS = z.string().max(5000).optional().describe('The `columns` of the first answer, with commas between them');

/** Endpoints for reading orders and acting on them. */
export const ORDER_ENDPOINTS = defineGroup('Orders', [
  defineListEndpoint('/orders', {
    scope: 'orders:read',
    rpcFunction: listOrders,
    summary: 'List orders',
    description: 'The highest number first.',
    query: z.strictObject(Filter),
    item: ApiOrderSummary,
    list: (context, { apiClient, query }, pageRequest) =>
      listOrderSummaries(context, apiClient.caller.sellerId, query, pageRequest),
  }),
  defineEndpoint('GET /orders/{orderId}', {
    scope: 'orders:read',
    rpcFunction: getOrder,
    summary: 'Get an order',
    description: 'The same shape as webhooks carry it.',
    answer: ApiOrder,
    errors: ['not_found'],
    fromAnswer: toApiOrder,
  }),
  defineEndpoint('GET /orders/{orderId}/history', {
    scope: 'orders:read',
    rpcFunction: getOrder,
    summary: 'Get what happened to an order',
    description: 'What its buyer agreed to, its timeline, and the mails about it.',
    answer: ApiOrderHistory,
    errors: ['not_found'],
    fromAnswer: ({ events, agreement, receipt, mails }) => ({ events, agreement, receipt, mails }),
  }),
  defineEndpoint('POST /orders/{orderId}/refunds', {
    scope: 'orders:write',
    rpcFunction: refundOrderFunction,
    summary: 'Refund a payment',
    description:
      'In whole or in part. Send an idempotency key, or a `request` of your own: the same one is one refund. Where Stripe does not answer in time, the refund is `asked` and is carried out later.',
    body: z.strictObject({
      paymentId: z.uuid().describe('A payment of this order'),
      amount: z
        .number()
        .int()
        .min(1)
        .max(MAX_AMOUNT_OF_ANY_CURRENCY)
        .optional()
        .describe('Minor units; left out: all that is left'),
      reason: z.enum(REFUND_REASONS).default('requested_by_customer'),
      request: z.uuid().optional().describe('A UUID that names this refund for you'),
    }),
    answer: ApiOrder,
    status: 201,
    errors: [
      'not_found',
      'order_not_paid',
      'refund_above_rest',
      'refund_under_way',
      'refund_refused',
      'payment_disputed',
      'stripe_not_connected',
    ],
    toBody: ({ params, body }) => ({ ...params, ...body, request: body.request ?? crypto.randomUUID() }),
    fromAnswer: ({ order }) => toApiOrder(order),
  }),
  defineEndpoint('POST /orders/{orderId}/receipt', {
    scope: 'orders:write',
    rpcFunction: resendReceipt,
    summary: 'Send the receipt again',
    answer: z.strictObject({ to: z.string().describe('The address that it goes to.') }),
    errors: ['not_found', 'receipt_not_possible', 'receipt_bounced'],
  }),
  defineEndpoint('GET /order-choices', {
    scope: 'orders:read',
    rpcFunction: listOrderChoices,
    summary: 'List what orders can be narrowed to',
    description: 'Pages that sold something, and coupons that were used.',
    answer: ApiOrderChoices,
  }),
  defineEndpoint('GET /order-export', {
    scope: 'orders:read',
    rpcFunction: exportOrders,
    summary: 'Export orders as CSV',
    description:
      'Some thousand at a time, in the order of their numbers. Ask on with `after`, `upTo` and `columns` of the answer before until `next` is null, and write the lines one after the other.',
    query: z.strictObject({
      ...Filter,
      after: z.number().int().min(0).max(MAX_NUMBER).optional().describe('The `next` before'),
      upTo: upTo.describe('Only orders up to this number'),
      columns: COLUMNS,
    }),
    answer: ApiOrderLines,
    toBody: ({ query: { columns, ...filter } }) => ({
      ...filter,
      ...(columns === undefined ? {} : { columns: columns.split(',').filter(Boolean) }),
    }),
  }),
]);

const CHANGE_ERRORS = ['not_found', 'subscription_over', 'stripe_not_connected', ...STRIPE_ERRORS] as const;

/** Endpoints for subscriptions that buyers pay. */
export const SUBSCRIPTION_ENDPOINTS = defineGroup('Subscriptions', [
  defineListEndpoint('/subscriptions', {
    scope: 'orders:read',
    rpcFunction: listBuyerSubscriptions,
    summary: 'List buyers’ subscriptions',
    description: 'The newest first.',
    query: z.strictObject({
      search: z
        .string()
        .max(MAX_SEARCH_LENGTH)
        .optional()
        .describe('Beginnings of words of name, address or product, or the order’s number'),
      state: z.enum(['active', 'ending', 'overdue', 'ended']).optional(),
    }),
    item: ApiSubscription,
    list: async ({ db, mode }, { apiClient, query }, { limit, after }) => {
      const before = after && { createdAt: String(after[0]), id: String(after[1]) };
      const listFilter = { sellerId: apiClient.caller.sellerId, mode, filter: query };
      const subscriptionRows = await listSubscriptionsAfterCursor(db, listFilter, before, limit + 1);
      const { pageRows, next } = paginate(subscriptionRows, limit, ({ row }) => [row.createdAt.toISOString(), row.id]);
      return { data: pageRows.map(toBuyerSubscription), next };
    },
  }),
  defineEndpoint('POST /subscriptions/{subscriptionId}/cancel', {
    scope: 'orders:write',
    rpcFunction: cancelBuyerSubscriptionFunction,
    summary: 'End a subscription',
    description: 'With what is paid for, or at once. Nothing is given back.',
    body: z.strictObject({
      now: z.boolean().default(false).describe('True: at once'),
    }),
    answer: ApiSubscription,
    errors: CHANGE_ERRORS,
    fromAnswer: ({ subscription }) => subscription,
  }),
  defineEndpoint('POST /subscriptions/{subscriptionId}/resume', {
    scope: 'orders:write',
    rpcFunction: resumeBuyerSubscriptionFunction,
    summary: 'Let a subscription go on that was to end',
    answer: ApiSubscription,
    errors: CHANGE_ERRORS,
    fromAnswer: ({ subscription }) => subscription,
  }),
]);
