import { z } from 'zod';

import {
  ApiCustomer,
  ApiCustomerSummary,
  ApiOrder,
  ApiOrderChoices,
  ApiOrderHistory,
  ApiOrderLines,
  ApiOrderSummary,
  ApiSubscription,
} from '#domain/api-schemas/order-schemas.ts';
import { MAX_AMOUNT_OF_ANY_CURRENCY } from '#domain/currencies.ts';
import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';
import { REFUND_REASONS } from '#domain/refund.ts';
import {
  toApiCustomer,
  toApiOrder,
  toBuyerSubscription,
  toOrderRow,
  toOrderSummary,
} from '#server/ledger/order-views.ts';
import { listSubscriptionsAfterCursor } from '#server/ledger/queries/buyer-subscriptions.ts';
import { listCustomersByNumber } from '#server/orders/customers/queries/customers.ts';
import { buildOrderQuery } from '#server/orders/queries/order-filters.ts';
import { listOrdersBefore } from '#server/orders/queries/order-lists.ts';
import { SearchBody, getCustomer, listCustomers } from '#server/orders/rpc/manage-customers.ts';
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

const { search, state, pageId, coupon, paymentMethod, from, to, upTo } = OrderFilterBody;
const Filter = {
  search: search.describe(
    'Matches the start of words in the buyer’s name, email, or product name, or the order number.',
  ),
  state: state.describe('`refunded` includes partial refunds.'),
  pageId: pageId.describe('Only orders of this page.'),
  coupon: coupon.describe('Only orders with this coupon code.'),
  paymentMethod: paymentMethod.describe('Only orders paid by this method, by Stripe’s type.'),
  from: from.describe('First day (UTC).'),
  to: to.describe('Last day (UTC).'),
};

const COLUMNS = z.string().max(5000).optional().describe('The `columns` of the first response, separated by commas.');

/** Endpoints for reading orders and acting on them. */
const ORDERS = defineGroup('Orders', SCOPES, [
  defineListEndpoint('/orders', {
    rpcFunction: listOrders,
    summary: 'List orders',
    description: 'Highest order number first.',
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
    description: 'Same format as in webhook events.',
    answer: ApiOrder,
    fromAnswer: toApiOrder,
  }),
  defineEndpoint('GET /orders/{orderId}/history', {
    rpcFunction: getOrder,
    summary: 'Get the history of an order',
    description: 'Timeline, what the buyer agreed to, and emails about the order.',
    answer: ApiOrderHistory,
    fromAnswer: ({ events, agreement, receipt, mails }) => ({ events, agreement, receipt, mails }),
  }),
  defineEndpoint('POST /orders/{orderId}/refunds', {
    rpcFunction: refundOrderFunction,
    summary: 'Refund a payment',
    description:
      'Refunds all or part of a payment. Send an idempotency key or your own `request` ID: repeating it never refunds twice. If Stripe doesn’t respond in time, the refund has the state `asked` and is completed later.',
    body: z.strictObject({
      paymentId: z.uuid().describe('A payment of this order.'),
      amount: z
        .number()
        .int()
        .min(1)
        .max(MAX_AMOUNT_OF_ANY_CURRENCY)
        .optional()
        .describe('Amount in minor units. Default: the remaining refundable amount.'),
      reason: z.enum(REFUND_REASONS).default('requested_by_customer'),
      request: z.uuid().optional().describe('Your own UUID for this refund.'),
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
    summary: 'Resend the receipt',
    answer: z.strictObject({ to: z.string().describe('Email address of the recipient.') }),
    errors: ['receipt_not_possible', 'receipt_bounced'],
  }),
  defineEndpoint('GET /order-choices', {
    rpcFunction: listOrderChoices,
    summary: 'List filter options for orders',
    description: 'Pages with sales, and coupons that were used.',
    answer: ApiOrderChoices,
  }),
  defineEndpoint('GET /order-export', {
    rpcFunction: exportOrders,
    summary: 'Export orders as CSV',
    description:
      'Returns a few thousand orders per request, by order number. To get the rest, repeat the request with `after` set to `next` of the previous response, and the same `upTo` and `columns`, until `next` is null. Then join the lines.',
    query: z.strictObject({
      ...Filter,
      after: z.number().int().min(0).max(MAX_NUMBER).optional().describe('`next` of the previous response.'),
      upTo: upTo.describe('Only orders up to this number.'),
      columns: COLUMNS,
    }),
    answer: ApiOrderLines,
    toBody: ({ query: { columns, ...filter } }) => ({
      ...filter,
      ...(columns === undefined ? {} : { columns: columns.split(',').filter(Boolean) }),
    }),
  }),
]);

/** Endpoints for reading customers. */
const CUSTOMERS = defineGroup('Customers', SCOPES, [
  defineListEndpoint('/customers', {
    rpcFunction: listCustomers,
    summary: 'List customers',
    description: 'A customer is all orders with the same email address, whatever its case. Newest customers first.',
    query: z.strictObject({
      search: SearchBody.search.describe('Matches parts of the email address or name.'),
    }),
    item: ApiCustomerSummary,
    findRows: ({ db, mode }, { sellerId, query, limit, after }) =>
      listCustomersByNumber(
        db,
        { sellerId, mode, search: query.search, upTo: MAX_NUMBER },
        { after: after && Number(after[0]), direction: 'descending', limit },
      ),
    keyOf: ({ firstNumber }) => [firstNumber],
    toItems: (rows) => rows.map(({ firstNumber: _, ...customer }) => customer),
  }),
  defineEndpoint('GET /customers/{customerId}', {
    rpcFunction: getCustomer,
    summary: 'Get a customer',
    description: 'The id of any of the customer’s orders works, too.',
    answer: ApiCustomer,
    fromAnswer: toApiCustomer,
  }),
]);

const CHANGE_ERRORS = ['subscription_over', 'stripe_not_connected', ...STRIPE_ERRORS] as const;

/** Endpoints for subscriptions that buyers pay. */
const SUBSCRIPTIONS = defineGroup('Subscriptions', SCOPES, [
  defineListEndpoint('/subscriptions', {
    rpcFunction: listBuyerSubscriptions,
    summary: 'List buyers’ subscriptions',
    description: 'Newest first.',
    query: z.strictObject({
      search: z
        .string()
        .max(MAX_SEARCH_LENGTH)
        .optional()
        .describe('Matches the start of words in the buyer’s name, email, or product name, or the order number.'),
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
    summary: 'Cancel a subscription',
    description: 'Cancels at the end of the paid period, or immediately. Nothing is refunded.',
    body: z.strictObject({
      now: z.boolean().default(false).describe('Cancels immediately instead of at the end of the paid period.'),
    }),
    answer: ApiSubscription,
    errors: CHANGE_ERRORS,
    fromAnswer: ({ subscription }) => subscription,
  }),
  defineEndpoint('POST /subscriptions/{subscriptionId}/resume', {
    rpcFunction: resumeBuyerSubscriptionFunction,
    summary: 'Resume a subscription that is set to end',
    answer: ApiSubscription,
    errors: CHANGE_ERRORS,
    fromAnswer: ({ subscription }) => subscription,
  }),
]);

export const ORDER_ENDPOINTS = [...ORDERS, ...CUSTOMERS, ...SUBSCRIPTIONS];
