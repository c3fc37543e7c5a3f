import { setTimeout as wait } from 'node:timers/promises';

import type { DbHealth } from './db-health.ts';

/** Time after which a slow answer makes the database suspect. */
const SUSPECT_AFTER_MS = 250;
/** Maximum total wait when the database turns out to be available. */
const MAX_WAIT_MS = 1500;
const POLL_INTERVAL_MS = 50;

/**
 * Stale-while-revalidate: returns the result of `freshQuery`, or the stale value when the database is suspect or the query is
 * slow. `freshQuery` must not reject.
 */
export async function freshOrStale<T>(dbHealth: DbHealth, freshQuery: Promise<T>, stale: T): Promise<T> {
  if (dbHealth.state() !== 'here') return stale;
  const answered = new AbortController();
  const fresh = freshQuery.finally(() => answered.abort());
  return Promise.race([
    fresh,
    waitForTimeout(dbHealth, answered.signal).then(() => (answered.signal.aborted ? fresh : stale)),
  ]);
}

/** Resolves when the answer has arrived or should no longer be awaited. */
async function waitForTimeout(dbHealth: DbHealth, answered: AbortSignal): Promise<void> {
  const sleep = (ms: number) => wait(ms, undefined, { ref: false, signal: answered }).catch(() => undefined);
  await sleep(SUSPECT_AFTER_MS);
  for (let ms = SUSPECT_AFTER_MS; ms < MAX_WAIT_MS && !answered.aborted; ms += POLL_INTERVAL_MS) {
    dbHealth.markSuspect();
    if (dbHealth.state() === 'away') return;
    await sleep(POLL_INTERVAL_MS);
  }
}
