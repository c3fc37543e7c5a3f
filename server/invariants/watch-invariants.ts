import type { Context } from '#server/context.ts';
import { queueMail } from '#server/db/outbox.ts';

import { checkInvariants, isBroken, type Finding } from './check-invariants.ts';

const REMEDY =
  'See “Invariants” in docs/operations.md: npm run invariants shows what is broken now, and what usually heals it.';

/** Checks the invariants of the ledger and emails the operator once a day about violations. */
export async function watchInvariants(context: Context): Promise<void> {
  const broken = (await checkInvariants(context.db, context)).filter(isBroken);
  context.metrics.note('invariants_broken', broken.length);
  for (const { name, holds, ...found } of broken)
    context.log.error({ invariant: name, ...found }, `this does not hold: ${holds}`);
  for (const finding of broken) await alert(context, finding);
}

async function alert(context: Context, { name, holds, count, examples, error }: Finding): Promise<void> {
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
  if (queued) context.ring('outbox');
}
