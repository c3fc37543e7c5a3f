import { DAY_MS } from '#domain/time-units.ts';
import {
  addRevenueChanges,
  findUnsummedSeller,
  isRevenueUnsummed,
  sumRevenue,
} from '#server/analytics/queries/revenue-days.ts';
import { findFirstTime } from '#server/analytics/queries/revenue.ts';
import type { Context } from '#server/core/context.ts';
import { NOTHING_SUMMED } from '#server/db/schema-revenue.ts';
import { openTask, type Worker } from '#server/jobs/queue.ts';

/** Changes summed per transaction. The embedded database runs in our process and blocks it meanwhile. */
const BATCH = 1000;
const BATCH_EMBEDDED = 100;
/** Existing rows are summed by parts of this length, each of which takes a second or two for thousands of orders a day. */
const PART_MS = 3 * DAY_MS;

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

/** Sums the next part of a seller's existing rows, or otherwise new changes. Returns whether there may be more. */
async function sumNext({ db, mode, now }: Context, batch: number): Promise<boolean> {
  const seller = await findUnsummedSeller(db, mode);
  if (!seller) return (await addRevenueChanges(db, batch)) > 0;
  const isStart = seller.summedUntil.getTime() === NOTHING_SUMMED.getTime();
  const first = isStart ? await findFirstTime(db, { ...seller, mode, pageId: null }) : seller.summedUntil;
  const from = first ?? now();
  const to = new Date(from.getTime() + PART_MS);
  await sumRevenue(db, mode, seller, to > now() ? null : to);
  return true;
}
