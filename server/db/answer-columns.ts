import { and, eq, lte, ne, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { ofSeller, type OrderWish } from './order-filters.ts';
import { attempts, orders } from './schema-money.ts';

/** A custom field with answers, with its latest label. */
export type AnswerColumn = { id: string; label: string };

/** Maximum columns; with more fields, the latest ones are kept. */
export const MOST_ANSWER_COLUMNS = 1000;

/** All custom fields answered in orders of the selected page, or of all pages; in the order of first use. */
export async function listAnswerColumns(
  db: Db,
  { sellerId, mode, filter: { pageId }, upTo }: OrderWish,
): Promise<AnswerColumn[]> {
  const newest = sql<string>`(array_agg(answer.value ->> 'label' order by ${orders.number} desc))[1]`;
  const rows = await db
    .select({
      id: sql<string>`answer.value ->> 'id'`,
      label: newest,
      first: sql<number>`min(${orders.number})`.mapWith(Number),
      place: sql<number>`min(answer.place)`.mapWith(Number),
    })
    .from(orders)
    .innerJoin(attempts, eq(attempts.id, orders.attemptId))
    .innerJoin(
      sql`lateral jsonb_array_elements(${attempts.answers}) with ordinality as answer(value, place)`,
      sql`true`,
    )
    .where(
      and(
        ofSeller(sellerId, mode),
        lte(orders.number, upTo),
        pageId === undefined ? undefined : eq(orders.pageId, pageId),
        ne(attempts.answers, []),
      ),
    )
    .groupBy(sql`answer.value ->> 'id'`)
    .orderBy(sql`max(${orders.number}) desc`)
    .limit(MOST_ANSWER_COLUMNS);
  return rows
    .toSorted((one, other) => one.first - other.first || one.place - other.place)
    .map(({ id, label }) => ({ id, label }));
}
