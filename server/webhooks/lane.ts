import type { Logger } from 'pino';

import { isDatabaseUnavailable } from '#server/db/away.ts';
import { openWorker, type Worker } from '#server/worker.ts';

type QueueOptions = {
  name: string;
  log: Logger;
  /** Maximum number of concurrent batches. */
  slots: number;
  /** Claims due events and starts at most `freeSlots` batches. Returns null if nothing was due. */
  startBatches: (freeSlots: number) => Promise<readonly Promise<void>[] | null>;
  isDue: () => Promise<boolean>;
};

/** Opens a worker that runs several batches concurrently, so that a slow one does not delay the others. */
export function openQueue({ name, log, slots, startBatches, isDue }: QueueOptions): Worker {
  const runningBatches = new Set<Promise<void>>();

  function trackBatch(batch: Promise<void>): void {
    const tracked: Promise<void> = batch
      .catch((error: unknown) => {
        if (!isDatabaseUnavailable(error))
          log.error({ err: error, worker: name }, 'a batch could not be brought to an end');
      })
      .finally(() => {
        runningBatches.delete(tracked);
        worker.wake();
      });
    runningBatches.add(tracked);
  }

  const worker = openWorker({
    name,
    log,
    runOnce: async () => {
      if (runningBatches.size >= slots) return false;
      const batches = await startBatches(slots - runningBatches.size);
      batches?.forEach(trackBatch);
      return batches !== null;
    },
    isDue: async () => runningBatches.size < slots && (await isDue()),
  });

  async function settled(): Promise<void> {
    let hasDueEvents = true;
    while (runningBatches.size > 0 || hasDueEvents) {
      await Promise.all(runningBatches);
      await worker.waitUntilIdle();
      hasDueEvents = await isDue();
      // A batch that ended meanwhile has woken the worker: waits for what it starts, too.
      await worker.waitUntilIdle();
    }
  }

  async function close(): Promise<void> {
    await worker.close();
    await Promise.all(runningBatches);
  }
  return { wake: worker.wake, waitUntilIdle: settled, close };
}
