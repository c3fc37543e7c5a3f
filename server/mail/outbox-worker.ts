import type { Context } from '#server/context.ts';
import { openWorker, type Worker } from '#server/worker.ts';

/** Sends the mail that waits in the outbox. */
export const openOutboxWorker = (context: Context): Worker =>
  openWorker({
    name: 'outbox',
    log: context.log,
    round: () => Promise.resolve(false),
    isDue: () => Promise.resolve(false),
  });
