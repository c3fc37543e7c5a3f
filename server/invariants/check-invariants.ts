import { sql } from 'drizzle-orm';

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

/** How one of them holds. `examples`: ids of rows that contradict it, or the error that kept it from being asked. */
export type Finding = Pick<Invariant, 'name' | 'holds'> & { count: number; examples: string[] };

const MOST_EXAMPLES = 5;
/** Older rows are only looked at when all are asked for. */
const RECENT_MS = 7 * 24 * HOUR_MS;

type Clocks = Pick<Context, 'mode' | 'now' | 'realNow'>;

/** Asks everything, one after the other; nothing is written. */
export async function checkInvariants(
  db: Db,
  { mode, now, realNow }: Clocks,
  { all = false }: { all?: boolean } = {},
): Promise<Finding[]> {
  const since = all ? new Date(0) : new Date(now().getTime() - RECENT_MS);
  const scope: Scope = { mode, since, now: now(), realNow: realNow() };
  const findings: Finding[] = [];
  for (const invariant of INVARIANTS) findings.push(await findingOf(db, invariant, scope));
  return findings;
}

async function findingOf(db: Db, { name, holds, broken }: Invariant, scope: Scope): Promise<Finding> {
  const asked = (await db.execute(sql`
    with broken as (${broken(scope)})
    select (select count(*)::int from broken) as count,
      (select json_agg(few.id) from (select id from broken order by id limit ${MOST_EXAMPLES}) few) as examples`)) as {
    rows: { count: number; examples: string[] | null }[];
  };
  const [row] = asked.rows;
  return { name, holds, count: row?.count ?? 0, examples: row?.examples ?? [] };
}
