import type { Context } from '#server/context.ts';
import { openWorker, type Worker } from '#server/worker.ts';

import { isUpgradeDue, upgradeRound } from './auto-upgrade.ts';

/** Carries out what the clock makes due for sellers' own plans, and the upgrades that sales have caused. */
export const openPlansWorker = (context: Context): Worker =>
  openWorker({
    name: 'plans',
    log: context.log,
    round: () => upgradeRound(context),
    isDue: () => isUpgradeDue(context),
  });
