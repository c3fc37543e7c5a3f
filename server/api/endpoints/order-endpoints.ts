import { z } from 'zod';

import { apiErrorMessages } from '#content/messages/api-errors.ts';
import { ANALYTICS_DIMENSIONS, ANALYTICS_PRESETS } from '#domain/analytics.ts';
import { MAX_AMOUNT_OF_ANY_CURRENCY } from '#domain/currencies.ts';
import { AppError } from '#domain/errors.ts';
import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';
import { REFUND_REASONS } from '#domain/refund.ts';
import { exportAnalytics, getAnalytics, getBreakdown } from '#server/analytics/rpc/read-analytics.ts';
import { ApiAnalytics, ApiBreakdown, ApiCsv } from '#server/api-schemas/account-schemas.ts';
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

import { STRIPE_ERRORS, defineEndpoint, defineGroup, defineListEndpoint, toSortKey } from '../define-endpoint.ts';

const SCOPES = { read: 'orders:read', write: 'orders:write' } as const;
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

const COLUMNS = z.string().max(5000).optional().describe('The `columns` of the first answer, with commas between them');

/** Endpoints for reading orders and acting on them. */
const ORDERS = defineGroup('Orders', SCOPES, [
  defineListEndpoint('/orders', {
    rpcFunction: listOrders,
    summary: 'List orders',
    description: 'The highest number first.',
    query: z.strictObject(Filter),
    item: ApiOrderSummary,
    findRows: async ({ db, mode }, { sellerId, query, limit, after }) => {
      const orderQuery = await buildOrderQuery(db, { sellerId, mode, filter: query, upTo: MAX_NUMBER });
      return listOrdersBefore(db, orderQuery, Number(after?.[0] ?? MAX_NUMBER), limit);
    },
    keyOf: ({ number }) => [number],
    toItems: (rows) => rows.map((row) => toOrderSummary(toOrderRow(row))),
  }),
  defineEndpoint('GET /orders/{orderId}', {
    rpcFunction: getOrder,
    summary: 'Get an order',
    description: 'The same shape as webhooks carry it.',
    answer: ApiOrder,
    fromAnswer: toApiOrder,
  }),
  defineEndpoint('GET /orders/{orderId}/history', {
    rpcFunction: getOrder,
    summary: 'Get what happened to an order',
    description: 'What its buyer agreed to, its timeline, and the mails about it.',
    answer: ApiOrderHistory,
    fromAnswer: ({ events, agreement, receipt, mails }) => ({ events, agreement, receipt, mails }),
  }),
  defineEndpoint('POST /orders/{orderId}/refunds', {
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
    rpcFunction: resendReceipt,
    summary: 'Send the receipt again',
    answer: z.strictObject({ to: z.string().describe('The address that it goes to.') }),
    errors: ['receipt_not_possible', 'receipt_bounced'],
  }),
  defineEndpoint('GET /order-choices', {
    rpcFunction: listOrderChoices,
    summary: 'List what orders can be narrowed to',
    description: 'Pages that sold something, and coupons that were used.',
    answer: ApiOrderChoices,
  }),
  defineEndpoint('GET /order-export', {
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

const CHANGE_ERRORS = ['subscription_over', 'stripe_not_connected', ...STRIPE_ERRORS] as const;

/** Endpoints for subscriptions that buyers pay. */
const SUBSCRIPTIONS = defineGroup('Subscriptions', SCOPES, [
  defineListEndpoint('/subscriptions', {
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
    findRows: ({ db, mode }, { sellerId, query, limit, after }) => {
      const before = after && { createdAt: String(after[0]), id: String(after[1]) };
      return listSubscriptionsAfterCursor(db, { sellerId, mode, filter: query }, before, limit);
    },
    keyOf: ({ row }) => toSortKey(row),
    toItems: (rows) => rows.map(toBuyerSubscription),
  }),
  defineEndpoint('POST /subscriptions/{subscriptionId}/cancel', {
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
    rpcFunction: resumeBuyerSubscriptionFunction,
    summary: 'Let a subscription go on that was to end',
    answer: ApiSubscription,
    errors: CHANGE_ERRORS,
    fromAnswer: ({ subscription }) => subscription,
  }),
]);

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
    const message = apiErrorMessages.period;
    throw new AppError('invalid_request', { message, facts: { problems: [`period: ${message}`] } });
  }
  return { ...rest, period: { from, to } };
}

/** Metrics as the dashboard shows them. A plan that lacks something is refused with a message. */
const ANALYTICS = defineGroup('Analytics', { read: 'analytics:read', write: 'analytics:read' }, [
  defineEndpoint('GET /analytics', {
    rpcFunction: getAnalytics,
    summary: 'Get the figures of a period',
    description: 'Growth and Pro have every period, comparisons and notes; Starter the last 30 days.',
    query: z.strictObject(AnalyticsQuery),
    answer: ApiAnalytics,
    errors: ['not_found', 'plan_needed'],
    toBody: ({ query }) => toAnalyticsInput(query),
  }),
  defineEndpoint('GET /analytics/breakdown', {
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
    rpcFunction: exportAnalytics,
    summary: 'Export figures as CSV',
    description: 'The points of the chart, or with `by` a whole breakdown. Growth and Pro.',
    query: z.strictObject({ ...AnalyticsQuery, by: z.enum(ANALYTICS_DIMENSIONS).optional() }),
    answer: ApiCsv,
    errors: ['not_found', 'plan_needed'],
    toBody: ({ query }) => toAnalyticsInput(query),
  }),
]);

export const ORDER_ENDPOINTS = [...ORDERS, ...SUBSCRIPTIONS, ...ANALYTICS];
