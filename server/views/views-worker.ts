import { RAW_VIEW_DAYS } from '#domain/analytics.ts';

import type { Context } from '#server/context.ts';
import { isAnyViewNew } from '#server/db/new-views.ts';
import { countNewViews, deleteViewsBefore } from '#server/db/view-counts.ts';
import { deleteVisitSaltsBefore } from '#server/db/visit-salts.ts';
import { openWorker, type Worker } from '#server/worker.ts';
import { BATCH, writeLooks } from './write-looks.ts';

const DAY_MS = 86_400_000;
/** Views counted per transaction. The embedded database runs in our process and blocks it meanwhile. */
const MOST_COUNTED = 5000;
const MOST_COUNTED_EMBEDDED = 500;
const MOST_FORGOTTEN = 5000;
const FORGET_EACH_MS = 600_000;

/** Writes buffered page views, counts them, and deletes old views and salts. */
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
    // Views in memory can be lost, so they are written before stored ones are counted.
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

/** Deletes one portion; returns whether there may be more. */
async function forget({ db }: Context, now: Date): Promise<boolean> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  // A day has ended in every time zone when it is the day before yesterday in UTC.
  await deleteVisitSaltsBefore(db, before(1).toISOString().slice(0, 10));
  return (await deleteViewsBefore(db, before(RAW_VIEW_DAYS), MOST_FORGOTTEN)) === MOST_FORGOTTEN;
}

/** Writes the remaining page views at shutdown; a failure loses them. */
async function writeRest(context: Context): Promise<void> {
  try {
    while (await writeLooks(context));
  } catch (error) {
    context.log.warn({ err: error, count: context.looks.count }, 'looks at pages are lost');
  }
}
