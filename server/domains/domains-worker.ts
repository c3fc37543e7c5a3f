import type { Context } from '#server/context.ts';
import { openWorker, type Worker } from '#server/worker.ts';

/** Looks again at each domain when it is due. */
export function openDomainsWorker({ log }: Context): Worker {
  return openWorker({
    name: 'domains',
    log,
    round: () => Promise.resolve(false),
    isDue: () => Promise.resolve(false),
  });
}
