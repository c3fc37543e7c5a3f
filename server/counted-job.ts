import type { Context } from './context.ts';
import { deleteBegunJob, upsertBegunJob } from './db/begun-jobs.ts';
import { queueMail } from './db/outbox.ts';
import { withinTime } from './within-time.ts';

/** So often a job is begun without coming to an end. */
export const MOST_BEGUN = 3;
/** What has been begun in vain so often is put off for so long, and then tried as often again. */
export const PUT_OFF_MS = 6 * 3_600_000;

type Job = {
  /** Names it among all others, as 'plan <id of the seller>'. */
  name: string;
  patienceMs: number;
};

/**
 * Runs a job that is counted before it begins, so that one that takes the process with it is not begun for ever. False,
 * without running it, when it was begun in vain too often: it is to be put off, and whoever runs the shop is told. Throws
 * what the job throws, and when it does not come to an end.
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
