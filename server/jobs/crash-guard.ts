import { eq, sql } from 'drizzle-orm';

import { operatorAlertMessages } from '#content/messages/operator-alerts.ts';
import type { Db } from '#server/db/client.ts';
import { jobStarts } from '#server/db/schema-protection.ts';

import type { Context } from '../core/context.ts';

/** Every try of a job ended with its process: nothing was recorded in any of them. */
export class CrashLoopError extends Error {
  override message = 'No attempt finished. The process may have crashed each time';
}

/** Records a job start; returns the number of starts since the job last ended. */
export async function recordJobStart(db: Db, name: string, startedAt: Date): Promise<number> {
  const [row] = await db
    .insert(jobStarts)
    .values({ name, starts: 1, startedAt })
    .onConflictDoUpdate({
      target: jobStarts.name,
      set: { starts: sql`${jobStarts.starts} + 1`, startedAt },
    })
    .returning({ starts: jobStarts.starts });
  return row?.starts ?? 1;
}

const deleteJobStart = async (db: Db, name: string): Promise<void> =>
  void (await db.delete(jobStarts).where(eq(jobStarts.name, name)));

/** Maximum starts of a job that never ended. */
export const MAX_STARTS = 3;

/**
 * Counts each start of a job before it runs, so that a job that kills the process is not started forever. Returns false
 * without running it when the maximum is reached: the operator gets an alert, and the counter starts again. Rethrows the
 * job's error.
 */
export async function runGuarded(context: Context, name: string, run: () => Promise<unknown>): Promise<boolean> {
  const { db, realNow } = context;
  const starts = await recordJobStart(db, name, realNow());
  if (starts > MAX_STARTS) {
    await alertOperator(context, name);
    return false;
  }
  try {
    await run();
  } finally {
    await deleteJobStart(db, name);
  }
  return true;
}

async function alertOperator(context: Context, name: string): Promise<void> {
  const { db, log, realNow, wake } = context;
  log.error({ job: name }, 'job_rescheduled');
  const wasQueued = await db.transaction(async (tx) => {
    await deleteJobStart(tx, name);
    return context.alertOperator(tx, {
      key: `job:${name}:${realNow().toISOString().slice(0, 10)}`,
      what: operatorAlertMessages.jobCrashes.title,
      detail: operatorAlertMessages.jobCrashes.detail({ job: name, starts: MAX_STARTS }),
      remedy: operatorAlertMessages.jobCrashes.remedy,
    });
  });
  if (wasQueued) wake('outbox');
}
