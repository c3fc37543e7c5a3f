import { RAW_VIEW_RETENTION_DAYS } from '#domain/analytics.ts';
import { DAY_MS } from '#domain/time-units.ts';
import { countPageViewEvents, deleteViewsBefore } from '#server/analytics/queries/page-view-counts.ts';
import { hasUncountedViews, deleteVisitorSaltsBefore } from '#server/analytics/queries/page-view-events.ts';
import {
  addRevenueChanges,
  findPartEnd,
  findUnsummedSeller,
  isRevenueUnsummed,
  sumRows,
} from '#server/analytics/queries/revenue-days.ts';
import type { Context } from '#server/core/context.ts';
import { openTask, type Worker } from '#server/jobs/queue.ts';

import { WRITE_BATCH, writePageViews } from './write-page-views.ts';

/** Views counted per transaction. The embedded database runs in our process and blocks it meanwhile. */
const COUNT_BATCH = 5000;
const COUNT_BATCH_EMBEDDED = 500;
/** Changes, or rows of each table, that are summed per transaction. */
const REVENUE_BATCH = 2000;
const REVENUE_BATCH_EMBEDDED = 200;
const DELETE_BATCH = 5000;
const CLEANUP_INTERVAL_MS = 600_000;

/** Writes buffered page views, counts them, and deletes old views and salts. */
export function openViewsWorker(context: Context): Worker {
  const { db, now, pageViewBuffer, config } = context;
  const countBatch = config.databaseUrl === null ? COUNT_BATCH_EMBEDDED : COUNT_BATCH;
  let cleanedAt = -Infinity;
  const isCleanupDue = () => Math.abs(now().getTime() - cleanedAt) >= CLEANUP_INTERVAL_MS;
  const worker = openTask(context, {
    name: 'views',
    runOnce: async () => {
      const hasWritten = await writePageViews(context);
      // Views in memory can be lost, so they are written before stored ones are counted.
      if (hasWritten && pageViewBuffer.count >= WRITE_BATCH) return true;
      const hasCounted = (await hasUncountedViews(db)) && (await countPageViewEvents(db, countBatch)) > 0;
      if (hasWritten || hasCounted) return true;
      if (!isCleanupDue()) return false;
      const time = now();
      if (await deleteExpired(context, time)) return true;
      cleanedAt = time.getTime();
      return false;
    },
    isDue: async () => pageViewBuffer.count > 0 || isCleanupDue() || (await hasUncountedViews(db)),
  });
  return {
    ...worker,
    close: async () => {
      await worker.close();
      await writeRemaining(context);
    },
  };
}

/** Deletes one portion; returns whether there may be more. */
async function deleteExpired({ db }: Context, now: Date): Promise<boolean> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  // A day has ended in every time zone when it is the day before yesterday in UTC.
  await deleteVisitorSaltsBefore(db, daysAgo(1).toISOString().slice(0, 10));
  return (await deleteViewsBefore(db, daysAgo(RAW_VIEW_RETENTION_DAYS), DELETE_BATCH)) === DELETE_BATCH;
}

/** Writes the remaining page views at shutdown; a failure loses them. */
async function writeRemaining(context: Context): Promise<void> {
  try {
    while (await writePageViews(context));
  } catch (error) {
    context.log.warn({ err: error, count: context.pageViewBuffer.count }, 'page_views_lost');
  }
}

/** Opens the worker that keeps the sums of `revenue_days`. */
export function openRevenueWorker(context: Context): Worker {
  const { db, mode, config } = context;
  const batch = config.databaseUrl === null ? REVENUE_BATCH_EMBEDDED : REVENUE_BATCH;
  return openTask(context, {
    name: 'revenue',
    runOnce: async () => (await isRevenueUnsummed(db, mode)) && (await sumNext(context, batch)),
    isDue: () => isRevenueUnsummed(db, mode),
    canIdle: true,
  });
}

/** Sums the next part of a seller's rows, or otherwise new changes. Returns whether there may be more. */
async function sumNext({ db, mode }: Context, batch: number): Promise<boolean> {
  const seller = await findUnsummedSeller(db, mode);
  if (!seller) return (await addRevenueChanges(db, batch)) > 0;
  return sumRows(db, mode, seller, await findPartEnd(db, mode, seller, batch));
}
