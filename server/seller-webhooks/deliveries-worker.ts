import type { Context } from '#server/context.ts';
import { claimDeliveries, hasDueDeliveries } from '#server/db/webhook-deliveries.ts';
import { openWorker, type Worker } from '#server/worker.ts';

import { openKnocks } from './knocks.ts';
import { hourlySweep } from './sweep-messages.ts';

/** Longer than a knock can take. After it, others take what a dead process had taken. */
const LEASE_MS = 30_000;

/** Knocks at sellers' endpoints with what is due. Nobody waits for a knock that is under way. */
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
      return taken.length > 0;
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
      // What has ended while it was asked what is due may have made something due.
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
