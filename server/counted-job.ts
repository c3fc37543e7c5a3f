import type { Context } from './context.ts';
import { deleteBegunJob, upsertBegunJob } from './db/begun-jobs.ts';
import { queueMail } from './db/outbox.ts';
import { withinTime } from './within-time.ts';

/** Maximum starts of a job that never ended. */
export const MOST_BEGUN = 3;
/** Delay after the maximum is reached; then the counter starts again. */
export const PUT_OFF_MS = 6 * 3_600_000;

type Job = {
  /** Unique name of the job, such as 'plan <seller id>'. */
  name: string;
  patienceMs: number;
};

/**
 * Crash-loop guard: counts each start of a job before it runs, so that a job that kills the process is not started
 * forever. Returns false without running the job when the maximum is reached: the caller reschedules it and the operator
 * gets an alert. Rethrows the job's error and throws when the job exceeds its timeout.
 */
export async function runCounted(context: Context, job: Job, run: () => Promise<unknown>): Promise<boolean> {
  const { db, realNow } = context;
  const times = await upsertBegunJob(db, job.name, realNow());
  if (times > MOST_BEGUN) {
    await giveUp(context, job);
    return false;
  }
  try {
    await withinTime(job.patienceMs, run());
  } finally {
    await deleteBegunJob(db, job.name);
  }
  return true;
}

async function giveUp(context: Context, { name }: Job): Promise<void> {
  const { db, log, mode, config, now, realNow } = context;
  log.error({ job: name }, 'a job was put off: the process may have died of it');
  const { operatorEmail: to } = config;
  const told = await db.transaction(async (tx) => {
    await deleteBegunJob(tx, name);
    if (!to) return false;
    return queueMail(tx, {
      key: `operator_alert:${mode}:job:${name}:${realNow().toISOString().slice(0, 10)}`,
      to,
      now: now(),
      mail: {
        kind: 'operator_alert',
        what: 'Something that the shop does by itself does not come to an end',
        detail: `${name}: it was begun ${MOST_BEGUN} times, and the process may have died of it each time. It is tried again later, and everything else goes on.`,
        remedy: 'The log shows what was said last before each restart.',
      },
    });
  });
  if (told) context.ring('outbox');
}
