import type { Context } from '#server/context.ts';
import { queueMail } from '#server/db/outbox.ts';

import { checkInvariants, isViolated, type InvariantResult } from './check-invariants.ts';

const REMEDY =
  'See “Invariants” in docs/operations.md: npm run invariants shows what is broken now, and what usually heals it.';

/** Checks the invariants of the ledger and emails the operator once a day about violations. */
export async function checkAndReportInvariants(context: Context): Promise<void> {
  const violated = (await checkInvariants(context.db, context)).filter(isViolated);
  context.metrics.record('invariants_broken', violated.length);
  for (const { name, description: holds, ...details } of violated)
    context.log.error({ invariant: name, ...details }, `this does not hold: ${holds}`);
  for (const finding of violated) await emailOperator(context, finding);
}

async function emailOperator(
  context: Context,
  { name, description: holds, count, examples, error }: InvariantResult,
): Promise<void> {
  const { operatorEmail: to } = context.config;
  if (!to) return;
  const now = context.now();
  const queued = await queueMail(context.db, {
    key: `operator_alert:invariant:${context.mode}:${name}:${now.toISOString().slice(0, 10)}`,
    to,
    mail: {
      kind: 'operator_alert',
      what: `This ${error === null ? 'does not hold any more' : 'could not be asked'}: ${holds}`,
      detail: error === null ? `${name}: ${count}, such as ${examples.join(', ')}` : `${name}: ${error}`,
      remedy: REMEDY,
    },
    now,
  });
  if (queued) context.wake('outbox');
}
