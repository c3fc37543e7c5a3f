import type { OrderRow } from '#domain/order.ts';
import { cleanLine } from '#domain/text.ts';

import type { Order } from '#server/db/orders.ts';

/** An order as its seller's list shows it. */
export const toOrderRow = (order: Order): OrderRow => ({
  id: order.id,
  number: order.number,
  state: order.state,
  dispute: order.dispute,
  email: order.email,
  // Buyers type the name on Stripe's page, which accepts any text.
  buyerName: cleanLine(order.buyerName ?? '') || null,
  productName: order.productName,
  billing: order.billing,
  currency: order.currency,
  total: order.total,
  discount: order.discount,
  received: order.received,
  refunded: order.refunded,
  lost: order.lost,
  couponCode: order.couponCode,
  createdAt: order.createdAt.toISOString(),
});
