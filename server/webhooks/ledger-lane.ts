import type { Context } from '#server/context.ts';
import type { Worker } from '#server/worker.ts';

import { claim, isLaneDue } from './claim.ts';
import { openLane } from './lane.ts';
import { taskOf, workBatch, type Task } from './ledger-batch.ts';

const BATCHES_AT_ONCE = 3;
const MOST_IN_A_BATCH = 1000;

/**
 * The events that our books follow, hundreds at once: while one batch is written, the next is asked about. Nothing is
 * under way twice; what another batch is about already waits for it to end.
 */
export function openLedgerLane(context: Context): Worker {
  const busy = new Set<string>();
  let held: Task[] = [];

  async function run(tasks: readonly Task[]): Promise<void> {
    const keys = tasks.flatMap((task) => task.keys);
    for (const key of keys) busy.add(key);
    try {
      await workBatch(context, tasks);
    } finally {
      for (const key of keys) busy.delete(key);
    }
  }

  return openLane({
    name: 'inbox',
    log: context.log,
    slots: BATCHES_AT_ONCE,
    begin: async () => {
      const claimed = await claim(context, 'ledger', MOST_IN_A_BATCH);
      const isFree = ({ keys }: Task) => !keys.some((key) => busy.has(key));
      const { ready = [], waiting = [] } = Object.groupBy([...held, ...claimed.map(taskOf)], (task) =>
        isFree(task) ? 'ready' : 'waiting',
      );
      held = waiting;
      if (ready.length > 0) return [run(ready)];
      return claimed.length > 0 ? [] : null;
    },
    isDue: async () => held.length > 0 || (await isLaneDue(context, 'ledger')),
  });
}

/** Those of which the process may have died: one after the other, so that no other has to pay for it. */
export const openSuspectsLane = (context: Context): Worker =>
  openLane({
    name: 'suspects',
    log: context.log,
    slots: 1,
    begin: async () => {
      const claimed = await claim(context, 'suspects', 1);
      return claimed.length > 0 ? [workBatch(context, claimed.map(taskOf))] : null;
    },
    isDue: () => isLaneDue(context, 'suspects'),
  });
