// How PostgreSQL means to answer what was asked, among many rows.
import type pg from 'pg';

import type { RecordedQuery } from './scale-listen.ts';

export type QueryPlan = {
  operations: string[];
  text: string;
  lines: string[];
  /** Tables that are read from their first row to their last. */
  scannedTables: string[];
};

const PLANNED = /^\s*(select|insert|update|delete|with)\b/i;
const SCAN =
  /(Seq Scan|Index Only Scan|Index Scan|Bitmap Heap Scan|Bitmap Index Scan)( Backward)?( using \S+)? on \S+/g;

/** Tables of so few rows that nothing is quicker than reading them all. */
const FEW_ROWS = 1000;

/**
 * The plans of all different questions. `forced`: as if every table were large, where it has an index that serves.
 */
export async function explainQueries(
  client: pg.Client,
  queries: readonly RecordedQuery[],
  forced: boolean,
): Promise<QueryPlan[]> {
  const { rows } = await client.query<{ name: string; rows: number }>(
    `select relname as name, reltuples::float as rows from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const sizes = new Map(rows.map((row) => [row.name, row.rows]));
  const isLarge = (table: string) => (sizes.get(table) ?? 0) > FEW_ROWS;
  await client.query(`set enable_seqscan = ${forced ? 'off' : 'on'}`);
  const plans: QueryPlan[] = [];
  for (const [text, same] of Map.groupBy(queries, (one) => one.text)) {
    if (!PLANNED.test(text)) continue;
    const explained = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, same.at(-1)?.params ?? []);
    const lines = explained.rows.map((row) => row['QUERY PLAN']);
    const scanned = lines.flatMap((line) => /Seq Scan on (\S+)/.exec(line)?.[1] ?? []);
    const scannedTables = scanned.filter((table) => (forced ? sizes.has(table) : isLarge(table)));
    plans.push({
      operations: [...new Set(same.map(({ operation: door }) => door))],
      text,
      lines,
      scannedTables,
    });
  }
  return plans;
}

/** The ways to rows that a plan takes, each once. */
export const listAccessPaths = ({ lines }: QueryPlan): string =>
  [...new Set(lines.flatMap((line) => line.match(SCAN) ?? []))].join('; ') || 'no rows are looked for';
