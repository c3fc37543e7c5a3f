import { eq, sql } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { jobStarts } from '#server/db/schema-protection.ts';

import { withTimeout } from '../core/concurrency.ts';
import type { Context } from '../core/context.ts';
import { queueMail } from '../email/queries/outbox.ts';

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

export async function deleteJobStart(db: Db, name: string): Promise<void> {
  await db.delete(jobStarts).where(eq(jobStarts.name, name));
}

/** Maximum starts of a job that never ended. */
export const MAX_STARTS = 3;
/** Delay after the maximum is reached; then the counter starts again. */
export const RESCHEDULE_DELAY_MS = 6 * 3_600_000;

type GuardedJob = {
  /** Unique name of the job, such as 'plan <seller id>'. */
  name: string;
  timeoutMs: number;
};

/**
 * Crash-loop guard: counts each start of a job before it runs, so that a job that kills the process is not started
 * forever. Returns false without running the job when the maximum is reached: the caller reschedules it and the operator
 * gets an alert. Rethrows the job's error and throws when the job exceeds its timeout.
 */
export async function runGuarded(context: Context, job: GuardedJob, run: () => Promise<unknown>): Promise<boolean> {
  const { db, realNow } = context;
  const starts = await recordJobStart(db, job.name, realNow());
  if (starts > MAX_STARTS) {
    await rescheduleAndAlert(context, job);
    return false;
  }
  try {
    await withTimeout(job.timeoutMs, run());
  } finally {
    await deleteJobStart(db, job.name);
  }
  return true;
}

async function rescheduleAndAlert(context: Context, { name }: GuardedJob): Promise<void> {
  const { db, log, mode, config, now, realNow } = context;
  log.error({ job: name }, 'job_rescheduled');
  const { operatorEmail: recipient } = config;
  const wasQueued = await db.transaction(async (tx) => {
    await deleteJobStart(tx, name);
    if (!recipient) return false;
    return queueMail(tx, {
      key: `operator_alert:${mode}:job:${name}:${realNow().toISOString().slice(0, 10)}`,
      to: recipient,
      now: now(),
      mail: {
        kind: 'operator_alert',
        what: 'Something that the shop does by itself does not come to an end',
        detail: `${name}: it was begun ${MAX_STARTS} times, and the process may have died of it each time. It is tried again later, and everything else goes on.`,
        remedy: 'The log shows what was said last before each restart.',
      },
    });
  });
  if (wasQueued) context.wake('outbox');
}
