import type { Logger } from 'pino';

import { withTimeout } from '#server/core/concurrency.ts';
import type { Context } from '#server/core/context.ts';
import { isDatabaseUnavailable } from '#server/db/database-errors.ts';
import { openWorker, type Worker } from '#server/jobs/worker.ts';
import {
  claimEvents,
  extendLease,
  findNextEventDue,
  type LeasedEvent,
  type QueuePartition,
} from '#server/payments/queries/stripe-events.ts';

/** After this, other processes claim the events of a crashed one. */
const LEASE_MS = 60_000;

/** Claims due events of a queue. */
export const claimDueEvents = (context: Context, queue: QueuePartition, limit: number): Promise<LeasedEvent[]> =>
  claimEvents(context.db, context.mode, context.realNow(), LEASE_MS, { partition: queue, limit });

export async function isQueueDue(context: Context, queue: QueuePartition): Promise<boolean> {
  const dueAt = await findNextEventDue(context.db, context.mode, queue);
  return dueAt !== null && dueAt <= context.realNow();
}

/** Longer than any work that completes. */
const WORK_TIMEOUT_MS = 15 * 60_000;

/**
 * Extends the leases of claimed events until the work on them ends. Throws when that takes too long; other processes claim
 * them then. `getWaitingEvents` returns events that wait in this process for that work.
 */
export async function withLease(
  context: Context,
  events: readonly LeasedEvent[],
  work: Promise<void>,
  getWaitingEvents: () => readonly LeasedEvent[] = () => [],
): Promise<void> {
  const extendLeases = () => {
    const ids = [...events, ...getWaitingEvents()].map(({ id }) => id);
    const leasedUntil = new Date(context.realNow().getTime() + LEASE_MS);
    extendLease(context.db, context.mode, ids, leasedUntil).catch((error: unknown) =>
      context.log.warn({ err: error }, 'event_lease_extension_failed'),
    );
  };
  const timer = setInterval(extendLeases, LEASE_MS / 3).unref();
  await withTimeout(WORK_TIMEOUT_MS, work).finally(() => clearInterval(timer));
}

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
        if (!isDatabaseUnavailable(error)) log.error({ err: error, worker: name }, 'event_batch_failed');
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
