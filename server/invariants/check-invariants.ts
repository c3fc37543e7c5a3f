import { sql, type SQL } from 'drizzle-orm';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';

import { HOUSE_INVARIANTS } from './house-invariants.ts';
import { HOUR_MS, type Invariant, type Scope } from './invariant.ts';
import { ORDER_INVARIANTS } from './order-invariants.ts';
import { SALE_INVARIANTS } from './sale-invariants.ts';

export const INVARIANTS: readonly Invariant[] = [
  ...ORDER_INVARIANTS,
  ...SALE_INVARIANTS,
  ...HOUSE_INVARIANTS,
];

/** Result of one invariant. `examples`: ids of rows that violate it. `error`: why the check failed. */
export type Finding = Pick<Invariant, 'name' | 'holds'> & {
  count: number;
  examples: string[];
  error: string | null;
};

export const isBroken = ({ count, error }: Finding): boolean => count > 0 || error !== null;

const MOST_EXAMPLES = 5;
const PATIENCE = '5s';
const PATIENCE_FOR_ALL = '10min';
/** Older rows are checked only with `all`. */
const RECENT_MS = 7 * 24 * HOUR_MS;

type Clocks = Pick<Context, 'mode' | 'now' | 'realNow'>;

/** Checks all invariants one after another, without writing. */
export async function checkInvariants(
  db: Db,
  { mode, now, realNow }: Clocks,
  { all = false }: { all?: boolean } = {},
): Promise<Finding[]> {
  const since = all ? new Date(0) : new Date(now().getTime() - RECENT_MS);
  const scope: Scope = { mode, since, now: now(), realNow: realNow() };
  const findings: Finding[] = [];
  for (const { name, holds, broken } of INVARIANTS) {
    const patience = all ? PATIENCE_FOR_ALL : PATIENCE;
    const found = await ask(db, broken(scope), patience).catch(notAsked);
    findings.push({ name, holds, ...found });
  }
  return findings;
}

function notAsked(error: unknown): Pick<Finding, 'count' | 'examples' | 'error'> {
  const { message } = error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
  return { count: 0, examples: [], error: message };
}

/** Runs one check with a timeout, so that a slow one does not prevent the others. */
const ask = (db: Db, broken: SQL, patience: string): Promise<Pick<Finding, 'count' | 'examples' | 'error'>> =>
  db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = '${patience}'`));
    const { rows } = (await tx.execute(sql`
      with broken as (${broken})
      select (select count(*)::int from broken) as count,
        (select json_agg(few.id) from (select id from broken order by id limit ${MOST_EXAMPLES}) few) as examples`)) as {
      rows: { count: number; examples: string[] | null }[];
    };
    return { count: rows[0]?.count ?? 0, examples: rows[0]?.examples ?? [], error: null };
  });
