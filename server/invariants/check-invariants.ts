import { sql, type SQL } from 'drizzle-orm';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';

import { SYSTEM_INVARIANTS } from './house-invariants.ts';
import { HOUR_MS, type Invariant, type InvariantScope } from './invariant.ts';
import { ORDER_INVARIANTS } from './order-invariants.ts';
import { SALE_INVARIANTS } from './sale-invariants.ts';

export const INVARIANTS: readonly Invariant[] = [...ORDER_INVARIANTS, ...SALE_INVARIANTS, ...SYSTEM_INVARIANTS];

/** Result of one invariant. `examples`: ids of rows that violate it. `error`: why the check failed. */
export type InvariantResult = Pick<Invariant, 'name' | 'description'> & {
  count: number;
  examples: string[];
  error: string | null;
};

export const isViolated = ({ count, error }: InvariantResult): boolean => count > 0 || error !== null;

const MAX_EXAMPLES = 5;
const CHECK_TIMEOUT = '5s';
const FULL_CHECK_TIMEOUT = '10min';
/** Older rows are checked only with `all`. */
const RECENT_MS = 7 * 24 * HOUR_MS;

type Clocks = Pick<Context, 'mode' | 'now' | 'realNow'>;

/** Checks all invariants one after another, without writing. */
export async function checkInvariants(
  db: Db,
  { mode, now, realNow }: Clocks,
  { all = false }: { all?: boolean } = {},
): Promise<InvariantResult[]> {
  const since = all ? new Date(0) : new Date(now().getTime() - RECENT_MS);
  const scope: InvariantScope = { mode, since, now: now(), realNow: realNow() };
  const findings: InvariantResult[] = [];
  for (const { name, description, selectViolations: broken } of INVARIANTS) {
    const timeout = all ? FULL_CHECK_TIMEOUT : CHECK_TIMEOUT;
    const result = await countBroken(db, broken(scope), timeout).catch(failedResult);
    findings.push({ name, description, ...result });
  }
  return findings;
}

function failedResult(error: unknown): Pick<InvariantResult, 'count' | 'examples' | 'error'> {
  const { message } = error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
  return { count: 0, examples: [], error: message };
}

/** Runs one check with a timeout, so that a slow one does not prevent the others. */
const countBroken = (
  db: Db,
  broken: SQL,
  timeout: string,
): Promise<Pick<InvariantResult, 'count' | 'examples' | 'error'>> =>
  db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = '${timeout}'`));
    const { rows } = (await tx.execute(sql`
      with broken as (${broken})
      select (select count(*)::int from broken) as count,
        (select json_agg(few.id) from (select id from broken order by id limit ${MAX_EXAMPLES}) few) as examples`)) as {
      rows: { count: number; examples: string[] | null }[];
    };
    return { count: rows[0]?.count ?? 0, examples: rows[0]?.examples ?? [], error: null };
  });
