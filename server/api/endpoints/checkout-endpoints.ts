import { ApiCheckout, NewCheckout } from '#domain/api-resources/checkout-resources.ts';
import { createCheckout, getCheckoutFunction } from '#server/checkout/rpc/manage-checkouts.ts';

import { defineEndpoint, defineGroup } from '../define-endpoint.ts';

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
    response: ApiCheckout,
    run: ({ call, params }) => call(getCheckoutFunction, params),
  }),
]);
