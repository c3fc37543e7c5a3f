import { and, eq } from 'drizzle-orm';

import type { Metadata } from '#domain/checkout-link.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import { orders } from '#server/db/schema-orders.ts';
import { findSellerOrder, type Order } from '#server/ledger/queries/orders.ts';

import { isOrderOfSeller } from './queries/order-filters.ts';

/** Throws AppError 'not_found'. */
export async function findOwnOrder({ db, mode }: Context, sellerId: string, orderId: string): Promise<Order> {
  const order = await findSellerOrder(db, sellerId, mode, orderId);
  if (!order) throw new AppError('not_found');
  return order;
}

/** Stores data of the seller's program about an order. Throws AppError 'not_found'. */
export async function updateOrderData(
  context: Context,
  sellerId: string,
  orderId: string,
  data: { metadata?: Metadata | undefined; externalId?: string | null | undefined },
): Promise<void> {
  await findOwnOrder(context, sellerId, orderId);
  if (data.metadata === undefined && data.externalId === undefined) return;
  const { db, mode, now } = context;
  await db
    .update(orders)
    .set({ ...data, updatedAt: now() })
    .where(and(isOrderOfSeller(sellerId, mode), eq(orders.id, orderId)));
}
