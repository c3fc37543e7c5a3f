import { desc, eq, getTableColumns, lt } from 'drizzle-orm';

import type { Db } from './client.ts';
import { matching, type OrderWish } from './order-filters.ts';
import { foundIn, isByIndex } from './order-lists.ts';
import type { Order } from './orders.ts';
import { orders } from './schema-money.ts';

/** The next orders with lower numbers, highest first; new orders do not shift the pages. */
export async function listOrdersBefore(
  db: Db,
  wish: OrderWish,
  before: number,
  most: number,
): Promise<Order[]> {
  if (!isByIndex(wish))
    return db
      .select()
      .from(orders)
      .where(matching({ ...wish, upTo: Math.min(wish.upTo, before - 1) }))
      .orderBy(desc(orders.number))
      .limit(most);
  const found = foundIn(db, wish);
  const picked = db
    .select({ id: found.id })
    .from(found)
    .where(lt(found.number, before))
    .orderBy(desc(found.number))
    .limit(most)
    .as('picked');
  return db
    .select(getTableColumns(orders))
    .from(orders)
    .innerJoin(picked, eq(picked.id, orders.id))
    .orderBy(desc(orders.number));
}
