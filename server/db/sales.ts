import type { Db } from './client.ts';
import { sales } from './schema-money.ts';

export type NewSale = Omit<typeof sales.$inferInsert, 'id'>;

/** Records money that came in, once for each source. */
export async function insertSale(db: Db, sale: NewSale): Promise<void> {
  await db
    .insert(sales)
    .values({ ...sale, id: crypto.randomUUID() })
    .onConflictDoNothing({ target: [sales.mode, sales.accountId, sales.source] });
}
