import type { Context } from '#server/context.ts';
import type { Worker } from '#server/worker.ts';

import { openAloneLane } from './alone-lane.ts';
import { openLedgerLane, openSuspectsLane } from './ledger-lane.ts';
import { openRefusalsLane } from './refusals-lane.ts';

/** Events of the other queues are rare: under load their queues wake at this interval. */
const LOOK_EVERY_MS = 100;

/** Opens the worker of the Stripe event inbox. Its queues are independent: a slow one does not delay the others. */
export function openInboxWorker(context: Context): Worker {
  const ledger = openLedgerLane(context);
  const alone = openAloneLane(context);
  const refusals = openRefusalsLane(context);
  // The poison queue is not woken; it polls every second.
  const lanes = [ledger, alone, refusals, openSuspectsLane(context)];
  const all = async (act: (lane: Worker) => Promise<void>) => void (await Promise.all(lanes.map(act)));
  const ringOthers = seldom(() => {
    alone.ring();
    refusals.ring();
  });
  return {
    ring: () => {
      ledger.ring();
      ringOthers();
    },
    settled: () => all((lane) => lane.settled()),
    close: () => all((lane) => lane.close()),
  };
}

/** Calls the action at once, and once more after the interval if further calls came. */
function seldom(act: () => void): () => void {
  let resting: NodeJS.Timeout | null = null;
  let again = false;
  return function ring(): void {
    again = resting !== null;
    if (resting) return;
    act();
    resting = setTimeout(() => {
      resting = null;
      if (again) ring();
    }, LOOK_EVERY_MS).unref();
  };
}
