import type { Context } from '#server/context.ts';
import { openWorker, type Worker } from '#server/worker.ts';

/** Carries out what the clock makes due for sellers' own plans, and the upgrades that sales have caused. */
export const openPlansWorker = (context: Context): Worker =>
  openWorker({
    name: 'plans',
    log: context.log,
    round: () => Promise.resolve(false),
    isDue: () => Promise.resolve(false),
  });
