import type { Logger } from 'pino';

import { isDatabaseAway } from '#server/db/away.ts';
import { openWorker, type Worker } from '#server/worker.ts';

type Lane = {
  name: string;
  log: Logger;
  /** Maximum number of concurrent batches. */
  slots: number;
  /** Claims due events and starts at most `freeSlots` batches. Returns null if nothing was due. */
  begin: (free: number) => Promise<readonly Promise<void>[] | null>;
  isDue: () => Promise<boolean>;
};

/** Opens a worker that runs several batches concurrently, so that a slow one does not delay the others. */
export function openLane({ name, log, slots, begin, isDue }: Lane): Worker {
  const underWay = new Set<Promise<void>>();

  function follow(batch: Promise<void>): void {
    const followed: Promise<void> = batch
      .catch((error: unknown) => {
        if (!isDatabaseAway(error))
          log.error({ err: error, worker: name }, 'a batch could not be brought to an end');
      })
      .finally(() => {
        underWay.delete(followed);
        worker.ring();
      });
    underWay.add(followed);
  }

  const worker = openWorker({
    name,
    log,
    round: async () => {
      if (underWay.size >= slots) return false;
      const begun = await begin(slots - underWay.size);
      begun?.forEach(follow);
      return begun !== null;
    },
    isDue: async () => underWay.size < slots && (await isDue()),
  });

  async function settled(): Promise<void> {
    let due = true;
    while (underWay.size > 0 || due) {
      await Promise.all(underWay);
      await worker.settled();
      due = await isDue();
      // A batch that ended meanwhile has woken the worker: waits for what it starts, too.
      await worker.settled();
    }
  }

  async function close(): Promise<void> {
    await worker.close();
    await Promise.all(underWay);
  }
  return { ring: worker.ring, settled, close };
}
