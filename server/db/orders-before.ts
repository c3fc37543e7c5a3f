import { desc, eq, getTableColumns, lt } from 'drizzle-orm';

import type { Db } from './client.ts';
import { matchesOrderQuery, type OrderQuery } from './order-filters.ts';
import { matchingOrders, usesWordIndex } from './order-lists.ts';
import type { Order } from './orders.ts';
import { orders } from './schema-money.ts';

/** The next orders with lower numbers, highest first; new orders do not shift the pages. */
export async function listOrdersBefore(db: Db, query: OrderQuery, before: number, limit: number): Promise<Order[]> {
  if (!usesWordIndex(query))
    return db
      .select()
      .from(orders)
      .where(matchesOrderQuery({ ...query, upTo: Math.min(query.upTo, before - 1) }))
      .orderBy(desc(orders.number))
      .limit(limit);
  const matches = matchingOrders(db, query);
  const slice = db
    .select({ id: matches.id })
    .from(matches)
    .where(lt(matches.number, before))
    .orderBy(desc(matches.number))
    .limit(limit)
    .as('picked');
  return db
    .select(getTableColumns(orders))
    .from(orders)
    .innerJoin(slice, eq(slice.id, orders.id))
    .orderBy(desc(orders.number));
}
