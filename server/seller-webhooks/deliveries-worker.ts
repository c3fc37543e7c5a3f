import type { Context } from '#server/context.ts';
import { claimDeliveries, hasDueDeliveries } from '#server/db/webhook-deliveries.ts';
import { openWorker, type Worker } from '#server/worker.ts';

import { openKnocks } from './knocks.ts';
import { hourlySweep } from './sweep-messages.ts';

/** Longer than one delivery can take. After it, other processes claim the deliveries of a dead process. */
const LEASE_MS = 30_000;

/** Starts the worker that sends due deliveries to sellers' endpoints. It does not wait for requests in flight. */
export function openDeliveriesWorker(context: Context): Worker {
  const { db, log, mode, realNow } = context;
  const knocks = openKnocks(context, () => worker.ring());
  const sweep = hourlySweep(context);
  const worker = openWorker({
    name: 'deliveries',
    log,
    round: async () => {
      await sweep();
      const room = knocks.room();
      if (!room) return false;
      const now = realNow();
      const leased = new Date(now.getTime() + LEASE_MS);
      const taken = await claimDeliveries(db, { mode, now, ...room }, leased);
      for (const delivery of taken) knocks.begin(delivery);
      // Every free slot is taken; the worker wakes when a delivery ends.
      return false;
    },
    isDue: async () => {
      const room = knocks.room();
      return room !== null && hasDueDeliveries(db, { mode, now: realNow(), ...room });
    },
  });

  async function settled(): Promise<void> {
    for (;;) {
      const { ended } = knocks.count();
      await worker.settled();
      const now = knocks.count();
      // A delivery that ended during the check may have made another one due.
      if (now.underWay === 0 && now.ended === ended) return;
      await knocks.oneEnded();
    }
  }

  async function close(): Promise<void> {
    await worker.close();
    await knocks.allEnded();
  }
  return { ring: worker.ring, settled, close };
}
