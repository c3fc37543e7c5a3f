import type { Context } from '#server/context.ts';
import { openWorker, type Worker } from '#server/worker.ts';

/** Knocks at sellers' endpoints with what is due. */
export function openDeliveriesWorker({ log }: Context): Worker {
  return openWorker({
    name: 'deliveries',
    log,
    round: () => Promise.resolve(false),
    isDue: () => Promise.resolve(false),
  });
}
