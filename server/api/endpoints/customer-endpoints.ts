import { z } from 'zod';

import { Customer, Subscription, SUBSCRIPTION_STATES } from '#domain/api-resources/order-resources.ts';
import { AppError } from '#domain/errors.ts';
import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';
import { loadResourceSources, toSubscriptionResource } from '#server/ledger/order-resources.ts';
import {
  findSubscription,
  listSubscriptionsAfterCursor,
  type BuyerSubscriptionRow,
} from '#server/ledger/queries/buyer-subscriptions.ts';
import { loadCustomerDetail } from '#server/orders/customers/customer-detail.ts';
import { listCustomersByNumber, type CustomerRow } from '#server/orders/customers/queries/customers.ts';
import { SearchBody, getCustomer, listCustomers } from '#server/orders/rpc/manage-customers.ts';
import {
  cancelBuyerSubscriptionFunction,
  listBuyerSubscriptions,
  resumeBuyerSubscriptionFunction,
} from '#server/orders/rpc/manage-subscriptions.ts';

import { toSortKey } from '../cursors.ts';
import {
  commaSeparated,
  defineEndpoint,
  defineGroup,
  defineListEndpoint,
  MAX_NUMBER,
  STRIPE_ERRORS,
  timeRange,
  type EndpointContext,
  type ListContext,
} from '../define-endpoint.ts';
import { expandPages } from '../expand-pages.ts';

const toCustomerResource = (customer: CustomerRow): z.input<typeof Customer> => ({
  id: customer.id,
  email: customer.email,
  name: customer.name,
  country: customer.country,
  orderCount: customer.orderCount,
  activeSubscriptionCount: customer.activeSubscriptions,
  totals: customer.totals.map(({ count: orderCount, lost: disputeLosses, ...totals }) => ({
    ...totals,
    orderCount,
    disputeLosses,
  })),
  firstOrderAt: customer.firstOrderAt,
  lastOrderAt: customer.lastOrderAt,
  updatedAt: customer.updatedAt,
});

const CUSTOMERS = defineGroup('Customers', { read: 'orders:read', write: 'orders:write' }, [
  defineListEndpoint('customers.list', '/customers', {
    rpcFunctions: [listCustomers],
    summary: 'List customers',
    description: 'A customer is all orders with the same email address, whatever its case. Newest customers first.',
    query: z.strictObject({
      search: SearchBody.search.describe('Matches parts of the email address or name.'),
      ...timeRange('updated', 'Last changed'),
    }),
    item: Customer,
    findRows: ({ context: { db, mode }, sellerId, query: { search, updatedAfter, updatedBefore }, limit, after }) =>
      listCustomersByNumber(
        db,
        { sellerId, mode, search, updated: { after: updatedAfter, before: updatedBefore }, upTo: MAX_NUMBER },
        { after: after && Number(after[0]), direction: 'descending', limit },
      ),
    keyOf: ({ firstNumber }) => [firstNumber],
    toItems: (rows) => rows.map(toCustomerResource),
  }),
  defineEndpoint('customers.get', 'GET /customers/{customerId}', {
    rpcFunctions: [getCustomer],
    summary: 'Get a customer',
    description: 'The ID of any of the customer’s orders works, too.',
    response: Customer,
    run: async ({ context, sellerId, params }) =>
      toCustomerResource(await loadCustomerDetail(context, sellerId, params.customerId)),
  }),
]);

const CHANGE_ERRORS = ['subscription_over', 'stripe_not_connected', ...STRIPE_ERRORS] as const;

const Expand = commaSeparated(['page'])
  .optional()
  .describe('Parts to include. For `page`, the key needs `pages:read`.');
type Expansions = z.infer<typeof Expand>;

async function loadSubscriptions(input: ListContext, rows: readonly BuyerSubscriptionRow[], expand: Expansions) {
  const sources = await loadResourceSources(input.context.db, rows);
  const subscriptions = sources.flatMap((source) => toSubscriptionResource(source) ?? []);
  return expandPages(input, expand, subscriptions);
}

async function loadSubscription(input: EndpointContext, id: string, expand?: Expansions) {
  const { context, sellerId } = input;
  const found = await findSubscription(context.db, sellerId, context.mode, { id });
  const [subscription] = await loadSubscriptions(input, found ? [found.row] : [], expand);
  if (!subscription) throw new AppError('not_found');
  return subscription;
}

/** Subscriptions that buyers pay. */
const SUBSCRIPTIONS = defineGroup('Subscriptions', { read: 'subscriptions:read', write: 'subscriptions:write' }, [
  defineListEndpoint('subscriptions.list', '/subscriptions', {
    rpcFunctions: [listBuyerSubscriptions],
    summary: 'List buyers’ subscriptions',
    description: 'Newest first.',
    query: z.strictObject({
      search: z
        .string()
        .max(MAX_SEARCH_LENGTH)
        .optional()
        .describe('Matches the start of words in the buyer’s name, email, or product name, or the order number.'),
      state: z.enum(SUBSCRIPTION_STATES).optional().describe('Only subscriptions in this state.'),
      customerId: z.uuid().optional().describe('Only subscriptions of this customer.'),
      ...timeRange('updated', 'Last changed'),
      expand: Expand,
    }),
    item: Subscription,
    findRows: ({ context: { db, mode }, sellerId, query, limit, after }) => {
      const before = after && { createdAt: String(after[0]), id: String(after[1]) };
      const { search, state, customerId } = query;
      const filter = {
        search,
        state: state === 'past_due' ? ('overdue' as const) : state,
        customerId,
        updated: { after: query.updatedAfter, before: query.updatedBefore },
      };
      return listSubscriptionsAfterCursor(db, { sellerId, mode, filter }, before, limit);
    },
    keyOf: ({ row }) => toSortKey(row),
    toItems: (rows, input) =>
      loadSubscriptions(
        input,
        rows.map(({ row }) => row),
        input.query.expand,
      ),
  }),
  defineEndpoint('subscriptions.get', 'GET /subscriptions/{subscriptionId}', {
    summary: 'Get a subscription',
    query: z.strictObject({ expand: Expand }),
    response: Subscription,
    run: (input) => loadSubscription(input, input.params.subscriptionId, input.query.expand),
  }),
  defineEndpoint('subscriptions.cancel', 'POST /subscriptions/{subscriptionId}/cancel', {
    rpcFunctions: [cancelBuyerSubscriptionFunction],
    summary: 'Cancel a subscription',
    description:
      'Cancels at the end of the paid period, or immediately. A payment plan always ends immediately. Nothing is refunded.',
    body: z.strictObject({
      when: z.enum(['period_end', 'now']).default('period_end').describe('When the subscription ends.'),
    }),
    response: Subscription,
    errors: CHANGE_ERRORS,
    run: async (input) => {
      await input.call(cancelBuyerSubscriptionFunction, { ...input.params, now: input.body.when === 'now' });
      return loadSubscription(input, input.params.subscriptionId);
    },
  }),
  defineEndpoint('subscriptions.resume', 'POST /subscriptions/{subscriptionId}/resume', {
    rpcFunctions: [resumeBuyerSubscriptionFunction],
    summary: 'Resume a subscription that is set to end',
    response: Subscription,
    errors: CHANGE_ERRORS,
    run: async (input) => {
      await input.call(resumeBuyerSubscriptionFunction, input.params);
      return loadSubscription(input, input.params.subscriptionId);
    },
  }),
]);

export const CUSTOMER_ENDPOINTS = [...CUSTOMERS, ...SUBSCRIPTIONS];
