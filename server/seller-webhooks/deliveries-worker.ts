import type { Context } from '#server/context.ts';
import { claimDeliveries, hasDueDeliveries } from '#server/db/webhook-deliveries.ts';
import { openWorker, type Worker } from '#server/worker.ts';

import { createDeliveryPool } from './knocks.ts';
import { createHourlySweep } from './sweep-messages.ts';

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
