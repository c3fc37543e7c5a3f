import { DELIVERY_RETENTION_DAYS } from '#domain/webhook-endpoint.ts';
import type { Context } from '#server/core/context.ts';
import { openWorker, type Worker } from '#server/jobs/worker.ts';
import {
  claimDeliveries,
  hasDueDeliveries,
  deleteOldEvents,
  failOverdueDeliveries,
} from '#server/webhooks/queries/deliveries.ts';

import { createDeliveryPool } from './delivery-pool.ts';

const SWEEP_INTERVAL_MS = 3_600_000;
const BATCH_SIZE = 500;
const DAY_MS = 86_400_000;

const EXPIRED_MESSAGE = `It waited for ${DELIVERY_RETENTION_DAYS} days while the webhook was paused.`;

/** Deletes messages older than the log. Deliveries that wait for a paused endpoint expire at the same age. */
export async function deleteExpiredMessages({ db, realNow }: Context): Promise<void> {
  const cutoff = new Date(realNow().getTime() - DELIVERY_RETENTION_DAYS * DAY_MS);
  await failOverdueDeliveries(db, cutoff, EXPIRED_MESSAGE);
  while ((await deleteOldEvents(db, cutoff, BATCH_SIZE)) === BATCH_SIZE);
}

/** Returns a function that runs the sweep at most once an hour, however often it is called. */
export function createHourlySweep(context: Context): () => Promise<void> {
  let lastSweepAt = context.realNow().getTime();
  return async () => {
    const now = context.realNow().getTime();
    if (now - lastSweepAt < SWEEP_INTERVAL_MS) return;
    lastSweepAt = now;
    await deleteExpiredMessages(context);
  };
}

/** Longer than one delivery can take. After it, other processes claim the deliveries of a dead process. */
const LEASE_MS = 30_000;

/** Starts the worker that sends due deliveries to sellers' endpoints. It does not wait for requests in flight. */
export function createDeliveriesWorker(context: Context): Worker {
  const { db, log, mode, realNow } = context;
  const pool = createDeliveryPool(context, () => worker.wake());
  const sweep = createHourlySweep(context);
  const worker = openWorker({
    name: 'deliveries',
    log,
    runOnce: async () => {
      await sweep();
      const capacity = pool.getCapacity();
      if (!capacity) return false;
      const now = realNow();
      const leasedUntil = new Date(now.getTime() + LEASE_MS);
      const claimed = await claimDeliveries(db, { mode, now, ...capacity }, leasedUntil);
      for (const delivery of claimed) pool.start(delivery);
      // Every free slot is taken; the worker wakes when a delivery ends.
      return false;
    },
    isDue: async () => {
      const capacity = pool.getCapacity();
      return capacity !== null && hasDueDeliveries(db, { mode, now: realNow(), ...capacity });
    },
  });

  async function waitUntilIdle(): Promise<void> {
    for (;;) {
      const { finished: ended } = pool.getCounts();
      await worker.waitUntilIdle();
      const counts = pool.getCounts();
      // A delivery that ended during the check may have made another one due.
      if (counts.inFlight === 0 && counts.finished === ended) return;
      await pool.waitForOne();
    }
  }

  async function close(): Promise<void> {
    await worker.close();
    await pool.waitForAll();
  }
  return { wake: worker.wake, waitUntilIdle, close };
}
