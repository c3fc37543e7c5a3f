import { z } from 'zod';

import { MAX_AMOUNT_OF_ANY_CURRENCY } from '#domain/currencies.ts';
import { REFUND_REASONS } from '#domain/refund.ts';
import type { Context } from '#server/core/context.ts';
import { toOrderRow } from '#server/ledger/order-views.ts';
import { buildOrderQuery } from '#server/orders/queries/order-filters.ts';
import { listOrdersBefore } from '#server/orders/queries/order-lists.ts';
import {
  exportOrders,
  getOrder,
  listOrderChoices,
  listOrders,
  OrderFilterBody,
  refundOrderFunction,
  resendReceipt,
} from '#server/orders/rpc/manage-orders.ts';

import { paginate, defineEndpoint, defineListEndpoint, type ApiEndpoint } from '../define-endpoint.ts';
import {
  ApiOrderChoices,
  ApiOrderHistory,
  ApiOrderLines,
  ApiOrderSummary,
  toOrderSummary,
} from '../schemas/order-list-schemas.ts';
import { ApiOrder, toApiOrder } from '../schemas/order-schemas.ts';

const group = 'Orders';
const MAX_NUMBER = 2 ** 31 - 1;

const { search, state, pageId, coupon, from, to, upTo } = OrderFilterBody;
const Filter = {
  search: search.meta({ description: 'Beginnings of words of name, address or product, or the number' }),
  state: state.meta({ description: '`refunded` takes in what was given back in part' }),
  pageId: pageId.meta({ description: 'Only of this page' }),
  coupon: coupon.meta({ description: 'Only with this code' }),
  from: from.meta({ description: 'The first day (UTC)' }),
  to: to.meta({ description: 'The last day (UTC)' }),
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

const COLUMNS = z
  .string()
  .max(5000)
  .optional()
  .meta({ description: 'The `columns` of the first answer, with commas between them' });

/** Endpoints for reading orders and acting on them. */
export const ORDER_ENDPOINTS: readonly ApiEndpoint[] = [
  defineListEndpoint({
    path: '/orders',
    scope: 'orders:read',
    rpcFunction: listOrders,
    group,
    summary: 'List orders',
    description: 'The highest number first.',
    query: z.strictObject(Filter),
    item: ApiOrderSummary,
    errors: [],
    list: (context, { apiClient, query }, pageRequest) =>
      listOrderSummaries(context, apiClient.caller.sellerId, query, pageRequest),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/orders/{orderId}',
    scope: 'orders:read',
    rpcFunction: getOrder,
    group,
    summary: 'Get an order',
    description: 'The same shape as webhooks carry it.',
    answer: ApiOrder,
    errors: ['not_found'],
    toBody: ({ params }) => params,
    fromAnswer: toApiOrder,
  }),
  defineEndpoint({
    method: 'GET',
    path: '/orders/{orderId}/history',
    scope: 'orders:read',
    rpcFunction: getOrder,
    group,
    summary: 'Get what happened to an order',
    description: 'What its buyer agreed to, its timeline, and the mails about it.',
    answer: ApiOrderHistory,
    errors: ['not_found'],
    toBody: ({ params }) => params,
    fromAnswer: ({ events, agreement, receipt, mails }) => ({ events, agreement, receipt, mails }),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/orders/{orderId}/refunds',
    scope: 'orders:write',
    rpcFunction: refundOrderFunction,
    group,
    summary: 'Refund a payment',
    description:
      'In whole or in part. Send an idempotency key, or a `request` of your own: the same one is one refund. Where Stripe does not answer in time, the refund is `asked` and is carried out later.',
    body: z.strictObject({
      paymentId: z.uuid().meta({ description: 'A payment of this order' }),
      amount: z
        .number()
        .int()
        .min(1)
        .max(MAX_AMOUNT_OF_ANY_CURRENCY)
        .optional()
        .meta({ description: 'Minor units; left out: all that is left' }),
      reason: z.enum(REFUND_REASONS).default('requested_by_customer'),
      request: z.uuid().optional().meta({ description: 'A UUID that names this refund for you' }),
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
  defineEndpoint({
    method: 'POST',
    path: '/orders/{orderId}/receipt',
    scope: 'orders:write',
    rpcFunction: resendReceipt,
    group,
    summary: 'Send the receipt again',
    answer: z.strictObject({ to: z.string().meta({ description: 'The address that it goes to.' }) }),
    errors: ['not_found', 'receipt_not_possible', 'receipt_bounced'],
    toBody: ({ params }) => params,
  }),
  defineEndpoint({
    method: 'GET',
    path: '/order-choices',
    scope: 'orders:read',
    rpcFunction: listOrderChoices,
    group,
    summary: 'List what orders can be narrowed to',
    description: 'Pages that sold something, and coupons that were used.',
    answer: ApiOrderChoices,
    errors: [],
    toBody: () => ({}),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/order-export',
    scope: 'orders:read',
    rpcFunction: exportOrders,
    group,
    summary: 'Export orders as CSV',
    description:
      'Some thousand at a time, in the order of their numbers. Ask on with `after`, `upTo` and `columns` of the answer before until `next` is null, and write the lines one after the other.',
    query: z.strictObject({
      ...Filter,
      after: z.number().int().min(0).max(MAX_NUMBER).optional().meta({ description: 'The `next` before' }),
      upTo: upTo.meta({ description: 'Only orders up to this number' }),
      columns: COLUMNS,
    }),
    answer: ApiOrderLines,
    errors: [],
    toBody: ({ query: { columns, ...filter } }) => ({
      ...filter,
      ...(columns === undefined ? {} : { columns: columns.split(',').filter(Boolean) }),
    }),
  }),
];
