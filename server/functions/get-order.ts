import { z } from 'zod';

import { loadOrderDetail } from '#server/orders/order-detail.ts';
import { defineRpcFunction } from './backend-function.ts';

export const getOrder = defineRpcFunction({
  name: 'get-order',
  title: 'Error',
  access: 'reads',
  body: z.strictObject({ orderId: z.uuid() }),
  run: (context, { caller }, { orderId }) => loadOrderDetail(context, caller.sellerId, orderId),
});
