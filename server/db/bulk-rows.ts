import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

import type { Db } from './client.ts';

// Bulk statements whose text does not depend on the number of rows: the rows are passed as one JSON parameter. When a value
// is not valid text for PostgreSQL (NUL, half a surrogate pair), the whole statement fails.

type TableShape = {
  name: string;
  /** Property name of each column, and its name and type in the database. */
  columns: { key: string; name: string; type: string }[];
};

const shapeCache = new WeakMap<PgTable, TableShape>();

function shapeOf(table: PgTable): TableShape {
  const cached = shapeCache.get(table);
  if (cached) return cached;
  const columns = Object.entries(getTableColumns(table))
    .filter(([, column]) => column.generatedIdentity?.type !== 'always' && column.getSQLType() !== 'bigserial')
    .map(([key, column]) => ({ key, name: `"${column.name}"`, type: column.getSQLType() }));
  const shape = { name: `"${getTableName(table)}"`, columns };
  shapeCache.set(table, shape);
  return shape;
}

/** SQL of the rows as a table named `r`, with these columns. */
function rowsAsTable(columns: TableShape['columns'], rows: readonly object[]): SQL {
  const types = columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  const json = JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map(({ key, name }) => [name.slice(1, -1), valueOf(row, key)]))),
  );
  return sql`json_to_recordset(${json}::text::json) as r(${sql.raw(types)})`;
}

function valueOf(row: object, key: string): unknown {
  const value: unknown = key in row ? row[key as keyof typeof row] : null;
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}

/** SQL that inserts rows with all columns except generated ones. */
function insertSql(table: PgTable, rows: readonly object[], skipExisting: boolean): SQL {
  const { name, columns } = shapeOf(table);
  const names = columns.map((column) => column.name).join(', ');
  const conflictClause = sql.raw(skipExisting ? 'on conflict do nothing' : '');
  return sql`insert into ${sql.raw(`${name} (${names}) select ${names}`)} from ${rowsAsTable(columns, rows)} ${conflictClause}`;
}

/** Inserts rows; returns the number inserted. `skipExisting` skips existing rows. */
export async function insertMany<T extends PgTable>(
  tx: Db,
  table: T,
  rows: readonly (T['$inferSelect'] | Required<T['$inferInsert']>)[],
  skipExisting = false,
): Promise<number> {
  if (rows.length === 0) return 0;
  const { rows: counts } = (await tx.execute(
    sql`with written as (${insertSql(table, rows, skipExisting)} returning 1)
      select count(*)::integer as count from written`,
  )) as { rows: { count: number }[] };
  return counts[0]?.count ?? 0;
}

/** Inserts rows unless they exist; returns the ids of the inserted ones. */
export async function insertMissing<T extends PgTable>(
  tx: Db,
  table: T,
  rows: readonly (T['$inferSelect'] & { id: string })[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const { rows: inserted } = (await tx.execute(sql`${insertSql(table, rows, true)} returning id`)) as {
    rows: { id: string }[];
  };
  return new Set(inserted.map(({ id }) => id));
}

/** Updates these columns in rows with the same `id`. */
export async function updateMany<T extends PgTable>(
  tx: Db,
  table: T,
  rows: readonly (T['$inferSelect'] & { id: string })[],
  keys: ReadonlySet<string>,
): Promise<void> {
  if (rows.length === 0 || keys.size === 0) return;
  const { name, columns } = shapeOf(table);
  const insertedRows = columns.filter(({ key }) => keys.has(key));
  const sets = insertedRows.map((column) => `${column.name} = r.${column.name}`).join(', ');
  const rowsSql = rowsAsTable(
    columns.filter(({ key }) => key === 'id' || keys.has(key)),
    rows,
  );
  await tx.execute(sql`update ${sql.raw(`${name} as t set ${sets}`)} from ${rowsSql} where t."id" = r."id"`);
}

/** SQL condition that a column is one of these ids, with one parameter for any number of ids. */
export const isOneOf = (column: SQL | { getSQL: () => SQL }, ids: readonly string[], type: 'uuid' | 'text'): SQL =>
  sql`${column} = any(array(select value::${sql.raw(type)} from json_array_elements_text(${JSON.stringify(ids)}::text::json)))`;
