import type { Logger } from 'pino';

import { isDatabaseAway } from './db/away.ts';
import { patiently } from './db/patience.ts';
import { afterRequests } from './http/request-told.ts';

const POLL_MS = 1000;

export type Worker = {
  ring: () => void;
  /** Resolves when nothing is due. */
  settled: () => Promise<void>;
  close: () => Promise<void>;
};

type Work = {
  name: string;
  log: Logger;
  /** Processes due rows; returns false when nothing was due. */
  round: () => Promise<boolean>;
  /** Whether something is due now. */
  isDue: () => Promise<boolean>;
};

/**
 * Processes due rows when it is woken and once a second, in case a wake-up was lost or another process died. The rows are
 * the queue; waking only saves polling time.
 */
export function openWorker({ name, log, round, isDue }: Work): Worker {
  let running: Promise<void> | null = null;
  let rung = false;
  let closed = false;

  async function rounds(): Promise<void> {
    do {
      rung = false;
      if (await round()) rung = true;
    } while (rung && !closed);
  }

  function ring(): void {
    rung = true;
    if (running || closed) return;
    // Runs outside the caller's request deadline and log context. Database outages are logged once elsewhere.
    running = afterRequests(() => patiently(rounds))
      .catch((error: unknown) => {
        if (!isDatabaseAway(error)) log.error({ err: error, worker: name }, 'a worker could not go on');
      })
      .finally(() => {
        running = null;
        if (rung && !closed) setImmediate(ring);
      });
  }

  async function settled(): Promise<void> {
    for (;;) {
      if (running) await running;
      const nothingIsDue = closed || !(await isDue());
      // A round that started meanwhile may have taken the due rows.
      if (nothingIsDue && !running) return;
      ring();
    }
  }

  const timer = setInterval(ring, POLL_MS).unref();
  async function close(): Promise<void> {
    closed = true;
    clearInterval(timer);
    await running;
  }
  return { ring, settled, close };
}
