import { sql, type SQL } from 'drizzle-orm';

import { operatorAlertMessages } from '#content/messages/operator-alerts.ts';
import { plural } from '#content/messages/plural.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import type { OperatorCommand } from '#server/ops/operator-command.ts';

import { DELIVERY_INVARIANTS } from './delivery-invariants.ts';
import { type Invariant, type InvariantScope } from './invariant.ts';
import { ORDER_INVARIANTS } from './order-invariants.ts';
import { SALE_INVARIANTS } from './payment-invariants.ts';
import { SYSTEM_INVARIANTS } from './system-invariants.ts';

export const INVARIANTS: readonly Invariant[] = [
  ...ORDER_INVARIANTS,
  ...SALE_INVARIANTS,
  ...DELIVERY_INVARIANTS,
  ...SYSTEM_INVARIANTS,
];

/** `examples`: ids of rows that violate the invariant. `error`: why the check failed. */
type Violations = { count: number; examples: string[]; error: string | null };
export type InvariantResult = Pick<Invariant, 'name' | 'description'> & Violations;

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

function failedResult(error: unknown): Violations {
  const { message } = error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
  return { count: 0, examples: [], error: message };
}

/** Runs one check with a timeout, so that a slow one does not prevent the others. */
const countBroken = (db: Db, broken: SQL, timeout: string): Promise<Violations> =>
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

/** Runs `npm run invariants`, with `--all` for rows of any age: one line for each invariant and its violations. */
export const runInvariantsCommand: OperatorCommand = async (context, args) => {
  const findings = await checkInvariants(context.db, context, { all: args.includes('--all') });
  const violated = findings.filter(isViolated);
  const summary =
    violated.length === 0
      ? `All ${findings.length} invariants hold.`
      : `${violated.length} of ${findings.length} invariants are violated.`;
  return { text: [...findings.map(formatResult), '', summary].join('\n'), good: violated.length === 0 };
};

function formatResult(finding: InvariantResult): string {
  const { name, description, count, examples, error } = finding;
  if (!isViolated(finding)) return `  holds     ${name}: ${description}`;
  const suffix = count > examples.length ? ', …' : '';
  const rows = plural(count, { one: '1 row', other: `${count} rows` });
  if (error !== null) return `  UNKNOWN   ${name}: ${description}\n            could not be checked: ${error}`;
  return `  VIOLATED  ${name}: ${description}\n            ${rows}: ${examples.join(', ')}${suffix}`;
}

/** Checks the invariants of the ledger and emails the operator once a day about violations. */
export async function checkAndReportInvariants(context: Context): Promise<void> {
  const violated = (await checkInvariants(context.db, context)).filter(isViolated);
  context.metrics.record('invariant_violations', violated.length);
  for (const { name, ...details } of violated) context.log.error({ invariant: name, ...details }, 'invariant_violated');
  for (const finding of violated) await emailOperator(context, finding);
}

async function emailOperator(
  context: Context,
  { name, description, count, examples, error }: InvariantResult,
): Promise<void> {
  const messages = operatorAlertMessages.invariant;
  const queued = await context.alertOperator(context.db, {
    key: `invariant:${name}:${context.now().toISOString().slice(0, 10)}`,
    what: error === null ? messages.violated({ description }) : messages.notChecked({ description }),
    detail:
      error === null
        ? messages.examples({ name, count, examples: examples.join(', ') })
        : messages.error({ name, error }),
    remedy: messages.remedy,
  });
  if (queued) context.wake('outbox');
}
