import { z } from 'zod';

import { Coupon } from '#domain/checkout-page-schema.ts';
import { createCoupon, deleteCoupon, listCoupons } from '#server/pages/rpc/manage-coupons.ts';

import { defineEndpoint, STRIPE_ERRORS, type ApiEndpoint } from '../define-endpoint.ts';
import { ApiCoupon } from '../schemas/page-schemas.ts';

const group = 'Coupons';
const Version = z.number().int().meta({ description: 'The version that buyers see now; 0: none.' });

const NewCoupon = Coupon.meta({
  id: 'NewCoupon',
  description:
    '`discount` is a percentage, or an amount in units of the currency: 12.5, 9.99. What bounds it may be left out.',
});

export const COUPON_ENDPOINTS: readonly ApiEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/pages/{pageId}/coupons',
    scope: 'pages:read',
    rpcFunction: listCoupons,
    group,
    summary: 'List the coupons of a page',
    description: 'Those that buyers can use, and those of the draft. There are at most 50, so they come at once.',
    answer: z.strictObject({ coupons: z.array(ApiCoupon) }),
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
  defineEndpoint({
    method: 'POST',
    path: '/pages/{pageId}/coupons',
    scope: 'coupons:write',
    rpcFunction: createCoupon,
    group,
    summary: 'Create a coupon',
    description:
      'Buyers of a page on sale can use it at once: it comes by a version of its own, and whatever else waits in the draft still waits.',
    body: NewCoupon,
    answer: z.strictObject({ coupon: ApiCoupon, version: Version }),
    status: 201,
    errors: [
      'not_found',
      'coupon_exists',
      'page_invalid',
      'stripe_not_connected',
      'publishing_not_allowed',
      'page_suspended',
      ...STRIPE_ERRORS,
    ],
    toBody: ({ params, body }) => ({ ...params, coupon: body }),
  }),
  defineEndpoint({
    method: 'DELETE',
    path: '/pages/{pageId}/coupons/{code}',
    scope: 'coupons:write',
    rpcFunction: deleteCoupon,
    group,
    summary: 'Delete a coupon',
    description: 'From the draft and from what buyers see, at once.',
    answer: z.strictObject({ deleted: z.literal(true), version: Version }),
    errors: ['not_found', 'page_suspended'],
    toBody: ({ params }) => params,
  }),
];
