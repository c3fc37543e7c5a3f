import { setTimeout } from 'node:timers/promises';

import type { Context } from '#server/context.ts';
import type { ClaimedEvent } from '#server/db/provider-events.ts';
import type { Worker } from '#server/worker.ts';

import { claim, isLaneDue, whileHeld } from './claim.ts';
import { openLane } from './lane.ts';
import { taskOf, workBatch, type Task } from './ledger-batch.ts';

const BATCHES_AT_ONCE = 2;
const MOST_IN_A_BATCH = 4000;
/**
 * A larger batch is followed by a longer gathering time: one request then serves more events, also when several processes
 * share them. A single event is not delayed noticeably.
 */
const GATHER_MS_FOR_EACH = 5;
const MOST_GATHER_MS = 1000;

/**
 * Opens the queue of events that change the ledger. While one batch is written, the next one is fetched. A subject is never
 * processed twice at once: its further events wait for the running batch.
 */
export function openLedgerLane(context: Context): Worker {
  const busy = new Set<string>();
  let held: Task[] = [];
  let last = { count: 0, at: 0 };

  async function run(tasks: readonly Task[]): Promise<void> {
    const keys = tasks.flatMap((task) => task.keys);
    for (const key of keys) busy.add(key);
    try {
      await whileHeld(context, eventsOf(tasks), workBatch(context, tasks), () => eventsOf(held));
    } finally {
      for (const key of keys) busy.delete(key);
    }
  }

  async function claimMany(): Promise<Task[]> {
    const gather = Math.min(last.count * GATHER_MS_FOR_EACH, MOST_GATHER_MS);
    const wait = last.at + gather - performance.now();
    if (wait > 0 && last.count < MOST_IN_A_BATCH) await setTimeout(wait);
    const claimed = await claim(context, 'ledger', MOST_IN_A_BATCH);
    last = { count: claimed.length, at: performance.now() };
    return claimed.map(taskOf);
  }

  return openLane({
    name: 'inbox',
    log: context.log,
    slots: BATCHES_AT_ONCE,
    begin: async () => {
      const claimed = await claimMany();
      const isFree = ({ keys }: Task) => !keys.some((key) => busy.has(key));
      const tasks = [...held, ...claimed];
      held = tasks.filter((task) => !isFree(task));
      const ready = tasks.filter(isFree);
      if (ready.length > 0) return [run(ready)];
      return claimed.length > 0 ? [] : null;
    },
    isDue: async () => held.length > 0 || (await isLaneDue(context, 'ledger')),
  });
}

const eventsOf = (tasks: readonly Task[]): ClaimedEvent[] => tasks.map(({ event }) => event);

/** Opens the queue of events whose tries may have crashed the process. They run one by one to protect other events. */
export const openSuspectsLane = (context: Context): Worker =>
  openLane({
    name: 'suspects',
    log: context.log,
    slots: 1,
    begin: async () => {
      const claimed = await claim(context, 'suspects', 1);
      return claimed.length > 0
        ? [whileHeld(context, claimed, workBatch(context, claimed.map(taskOf)))]
        : null;
    },
    isDue: () => isLaneDue(context, 'suspects'),
  });
