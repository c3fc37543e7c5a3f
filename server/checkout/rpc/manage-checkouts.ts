import { z } from 'zod';

import { NewCheckout } from '#domain/api-resources/checkout-resources.ts';
import { createCheckoutLink, getCheckout } from '#server/checkout/checkout-links.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';

const MAX_CHECKOUT_BYTES = 128 * 1024;

export const createCheckout = defineRpcFunction({
  name: 'create-checkout',
  access: 'writes',
  body: NewCheckout,
  maxBytes: MAX_CHECKOUT_BYTES,
  limits: [{ name: 'checkout-link', limit: 300, windowMs: 60_000 }],
  run: (context, { caller }, body) => createCheckoutLink(context, caller.sellerId, body),
});

export const getCheckoutFunction = defineRpcFunction({
  name: 'get-checkout',
  access: 'reads',
  body: z.strictObject({ checkoutId: z.uuid() }),
  run: (context, { caller }, { checkoutId }) => getCheckout(context, caller.sellerId, checkoutId),
});
