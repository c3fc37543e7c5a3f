import type { Context } from '#server/context.ts';
import type { Worker } from '#server/worker.ts';

import { openSerialQueue } from './alone-lane.ts';
import { openLedgerQueue, openPoisonQueue } from './ledger-lane.ts';
import { openDeclinesQueue } from './refusals-lane.ts';

/** Events of the other queues are rare: under load their queues wake at this interval. */
const WAKE_INTERVAL_MS = 100;

/** Opens the worker of the Stripe event inbox. Its queues are independent: a slow one does not delay the others. */
export function openInboxWorker(context: Context): Worker {
  const ledgerQueue = openLedgerQueue(context);
  const serialQueue = openSerialQueue(context);
  const declinesQueue = openDeclinesQueue(context);
  // The poison queue is not woken; it polls every second.
  const queues = [ledgerQueue, serialQueue, declinesQueue, openPoisonQueue(context)];
  const forAll = async (action: (queue: Worker) => Promise<void>) => void (await Promise.all(queues.map(action)));
  const wakeOthers = throttle(() => {
    serialQueue.wake();
    declinesQueue.wake();
  });
  return {
    wake: () => {
      ledgerQueue.wake();
      wakeOthers();
    },
    waitUntilIdle: () => forAll((queue) => queue.waitUntilIdle()),
    close: () => forAll((queue) => queue.close()),
  };
}

/** Calls the action at once, and once more after the interval if further calls came. */
function throttle(action: () => void): () => void {
  let timer: NodeJS.Timeout | null = null;
  let isPending = false;
  return function run(): void {
    isPending = timer !== null;
    if (timer) return;
    action();
    timer = setTimeout(() => {
      timer = null;
      if (isPending) run();
    }, WAKE_INTERVAL_MS).unref();
  };
}
