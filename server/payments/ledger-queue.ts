import { setTimeout } from 'node:timers/promises';

import type { Context } from '#server/core/context.ts';
import type { Worker } from '#server/jobs/worker.ts';
import type { LeasedEvent } from '#server/payments/queries/stripe-events.ts';

import { claimDueEvents, isQueueDue, withLease, openQueue } from './event-queue.ts';
import { toTask, processLedgerBatch, type LedgerTask } from './ledger-batch.ts';

const MAX_CONCURRENT_BATCHES = 2;
const MAX_BATCH_SIZE = 4000;
/**
 * A larger batch is followed by a longer gathering time: one request then serves more events, also when several processes
 * share them. A single event is not delayed noticeably.
 */
const GATHER_MS_PER_EVENT = 5;
const MAX_GATHER_MS = 1000;

/**
 * Opens the queue of events that change the ledger. While one batch is written, the next one is fetched. A subject is never
 * processed twice at once: its further events wait for the running batch.
 */
export function openLedgerQueue(context: Context): Worker {
  const busyKeys = new Set<string>();
  let waitingTasks: LedgerTask[] = [];
  let lastClaim = { count: 0, at: 0 };

  async function runBatch(tasks: readonly LedgerTask[]): Promise<void> {
    const keys = tasks.flatMap((task) => task.keys);
    for (const key of keys) busyKeys.add(key);
    try {
      await withLease(context, eventsOf(tasks), processLedgerBatch(context, tasks), () => eventsOf(waitingTasks));
    } finally {
      for (const key of keys) busyKeys.delete(key);
    }
  }

  async function claimGathered(): Promise<LedgerTask[]> {
    const gatherMs = Math.min(lastClaim.count * GATHER_MS_PER_EVENT, MAX_GATHER_MS);
    const delayMs = lastClaim.at + gatherMs - performance.now();
    if (delayMs > 0 && lastClaim.count < MAX_BATCH_SIZE) await setTimeout(delayMs);
    const claimed = await claimDueEvents(context, 'ledger', MAX_BATCH_SIZE);
    lastClaim = { count: claimed.length, at: performance.now() };
    return claimed.map(toTask);
  }

  return openQueue({
    name: 'inbox',
    log: context.log,
    slots: MAX_CONCURRENT_BATCHES,
    startBatches: async () => {
      const claimed = await claimGathered();
      const isFree = ({ keys }: LedgerTask) => !keys.some((key) => busyKeys.has(key));
      const tasks = [...waitingTasks, ...claimed];
      waitingTasks = tasks.filter((task) => !isFree(task));
      const readyTasks = tasks.filter(isFree);
      if (readyTasks.length > 0) return [runBatch(readyTasks)];
      return claimed.length > 0 ? [] : null;
    },
    isDue: async () => waitingTasks.length > 0 || (await isQueueDue(context, 'ledger')),
  });
}

const eventsOf = (tasks: readonly LedgerTask[]): LeasedEvent[] => tasks.map(({ event }) => event);

/** Opens the queue of events whose tries may have crashed the process. They run one by one to protect other events. */
export const openPoisonQueue = (context: Context): Worker =>
  openQueue({
    name: 'suspects',
    log: context.log,
    slots: 1,
    startBatches: async () => {
      const claimed = await claimDueEvents(context, 'suspects', 1);
      return claimed.length > 0
        ? [withLease(context, claimed, processLedgerBatch(context, claimed.map(toTask)))]
        : null;
    },
    isDue: () => isQueueDue(context, 'suspects'),
  });
