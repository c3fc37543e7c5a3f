import { isAppError } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import { RESCHEDULE_DELAY_MS, runGuarded } from '#server/jobs/crash-loop-guard.ts';
import { openWorker, type Worker } from '#server/jobs/worker.ts';

import { checkDomain } from './check-domain.ts';
import { claimDueDomains, isAnyDomainDue, updateDomain, type DomainRow } from './queries.ts';

/** Number of concurrent checks; each sends a few DNS queries. */
const MAX_CONCURRENT = 8;
/** Longer than one check can take. */
const LEASE_MS = 120_000;
const CHECK_TIMEOUT_MS = 60_000;

async function checkDueDomain(context: Context, row: DomainRow): Promise<void> {
  try {
    const job = { name: `domain ${row.id}`, timeoutMs: CHECK_TIMEOUT_MS };
    if (await runGuarded(context, job, () => checkDomain(context, row, 'clock'))) return;
    const nextCheckAt = new Date(context.realNow().getTime() + RESCHEDULE_DELAY_MS);
    await updateDomain(context.db, row.sellerId, row.id, { nextCheckAt });
  } catch (error) {
    // Another seller owns the domain: the row stores it, and no retry is needed.
    if (isAppError(error) && error.code === 'domain_taken') return;
    context.log.warn({ err: error, domain: row.host }, 'domain_check_failed');
  }
}

/** Checks each domain when it is due. */
export function openDomainsWorker(context: Context): Worker {
  const { db, log, realNow } = context;
  return openWorker({
    name: 'domains',
    log,
    runOnce: async () => {
      const now = realNow();
      const due = await claimDueDomains(db, now, new Date(now.getTime() + LEASE_MS), MAX_CONCURRENT);
      await Promise.all(due.map((row) => checkDueDomain(context, row)));
      return due.length > 0;
    },
    isDue: () => isAnyDomainDue(db, realNow()),
  });
}
