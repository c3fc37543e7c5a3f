import { z } from 'zod';

import { orderDetail } from '#server/orders/order-detail.ts';
import { backendFunction } from './backend-function.ts';

export const getOrder = backendFunction({
  name: 'get-order',
  title: 'Error',
  access: 'reads',
  body: z.strictObject({ orderId: z.uuid() }),
  run: (context, { caller }, { orderId }) => orderDetail(context, caller.sellerId, orderId),
});
