import { and, eq, getTableColumns, sql, type Column, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

import type { Db } from './client.ts';

/** First row of a query; null when it returns none. */
export const firstRow = async <Row>(query: PromiseLike<Row[]>): Promise<Row | null> => (await query)[0] ?? null;

/** Whether a query, or a statement with `returning`, returns any row. */
export const hasRows = async (query: PromiseLike<unknown[]>): Promise<boolean> => (await query).length > 0;

/** Values of columns by property name. */
type Values<T extends PgTable> = { [K in keyof T['$inferSelect']]?: NonNullable<T['$inferSelect'][K]> };

/** Condition that each of these columns has this value. */
export function hasValues<T extends PgTable>(table: T, values: Values<T>): SQL | undefined {
  const columns = getTableColumns<PgTable>(table);
  return and(...Object.entries(values).map(([name, value]) => eq(columns[name] as Column, value)));
}

/** From `after` on and before `before`. Both are ISO 8601. */
export type TimeRange = { after?: string | undefined; before?: string | undefined };

export const isInTimeRange = (time: Column | SQL, { after, before }: TimeRange): SQL | undefined =>
  and(
    after === undefined ? undefined : sql`${time} >= ${new Date(after).toISOString()}::timestamptz`,
    before === undefined ? undefined : sql`${time} < ${new Date(before).toISOString()}::timestamptz`,
  );

/** Finds the row in which each of these columns has this value; null without one. The values must identify one row. */
export function findRow<T extends PgTable>(db: Db, table: T, values: Values<T>): Promise<T['$inferSelect'] | null> {
  return firstRow(db.select().from<PgTable>(table).where(hasValues(table, values)));
}

/** Whether the table has a row that meets the condition. */
export const hasRow = (db: Db, table: PgTable, condition: SQL | undefined): Promise<boolean> =>
  hasRows(
    db
      .select({ one: sql`1` })
      .from(table)
      .where(condition)
      .limit(1),
  );
