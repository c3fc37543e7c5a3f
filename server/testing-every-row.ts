/** Seen by tests only. */
import { sql, type SQL } from 'drizzle-orm';

import type { TestShop } from './testing.ts';

/** Every row of every table, as one text. */
export async function everyRow({ context: { db } }: TestShop): Promise<string> {
  const rowsOf = async (query: SQL) => ((await db.execute(query)) as { rows: Record<string, string>[] }).rows;
  const tables = await rowsOf(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const texts: string[] = [];
  for (const { name = '' } of tables) {
    const kept = await rowsOf(sql.raw(`select to_jsonb(t)::text as row from ${name} t order by 1`));
    texts.push(name, ...kept.map(({ row = '' }) => row));
  }
  return texts.join('\n');
}
