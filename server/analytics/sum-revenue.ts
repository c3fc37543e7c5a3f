import {
  addRevenueChanges,
  findPartEnd,
  findUnsummedSeller,
  isRevenueUnsummed,
  sumRows,
} from '#server/analytics/queries/revenue-days.ts';
import type { Context } from '#server/core/context.ts';
import { openTask, type Worker } from '#server/jobs/queue.ts';

/** Changes, or rows of each table, that are summed per transaction. */
const BATCH = 2000;
/** The embedded database runs in our process and blocks it meanwhile. */
const BATCH_EMBEDDED = 200;

/** Opens the worker that keeps the sums of `revenue_days`. */
export function openRevenueWorker(context: Context): Worker {
  const { db, mode, config } = context;
  const batch = config.databaseUrl === null ? BATCH_EMBEDDED : BATCH;
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
