import { z } from 'zod';

import { MAX_AMOUNT_OF_ANY_CURRENCY } from '#domain/currencies.ts';
import { REFUND_REASONS } from '#domain/refund.ts';

import { MINUTE_MS } from '#server/http/rate-limits.ts';
import { loadOrderDetail } from '#server/orders/order-detail.ts';
import { refundOrder } from '#server/orders/refund.ts';
import { defineRpcFunction } from './backend-function.ts';

export const refundOrderFunction = defineRpcFunction({
  name: 'refund-order',
  title: 'Refund failed',
  access: 'writes',
  body: z.strictObject({
    orderId: z.uuid(),
    paymentId: z.uuid(),
    amount: z.number().int().min(1).max(MAX_AMOUNT_OF_ANY_CURRENCY).optional(),
    reason: z.enum(REFUND_REASONS),
    request: z.uuid(),
  }),
  limits: ({ caller }) => [{ key: `refund:${caller.sellerId}`, limit: 60, windowMs: MINUTE_MS }],
  run: async (context, request, input) => {
    await refundOrder(context, request, input);
    return { order: await loadOrderDetail(context, request.caller.sellerId, input.orderId) };
  },
});
