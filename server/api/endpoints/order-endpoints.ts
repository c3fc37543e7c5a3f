import { z } from 'zod';

import { toEntitlementResource } from '#domain/api-resources/entitlement-resources.ts';
import {
  Order,
  ORDER_EXPANSIONS,
  OrderFilters,
  OrderHistory,
  Receipt,
  toPublicEmailKind,
  toPublicEventKind,
} from '#domain/api-resources/order-resources.ts';
import { clearableExternalId } from '#domain/api-resources/shared-resources.ts';
import { ExternalId, MetadataInput } from '#domain/checkout-link.ts';
import { MAX_SEARCH_LENGTH, type OrderFilter } from '#domain/order-filter.ts';
import { DISPUTE_OUTCOMES, ORDER_STATES, PAYMENT_PLAN_STATES } from '#domain/order.ts';
import { listOrderEntitlements } from '#server/delivery/queries/order-entitlements.ts';
import { hasOrder, loadResourceSources, toOrderResource } from '#server/ledger/order-resources.ts';
import type { Order as OrderRow } from '#server/ledger/queries/orders.ts';
import { streamOrderCsv } from '#server/orders/export-orders.ts';
import { buildOrderQuery } from '#server/orders/queries/order-filters.ts';
import { listOrdersBefore } from '#server/orders/queries/order-lists.ts';
import {
  exportOrders,
  getOrder,
  listOrderChoices,
  listOrders,
  resendReceipt,
} from '#server/orders/rpc/manage-orders.ts';
import { findOwnOrder, updateOrderData } from '#server/orders/update-order-data.ts';

import {
  commaSeparated,
  defineCsvEndpoint,
  defineEndpoint,
  defineGroup,
  defineListEndpoint,
  MAX_NUMBER,
  timeRange,
  type EndpointContext,
  type ListContext,
} from '../define-endpoint.ts';
import { expandPages } from '../expand-pages.ts';

const Filter = {
  search: z
    .string()
    .max(MAX_SEARCH_LENGTH)
    .optional()
    .describe('Matches the start of words in the buyer’s name, email, or product name, or the order number.'),
  state: commaSeparated(ORDER_STATES).optional().describe('Only orders in one of these states.'),
  disputeState: commaSeparated(DISPUTE_OUTCOMES)
    .optional()
    .describe('Only orders whose most serious dispute is in one of these states.'),
  paymentPlanState: commaSeparated(PAYMENT_PLAN_STATES)
    .optional()
    .describe('Only orders with a payment plan in one of these states.'),
  number: z.number().int().min(1).max(MAX_NUMBER).optional().describe('Only the order with this number.'),
  email: z.string().max(254).optional().describe('Whole email address, whatever its case.'),
  externalId: ExternalId.optional().describe('Only orders with this external ID.'),
  customerId: z.uuid().optional().describe('Only orders of this customer.'),
  pageId: z.uuid().optional().describe('Only orders of this page.'),
  couponCode: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Only orders with this coupon, or with a code that was generated for it.'),
  bumpId: z
    .string()
    .max(40)
    .optional()
    .meta({ description: 'Only orders with this extra, by its ID in the page’s config.', examples: ['workbook'] }),
  paymentMethod: z
    .string()
    .max(40)
    .optional()
    .meta({ description: 'Only orders paid by this method, by Stripe’s type.', examples: ['card', 'ideal'] }),
  ...timeRange('created', 'Created'),
  ...timeRange('updated', 'Last changed'),
  ...timeRange('paid', 'First paid'),
};

/** The filter in the words of the queries. */
function toOrderFilter({
  state: states,
  disputeState: disputeStates,
  paymentPlanState: paymentPlanStates,
  couponCode: coupon,
  bumpId: bump,
  ...rest
}: z.infer<z.ZodObject<typeof Filter>>) {
  const filter = { ...rest, states, disputeStates, paymentPlanStates, coupon, bump };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as OrderFilter;
}

const Expand = commaSeparated([...ORDER_EXPANSIONS, 'entitlements', 'page'])
  .optional()
  .describe('Parts to include. For `page`, the key needs `pages:read`.');
type Expansions = z.infer<typeof Expand>;

async function loadOrders(input: ListContext, rows: readonly OrderRow[], expand: Expansions = []) {
  const sources = await loadResourceSources(input.context.db, rows);
  const parts = ORDER_EXPANSIONS.filter((name) => expand.includes(name));
  const orders = sources.filter(hasOrder).map((source) => toOrderResource(source, parts));
  const entitlements = expand.includes('entitlements') ? await loadEntitlements(input, rows) : null;
  const expandedOrders = orders.map((order) => ({
    ...order,
    ...(entitlements && { entitlements: entitlements.get(order.id) ?? [] }),
  }));
  return expandPages(input, expand, expandedOrders);
}

/** What each order delivers, by its id. */
async function loadEntitlements({ context }: ListContext, rows: readonly OrderRow[]) {
  const attemptIds = rows.map(({ attemptId }) => attemptId);
  const entitlements = await listOrderEntitlements(context.db, attemptIds);
  return Map.groupBy(entitlements.map(toEntitlementResource), ({ orderId }) => orderId);
}

/** Throws AppError 'not_found'. */
export async function loadOrder(input: EndpointContext, orderId: string, expand?: Expansions) {
  const [order] = await loadOrders(input, [await findOwnOrder(input.context, input.sellerId, orderId)], expand);
  if (!order) throw new Error('The order has no checkout attempt');
  return order;
}

export const ORDER_ENDPOINTS = defineGroup('Orders', { read: 'orders:read', write: 'orders:write' }, [
  defineListEndpoint('orders.list', '/orders', {
    rpcFunctions: [listOrders],
    summary: 'List orders',
    description: 'Highest order number first.',
    query: z.strictObject({ ...Filter, expand: Expand }),
    item: Order,
    findRows: async ({ context: { db, mode }, sellerId, query: { expand: _, ...filter }, limit, after }) => {
      const orderQuery = await buildOrderQuery(db, { sellerId, mode, filter: toOrderFilter(filter), upTo: MAX_NUMBER });
      return listOrdersBefore(db, orderQuery, Number(after?.[0] ?? MAX_NUMBER), limit);
    },
    keyOf: ({ number }) => [number],
    toItems: (rows, input) => loadOrders(input, rows, input.query.expand),
  }),
  defineEndpoint('orders.filters', 'GET /orders/filters', {
    rpcFunctions: [listOrderChoices],
    summary: 'Get filter options',
    description: 'Pages with orders, coupons that were used, and extras that were sold.',
    response: OrderFilters,
    run: async ({ call }) => {
      const { pages, coupons: couponCodes, extras } = await call(listOrderChoices, {});
      return { pages, couponCodes, extras };
    },
  }),
  defineCsvEndpoint('orders.export', '/orders/export', {
    // The endpoint reads the rows itself, so the limit of the function does not apply.
    rpcFunctions: [{ ...exportOrders, limits: [] }],
    summary: 'Export orders as CSV',
    description: 'One row per order, or per line item, lowest number first, with the same filters as the list.',
    query: z.strictObject({
      ...Filter,
      lines: z.boolean().optional().describe('One row per line item instead of one per order.'),
    }),
    run: async ({ context, apiClient, query: { lines = false, ...filter } }) => ({
      fileName: lines ? 'line-items.csv' : 'orders.csv',
      parts: streamOrderCsv(context, apiClient, toOrderFilter(filter), lines ? 'line_items' : 'orders'),
    }),
  }),
  defineEndpoint('orders.get', 'GET /orders/{orderId}', {
    rpcFunctions: [getOrder],
    summary: 'Get an order',
    query: z.strictObject({ expand: Expand }),
    response: Order,
    run: (input) => loadOrder(input, input.params.orderId, input.query.expand),
  }),
  defineEndpoint('orders.update', 'PATCH /orders/{orderId}', {
    summary: 'Update the metadata of an order',
    body: z.strictObject({
      metadata: MetadataInput.optional().describe('Replaces all metadata.'),
      externalId: clearableExternalId.optional(),
    }),
    response: Order,
    run: async (input) => {
      await updateOrderData(input.context, input.sellerId, input.params.orderId, input.body);
      return loadOrder(input, input.params.orderId);
    },
  }),
  defineEndpoint('orders.history', 'GET /orders/{orderId}/history', {
    rpcFunctions: [getOrder],
    summary: 'Get the history of an order',
    description: 'Timeline, what the buyer agreed to, and emails about the order.',
    response: OrderHistory,
    run: async ({ call, params }) => {
      const { events, agreement, mails } = await call(getOrder, params);
      const { at: acceptedAt, version: pageVersion, versionHash: pageVersionHash, ...terms } = agreement;
      return {
        orderId: params.orderId,
        events: events.map(({ kind, at, facts }) => ({
          kind: toPublicEventKind(kind),
          amount: facts.amount ?? null,
          currency: facts.currency ?? null,
          reason: facts.reason ?? null,
          causedBy: facts.by === 'provider' ? ('stripe' as const) : (facts.by ?? null),
          relatedAt: facts.at ?? null,
          createdAt: at,
        })),
        agreement: { ...terms, pageVersion, pageVersionHash, acceptedAt },
        emails: mails.map(({ kind, to: recipient, state, reason: failureReason, at: createdAt }) => ({
          kind: toPublicEmailKind(kind),
          recipient,
          state,
          failureReason,
          createdAt,
        })),
      };
    },
  }),
  defineEndpoint('orders.resendReceipt', 'POST /orders/{orderId}/resend-receipt', {
    rpcFunctions: [resendReceipt],
    summary: 'Resend the receipt',
    response: Receipt,
    errors: ['receipt_not_possible', 'receipt_bounced'],
    run: async ({ call, params }) => ({ ...params, recipient: (await call(resendReceipt, params)).to }),
  }),
]);
