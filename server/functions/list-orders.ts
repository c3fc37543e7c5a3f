import { z } from 'zod';

import { ORDERS_PER_PAGE, type OrderRow } from '#domain/order.ts';

import { countOrders, listOrders as findOrders } from '#server/db/orders.ts';
import { backendFunction } from './backend-function.ts';

type Row = Awaited<ReturnType<typeof findOrders>>[number];

export const listOrders = backendFunction({
  name: 'list-orders',
  title: 'Error',
  access: 'reads',
  body: z.strictObject({ page: z.number().int().min(1).max(100_000).optional() }),
  run: async (context, { caller }, { page = 1 }) => {
    const count = await countOrders(context.db, caller.sellerId, context.mode);
    const rows = await findOrders(context.db, caller.sellerId, context.mode, page);
    return {
      orders: rows.map(orderRowOf),
      page,
      pages: Math.max(1, Math.ceil(count / ORDERS_PER_PAGE)),
      count,
      totals: [],
      any: count > 0,
    };
  },
});

const orderRowOf = ({ order, productName }: Row): OrderRow => ({
  id: order.id,
  number: order.number,
  state: order.state,
  dispute: order.dispute,
  buyerName: order.buyerName,
  billing: order.billing,
  received: order.received,
  refunded: order.refunded,
  lost: order.lost,
  email: order.email,
  productName,
  currency: order.currency,
  total: order.total,
  discount: order.discount,
  couponCode: order.couponCode,
  createdAt: order.createdAt.toISOString(),
});
