import type { Context } from '#server/context.ts';
import type { Worker } from '#server/worker.ts';

import { openAloneLane } from './alone-lane.ts';
import { openLedgerLane, openSuspectsLane } from './ledger-lane.ts';
import { openRefusalsLane } from './refusals-lane.ts';

/** What stands alone is seldom: in a storm of other events it is looked for so often. */
const LOOK_EVERY_MS = 100;

/** Works through the inbox, on several lanes: what is slow or broken on one of them does not hold up the others. */
export function openInboxWorker(context: Context): Worker {
  const ledger = openLedgerLane(context);
  const alone = openAloneLane(context);
  const refusals = openRefusalsLane(context);
  // Nobody rings for suspects: they come up by the second.
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

/** Acts at once, and for all that come soon after once more. */
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
