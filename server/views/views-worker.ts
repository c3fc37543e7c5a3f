import { RAW_VIEW_DAYS } from '#domain/analytics.ts';

import type { Context } from '#server/context.ts';
import { isAnyViewNew } from '#server/db/new-views.ts';
import { countNewViews, deleteViewsBefore } from '#server/db/view-counts.ts';
import { deleteVisitSaltsBefore } from '#server/db/visit-salts.ts';
import { openWorker, type Worker } from '#server/worker.ts';
import { BATCH, writeLooks } from './write-looks.ts';

const DAY_MS = 86_400_000;
/** Counted in one transaction. The embedded database does nothing else meanwhile, and nor does our process. */
const MOST_COUNTED = 5000;
const MOST_COUNTED_EMBEDDED = 500;
const MOST_FORGOTTEN = 5000;
const FORGET_EACH_MS = 600_000;

/** Writes down who looked, counts it, and forgets single views and salts when their time is over. */
export function openViewsWorker(context: Context): Worker {
  const { db, now, log, looks, config } = context;
  const portion = config.databaseUrl === null ? MOST_COUNTED_EMBEDDED : MOST_COUNTED;
  let forgottenAt = -Infinity;
  const isForgettingDue = () => Math.abs(now().getTime() - forgottenAt) >= FORGET_EACH_MS;
  const worker = openWorker({
    name: 'views',
    log,
    round: async () => {
      const hasWritten = await writeLooks(context);
      // What waits in memory can be lost; what is written down can wait to be counted.
      if (hasWritten && looks.count >= BATCH) return true;
      const hasCounted = (await isAnyViewNew(db)) && (await countNewViews(db, portion)) > 0;
      if (hasWritten || hasCounted) return true;
      if (!isForgettingDue()) return false;
      const time = now();
      if (await forget(context, time)) return true;
      forgottenAt = time.getTime();
      return false;
    },
    isDue: async () => looks.count > 0 || isForgettingDue() || (await isAnyViewNew(db)),
  });
  return {
    ...worker,
    close: async () => {
      await worker.close();
      await writeRest(context);
    },
  };
}

/** One portion; whether there may be more. */
async function forget({ db }: Context, now: Date): Promise<boolean> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  // A day is over everywhere on earth when it is the day before yesterday where it begins last.
  await deleteVisitSaltsBefore(db, before(1).toISOString().slice(0, 10));
  return (await deleteViewsBefore(db, before(RAW_VIEW_DAYS), MOST_FORGOTTEN)) === MOST_FORGOTTEN;
}

/** What is not written down at the end is lost, which nobody has to wait for. */
async function writeRest(context: Context): Promise<void> {
  try {
    while (await writeLooks(context));
  } catch (error) {
    context.log.warn({ err: error, count: context.looks.count }, 'looks at pages are lost');
  }
}
