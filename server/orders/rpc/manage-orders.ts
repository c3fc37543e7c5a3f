import { z } from 'zod';

import { MAX_AMOUNT_OF_ANY_CURRENCY } from '#domain/currencies.ts';
import { MAX_UNFETCHED_ORDERS } from '#domain/delivery-analytics.ts';
import { EXPORT_ROWS, MAX_SEARCH_LENGTH, ORDER_FILTER_STATES } from '#domain/order-filter.ts';
import { ORDERS_PER_PAGE } from '#domain/order.ts';
import { QUANTITY_LIMITS } from '#domain/quantity.ts';
import { REFUND_REASONS } from '#domain/refund.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { attributeRefund } from '#server/orders/attribute-refund.ts';
import { loadExportPart } from '#server/orders/export-orders.ts';
import { loadOrderDetail } from '#server/orders/order-detail.ts';
import { loadOrderRows } from '#server/orders/order-rows.ts';
import { MAX_EXTRAS } from '#server/orders/queries/order-extras.ts';
import { buildOrderQuery } from '#server/orders/queries/order-filters.ts';
import {
  findLastOrderNumber,
  listFilterChoices,
  listOrderPage,
  sumOrders,
  MAX_ANSWER_COLUMNS,
} from '#server/orders/queries/order-lists.ts';
import { recordOutsideRefund } from '#server/orders/record-outside-refund.ts';
import { refundOrder } from '#server/orders/refund-order.ts';
import { resendOrderReceipt } from '#server/orders/resend-receipt.ts';
import { sendDeliveriesOfSeller, sendDeliveryOfSeller } from '#server/orders/send-delivery-email.ts';

export const resendReceipt = defineRpcFunction({
  name: 'resend-receipt',
  access: 'writes',
  body: z.strictObject({ orderId: z.uuid() }),
  limits: [
    { name: 'receipt', limit: 3, windowMs: HOUR_MS, per: 'order' },
    { name: 'receipts', limit: 100, windowMs: HOUR_MS },
  ],
  run: async (context, { caller }, { orderId }) => ({
    to: await resendOrderReceipt(context, caller.sellerId, orderId),
  }),
});

export const sendDeliveryEmail = defineRpcFunction({
  name: 'send-delivery-email',
  access: 'writes',
  body: z.strictObject({ orderId: z.uuid() }),
  limits: [
    { name: 'delivery-email', limit: 3, windowMs: HOUR_MS, per: 'order' },
    { name: 'delivery-emails', limit: 100, windowMs: HOUR_MS },
  ],
  run: async (context, { caller: { sellerId } }, { orderId }) => {
    await sendDeliveryOfSeller(context, sellerId, orderId);
    return { order: await loadOrderDetail(context, sellerId, orderId) };
  },
});

export const sendDeliveryEmails = defineRpcFunction({
  name: 'send-delivery-emails',
  access: 'writes',
  notInApi: 'Programs send the email of one order at a time.',
  body: z.strictObject({ orderIds: z.array(z.uuid()).min(1).max(MAX_UNFETCHED_ORDERS) }),
  limits: [{ name: 'delivery-batch', limit: 3, windowMs: DAY_MS }],
  run: async (context, { caller: { sellerId } }, { orderIds }) => ({
    emails: await sendDeliveriesOfSeller(context, sellerId, orderIds),
  }),
});

const MAX_REFUND_LINES = 20;

/** The line items that a refund is for. */
export const RefundLines = z
  .array(
    z.strictObject({
      key: z.string().min(1).max(100).describe('Key of the line item.'),
      quantity: z
        .number()
        .int()
        .min(1)
        .max(QUANTITY_LIMITS.maximum)
        .optional()
        .describe('Units to refund, each with its share of the total. Default: all that are left.'),
      amount: z
        .number()
        .int()
        .min(1)
        .max(MAX_AMOUNT_OF_ANY_CURRENCY)
        .optional()
        .describe('Amount in minor units, instead of a quantity. Default: what is left of the line item.'),
    }),
  )
  .min(1)
  .max(MAX_REFUND_LINES);

export const refundOrderFunction = defineRpcFunction({
  name: 'refund-order',
  access: 'writes',
  body: z.strictObject({
    orderId: z.uuid(),
    paymentId: z.uuid(),
    amount: z.number().int().min(1).max(MAX_AMOUNT_OF_ANY_CURRENCY).optional(),
    lines: RefundLines.optional(),
    reason: z.enum(REFUND_REASONS),
    request: z.uuid(),
    keepAccess: z.boolean().optional(),
  }),
  limits: [{ name: 'refund', limit: 60, windowMs: MINUTE_MS }],
  run: async (context, request, input) => {
    await refundOrder(context, request, input);
    return { order: await loadOrderDetail(context, request.caller.sellerId, input.orderId) };
  },
});

export const attributeRefundFunction = defineRpcFunction({
  name: 'attribute-refund',
  access: 'writes',
  notInApi: 'Programs name the line items when they refund.',
  body: z.strictObject({ orderId: z.uuid(), refundId: z.uuid(), lines: RefundLines }),
  run: async (context, { caller: { sellerId } }, input) => {
    await attributeRefund(context, sellerId, input);
    return { order: await loadOrderDetail(context, sellerId, input.orderId) };
  },
});

export const recordOutsideRefundFunction = defineRpcFunction({
  name: 'record-outside-refund',
  access: 'writes',
  notInApi: 'It is a note in the timeline for people.',
  body: z.strictObject({ orderId: z.uuid() }),
  run: async (context, { caller: { sellerId } }, { orderId }) => {
    await recordOutsideRefund(context, sellerId, orderId);
    return { order: await loadOrderDetail(context, sellerId, orderId) };
  },
});

export const getOrder = defineRpcFunction({
  name: 'get-order',
  access: 'reads',
  body: z.strictObject({ orderId: z.uuid() }),
  run: (context, { caller }, { orderId }) => loadOrderDetail(context, caller.sellerId, orderId),
});

const MAX_NUMBER = 2 ** 31 - 1;
const MAX_COUPON_LENGTH = 200;
const BumpId = z.string().regex(/^[a-z0-9-]{1,40}$/);

/** Filter fields of the order list and of its export. */
export const OrderFilterBody = {
  search: z.string().max(MAX_SEARCH_LENGTH).optional(),
  state: z.enum(ORDER_FILTER_STATES).optional(),
  pageId: z.uuid().optional(),
  coupon: z.string().min(1).max(MAX_COUPON_LENGTH).optional(),
  bump: BumpId.optional(),
  paymentMethod: z
    .string()
    .regex(/^[a-z0-9_]{1,40}$/)
    .optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  upTo: z.number().int().min(1).max(MAX_NUMBER).optional(),
};

export const listOrders = defineRpcFunction({
  name: 'list-orders',
  access: 'reads',
  body: z.strictObject({ ...OrderFilterBody, page: z.number().int().min(1).max(100_000).optional() }),
  run: async ({ db, mode }, { caller: { sellerId } }, { page = 1, upTo, ...filter }) =>
    db.transaction(
      async (tx) => {
        const last = await findLastOrderNumber(tx, sellerId, mode);
        const query = await buildOrderQuery(tx, {
          sellerId,
          mode,
          filter,
          upTo: Math.min(upTo ?? last, last),
        });
        const { count, hasMore, totals } = await sumOrders(tx, query);
        const rows = await listOrderPage(tx, query, page, count);
        const pages = Math.max(1, Math.ceil(count / ORDERS_PER_PAGE));
        return { orders: await loadOrderRows(tx, rows), page, pages, count, hasMore, totals, last };
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
});

export const listOrderChoices = defineRpcFunction({
  name: 'list-order-choices',
  access: 'reads',
  body: z.strictObject({}),
  run: ({ db, mode }, { caller }) => listFilterChoices(db, caller.sellerId, mode),
});

export const exportOrders = defineRpcFunction({
  name: 'export-orders',
  access: 'step-up',
  body: z.strictObject({
    ...OrderFilterBody,
    after: z.number().int().min(0).max(MAX_NUMBER).optional(),
    columns: z
      .array(z.string().regex(/^(?:bump:)?[a-z0-9-]{1,40}$/))
      .max(MAX_ANSWER_COLUMNS + MAX_EXTRAS)
      .optional(),
    rows: z.enum(EXPORT_ROWS).optional(),
  }),
  limits: [{ name: 'export-orders', limit: 200, windowMs: 60_000 }],
  run: (context, request, { after, upTo, columns, rows: exportRows = 'orders', ...filter }) =>
    loadExportPart(context, request, filter, { after, upTo, columns, exportRows }),
});
