import type { Context } from '#server/context.ts';
import type { Worker } from '#server/worker.ts';

import { openAloneLane } from './alone-lane.ts';
import { openLedgerLane, openSuspectsLane } from './ledger-lane.ts';

/** Works through the inbox, on several lanes: what is slow or broken on one of them does not hold up the others. */
export function openInboxWorker(context: Context): Worker {
  const lanes = [openLedgerLane(context), openAloneLane(context), openSuspectsLane(context)];
  const all = async (act: (lane: Worker) => Promise<void>) => void (await Promise.all(lanes.map(act)));
  return {
    ring: () => lanes.forEach((lane) => lane.ring()),
    settled: () => all((lane) => lane.settled()),
    close: () => all((lane) => lane.close()),
  };
}
