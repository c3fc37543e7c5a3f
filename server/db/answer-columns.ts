import { and, eq, lte, ne, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { isOrderOfSeller, type OrderQuery } from './order-filters.ts';
import { checkoutAttempts, orders } from './schema-money.ts';

/** A custom field with answers, with its latest label. */
export type AnswerColumn = { id: string; label: string };

/** Maximum columns; with more fields, the latest ones are kept. */
export const MAX_ANSWER_COLUMNS = 1000;

/** All custom fields answered in orders of the selected page, or of all pages; in the order of first use. */
export async function listAnswerColumns(
  db: Db,
  { sellerId, mode, filter: { pageId }, upTo }: OrderQuery,
): Promise<AnswerColumn[]> {
  const latestLabel = sql<string>`(array_agg(answer.value ->> 'label' order by ${orders.number} desc))[1]`;
  const rows = await db
    .select({
      id: sql<string>`answer.value ->> 'id'`,
      label: latestLabel,
      first: sql<number>`min(${orders.number})`.mapWith(Number),
      position: sql<number>`min(answer.place)`.mapWith(Number),
    })
    .from(orders)
    .innerJoin(checkoutAttempts, eq(checkoutAttempts.id, orders.attemptId))
    .innerJoin(
      sql`lateral jsonb_array_elements(${checkoutAttempts.answers}) with ordinality as answer(value, place)`,
      sql`true`,
    )
    .where(
      and(
        isOrderOfSeller(sellerId, mode),
        lte(orders.number, upTo),
        pageId === undefined ? undefined : eq(orders.pageId, pageId),
        ne(checkoutAttempts.answers, []),
      ),
    )
    .groupBy(sql`answer.value ->> 'id'`)
    .orderBy(sql`max(${orders.number}) desc`)
    .limit(MAX_ANSWER_COLUMNS);
  return rows
    .toSorted((left, right) => left.first - right.first || left.position - right.position)
    .map(({ id, label }) => ({ id, label }));
}
