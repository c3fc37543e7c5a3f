import { and, eq, getTableColumns, sql, type Column, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

import type { Db } from './client.ts';

/** Values of columns by property name. */
type Values<T extends PgTable> = { [K in keyof T['$inferSelect']]?: NonNullable<T['$inferSelect'][K]> };

/** Condition that each of these columns has this value. */
export function hasValues<T extends PgTable>(table: T, values: Values<T>): SQL | undefined {
  const columns = getTableColumns<PgTable>(table);
  return and(...Object.entries(values).map(([name, value]) => eq(columns[name] as Column, value)));
}

/** Finds the row in which each of these columns has this value; null without one. The values must identify one row. */
export async function findRow<T extends PgTable>(
  db: Db,
  table: T,
  values: Values<T>,
): Promise<T['$inferSelect'] | null> {
  const [row] = await db.select().from<PgTable>(table).where(hasValues(table, values));
  return row ?? null;
}

/** Whether the table has a row that meets the condition. */
export async function hasRow(db: Db, table: PgTable, condition: SQL | undefined): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(table)
    .where(condition)
    .limit(1);
  return rows.length > 0;
}
