import { z } from 'zod';

import { HOUR_MS } from '#server/http/rate-limits.ts';
import { resendOrderReceipt } from '#server/orders/send-receipt-again.ts';
import { defineRpcFunction } from './backend-function.ts';

export const resendReceipt = defineRpcFunction({
  name: 'resend-receipt',
  title: 'Receipt not sent',
  access: 'writes',
  body: z.strictObject({ orderId: z.uuid() }),
  limits: ({ caller }, { orderId }) => [
    { key: `receipt:${caller.sellerId}:${orderId}`, limit: 3, windowMs: HOUR_MS },
    { key: `receipts:${caller.sellerId}`, limit: 100, windowMs: HOUR_MS },
  ],
  run: async (context, { caller }, { orderId }) => ({
    to: await resendOrderReceipt(context, caller.sellerId, orderId),
  }),
});
