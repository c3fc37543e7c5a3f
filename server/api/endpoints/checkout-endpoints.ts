import { z } from 'zod';

import { ApiCheckout, NewCheckout } from '#domain/api-resources/checkout-resources.ts';
import { createCheckout, getCheckoutFunction } from '#server/checkout/rpc/manage-checkouts.ts';

import { checkScope } from '../authenticate-api-key.ts';
import { commaSeparated, defineEndpoint, defineGroup } from '../define-endpoint.ts';
import { expandPages } from '../expand-pages.ts';
import { loadOrder } from './order-endpoints.ts';

/** Checkouts that a program starts for a buyer. */
export const CHECKOUT_ENDPOINTS = defineGroup('Checkouts', { read: 'checkouts:read', write: 'checkouts:write' }, [
  defineEndpoint('checkouts.create', 'POST /checkouts', {
    rpcFunctions: [createCheckout],
    summary: 'Create a checkout',
    description:
      'Returns a URL for one buyer. It opens the page with your values filled in, and your metadata is on the order.',
    body: NewCheckout,
    response: ApiCheckout,
    status: 201,
    errors: [
      'not_found',
      'not_accepting_payments',
      'page_suspended',
      'page_paused',
      'plan_unknown',
      'amount_invalid',
      'quantity_invalid',
      'coupon_invalid',
      'coupon_not_started',
      'coupon_ended',
      'coupon_below_price',
      'coupon_below_minimum',
    ],
    run: ({ call, body }) => call(createCheckout, body),
  }),
  defineEndpoint('checkouts.get', 'GET /checkouts/{checkoutId}', {
    rpcFunctions: [getCheckoutFunction],
    summary: 'Get a checkout',
    description: 'Checkouts are deleted 30 days after they expired. Their orders and metadata stay.',
    query: z.strictObject({
      expand: commaSeparated(['order', 'page'])
        .optional()
        .describe('Objects to include. The key needs `orders:read` or `pages:read`.'),
    }),
    response: ApiCheckout,
    run: async (input) => {
      const { expand } = input.query;
      const stored = await input.call(getCheckoutFunction, input.params);
      const [checkout = stored] = await expandPages(input, expand, [stored]);
      if (!expand?.includes('order')) return checkout;
      checkScope(input.apiClient, 'orders:read');
      return { ...checkout, order: checkout.orderId === null ? null : await loadOrder(input, checkout.orderId) };
    },
  }),
]);
