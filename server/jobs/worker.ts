import type { Logger } from 'pino';

import { isDatabaseUnavailable } from '../db/database-errors.ts';
import { withoutRequestDeadline } from '../db/query-deadline.ts';
import { runOutsideRequest } from '../http/request-context.ts';

const POLL_MS = 1000;

export type Worker = {
  wake: () => void;
  /** Resolves when nothing is due. */
  waitUntilIdle: () => Promise<void>;
  close: () => Promise<void>;
};

type WorkerOptions = {
  name: string;
  log: Logger;
  /** Processes due rows; returns false when nothing was due. */
  runOnce: () => Promise<boolean>;
  /** Whether something is due now. */
  isDue: () => Promise<boolean>;
};

/**
 * Processes due rows when it is woken and once a second, in case a wake-up was lost or another process died. The rows are
 * the queue; waking only saves polling time.
 */
export function openWorker({ name, log, runOnce, isDue }: WorkerOptions): Worker {
  let current: Promise<void> | null = null;
  let isWoken = false;
  let closed = false;

  async function runUntilIdle(): Promise<void> {
    do {
      isWoken = false;
      if (await runOnce()) isWoken = true;
    } while (isWoken && !closed);
  }

  function wake(): void {
    isWoken = true;
    if (current || closed) return;
    // Runs outside the caller's request deadline and log context. Database outages are logged once elsewhere.
    current = runOutsideRequest(() => withoutRequestDeadline(runUntilIdle))
      .catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) log.error({ err: error, worker: name }, 'worker_failed');
      })
      .finally(() => {
        current = null;
        if (isWoken && !closed) setImmediate(wake);
      });
  }

  async function waitUntilIdle(): Promise<void> {
    for (;;) {
      if (current) await current;
      const isIdle = closed || !(await isDue());
      // A round that started meanwhile may have taken the due rows.
      if (isIdle && !current) return;
      wake();
    }
  }

  const timer = setInterval(wake, POLL_MS).unref();
  async function close(): Promise<void> {
    closed = true;
    clearInterval(timer);
    await current;
  }
  return { wake, waitUntilIdle, close };
}
