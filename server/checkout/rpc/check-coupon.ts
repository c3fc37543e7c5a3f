import { z } from 'zod';

import { applyCoupon, couponLimits } from '#server/checkout/coupons.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';

import { ProofOfWork, Slug } from './create-checkout-session.ts';

export const applyCouponFunction = defineRpcFunction({
  name: 'apply-coupon',
  access: 'anyone',
  notInApi: 'Buyers do this on the page itself.',
  body: z.strictObject({
    slug: Slug,
    code: z.string().max(200),
    email: z.string().max(254).optional(),
    withoutTrial: z.boolean().optional(),
    proof: ProofOfWork.optional(),
  }),
  limits: ({ address }, { slug }) => couponLimits(address, slug),
  run: (context, { address, site }, body) => applyCoupon(context, body, { address, site }),
});
