import { createHash } from 'node:crypto';

import { z } from 'zod';

import { apiErrorMessages } from '#content/messages/api-errors.ts';
import { Dispute, Refund } from '#domain/api-resources/order-resources.ts';
import { MAX_AMOUNT_OF_ANY_CURRENCY } from '#domain/currencies.ts';
import { AppError } from '#domain/errors.ts';
import { REFUND_REASONS } from '#domain/refund.ts';
import { loadRefundResources, toDisputeResource } from '#server/ledger/order-resources.ts';
import { listSellerDisputes, listSellerRefunds } from '#server/orders/queries/refunds-and-disputes.ts';
import { getOrder, RefundLines, refundOrderFunction } from '#server/orders/rpc/manage-orders.ts';

import { parseSortKey, toSortKey } from '../cursors.ts';
import { defineEndpoint, defineGroup, defineListEndpoint, type CallRpc } from '../define-endpoint.ts';

/** Derives the key of a refund, so that a repeated request refunds once even after its response was lost. */
function toRefundKey(sellerId: string, idempotencyKey: string | null): string {
  if (idempotencyKey === null) return crypto.randomUUID();
  const hash = createHash('sha256').update(`refund ${sellerId} ${idempotencyKey}`).digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

/** The only payment that can be refunded. Throws AppError 'payment_ambiguous' if there are several. */
async function findPaymentId(call: CallRpc, orderId: string): Promise<string> {
  const { payments } = await call(getOrder, { orderId });
  const candidates = payments.length > 1 ? payments.filter(({ refundable }) => refundable > 0) : payments;
  const [payment] = candidates;
  if (!payment) throw new AppError('order_not_paid');
  if (candidates.length > 1) {
    const choices = candidates.map(({ id }) => id).join(', ');
    const problem = { path: 'paymentId', code: 'required', message: apiErrorMessages.invalidChoice({ choices }) };
    throw new AppError('payment_ambiguous', { facts: { problems: [problem] } });
  }
  return payment.id;
}

const SCOPES = { read: 'orders:read', write: 'refunds:write' } as const;
const orderFilter = { orderId: z.uuid().optional().describe('Only those of this order.') };

const REFUNDS = defineGroup('Refunds', SCOPES, [
  defineEndpoint('orders.refunds.create', 'POST /orders/{orderId}/refunds', {
    rpcFunctions: [refundOrderFunction],
    summary: 'Refund a payment',
    description:
      'Refunds all or part of a payment. Send an idempotency key: repeating it never refunds twice. If Stripe doesn’t respond in time, the refund has the state `requested` and is completed later.',
    body: z.strictObject({
      paymentId: z.uuid().optional().describe('Needed only if several payments of the order can be refunded.'),
      amount: z
        .number()
        .int()
        .min(1)
        .max(MAX_AMOUNT_OF_ANY_CURRENCY)
        .optional()
        .describe('Amount in minor units. Default: the remaining refundable amount.'),
      lineItems: RefundLines.optional().describe(
        'Refund these line items instead of an amount, each with its quantity or its amount. Default: what is left of the line item.',
      ),
      keepAccess: z
        .boolean()
        .optional()
        .describe('Whether the buyer keeps access to what was delivered for the refunded line items. Default: false.'),
      reason: z.enum(REFUND_REASONS).default('requested_by_customer').describe('Reason, as in Stripe.'),
    }),
    response: Refund,
    status: 201,
    errors: [
      'order_not_paid',
      'payment_ambiguous',
      'refund_above_rest',
      'refund_under_way',
      'refund_refused',
      'payment_disputed',
      'stripe_not_connected',
    ],
    run: async ({ context, call, params: { orderId }, body, sellerId, idempotencyKey }) => {
      const { lineItems: lines, ...refundBody } = body;
      const paymentId = body.paymentId ?? (await findPaymentId(call, orderId));
      const request = toRefundKey(sellerId, idempotencyKey);
      await call(refundOrderFunction, { orderId, ...refundBody, lines, paymentId, request });
      const query = { sellerId, mode: context.mode, idempotencyKey: request, before: null, limit: 1 };
      const [refund] = await loadRefundResources(context.db, await listSellerRefunds(context.db, query));
      if (!refund) throw new Error('The refund was not stored');
      return refund;
    },
  }),
  defineListEndpoint('refunds.list', '/refunds', {
    summary: 'List refunds',
    description: 'Newest first.',
    query: z.strictObject(orderFilter),
    item: Refund,
    findRows: ({ context: { db, mode }, sellerId, query, limit, after }) =>
      listSellerRefunds(db, { sellerId, mode, ...query, before: parseSortKey(after), limit }),
    keyOf: ({ row }) => toSortKey(row),
    toItems: (rows, { context }) => loadRefundResources(context.db, rows),
  }),
  defineEndpoint('refunds.get', 'GET /refunds/{refundId}', {
    summary: 'Get a refund',
    response: Refund,
    run: async ({ context: { db, mode }, sellerId, params }) => {
      const query = { sellerId, mode, id: params.refundId, before: null, limit: 1 };
      const [refund] = await loadRefundResources(db, await listSellerRefunds(db, query));
      if (!refund) throw new AppError('not_found');
      return refund;
    },
  }),
]);

const DISPUTES = defineGroup('Disputes', SCOPES, [
  defineListEndpoint('disputes.list', '/disputes', {
    summary: 'List disputes',
    description: 'Newest first.',
    query: z.strictObject(orderFilter),
    item: Dispute,
    findRows: ({ context: { db, mode }, sellerId, query, limit, after }) =>
      listSellerDisputes(db, { sellerId, mode, ...query, before: parseSortKey(after), limit }),
    keyOf: ({ row }) => toSortKey(row),
    toItems: (rows) => rows.map(({ row, orderId }) => toDisputeResource(row, orderId)),
  }),
  defineEndpoint('disputes.get', 'GET /disputes/{disputeId}', {
    summary: 'Get a dispute',
    response: Dispute,
    run: async ({ context: { db, mode }, sellerId, params }) => {
      const [dispute] = await listSellerDisputes(db, { sellerId, mode, id: params.disputeId, before: null, limit: 1 });
      if (!dispute) throw new AppError('not_found');
      return toDisputeResource(dispute.row, dispute.orderId);
    },
  }),
]);

export const REFUND_ENDPOINTS = [...REFUNDS, ...DISPUTES];
