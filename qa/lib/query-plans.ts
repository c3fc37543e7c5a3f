import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

import type { Db } from '#server/db/client.ts';

export type QueryPlan = { ms: number; plan: string };

/** Runs an action and returns the plans of its reading statements, as `EXPLAIN ANALYZE` prints them, slowest first. */
export async function explainQueries(client: pg.Client, action: (db: Db) => Promise<unknown>): Promise<QueryPlan[]> {
  const recorded: { text: string; params: unknown[] }[] = [];
  const logger = { logQuery: (text: string, params: unknown[]) => void recorded.push({ text, params }) };
  await action(drizzle(client, { logger }) as unknown as Db);
  const plans: QueryPlan[] = [];
  for (const { text, params } of recorded.filter((one) => /^(select|with)\b/.test(one.text))) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${text}`, params);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    plans.push({ ms: Number(/Execution Time: ([\d.]+)/.exec(plan)?.[1]), plan });
  }
  return plans.toSorted((one, other) => other.ms - one.ms);
}
