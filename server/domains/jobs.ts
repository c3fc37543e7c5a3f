import { isAppError } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import { domains } from '#server/db/schema-domains.ts';
import { leaseRows } from '#server/jobs/leased-rows.ts';
import { openQueue, type Worker } from '#server/jobs/queue.ts';

import { checkDomain } from './check-domain.ts';
import type { DomainRow } from './queries.ts';

/** Checks each domain when it is due. */
export function openDomainsWorker(context: Context): Worker {
  const { db, realNow } = context;
  const rows = leaseRows(db, { table: domains, key: ['id'], dueAt: 'nextCheckAt', leaseMs: 120_000, now: realNow });
  return openQueue(context, {
    name: 'domains',
    ...rows,
    // Each check sends a few DNS queries.
    concurrency: 8,
    timeoutMs: 60_000,
    nameOf: ({ id }) => `domain ${id}`,
    crashGuard: rows,
    run: (row) => checkDueDomain(context, row),
  });
}

async function checkDueDomain(context: Context, row: DomainRow): Promise<void> {
  try {
    await checkDomain(context, row, 'schedule');
  } catch (error) {
    // Another seller owns the domain: the row stores it, and no retry is needed.
    if (!isAppError(error) || error.code !== 'domain_taken') throw error;
  }
}
