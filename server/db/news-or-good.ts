import { setTimeout as wait } from 'node:timers/promises';

import type { Pulse } from './pulse.ts';

/** Time after which a slow answer makes the database suspect. */
const PATIENCE_MS = 250;
/** Maximum total wait when the database turns out to be available. */
const LONGEST_MS = 1500;
const LOOK_MS = 50;

/**
 * Stale-while-revalidate: returns the result of `freshQuery`, or the stale value when the database is suspect or the query is
 * slow. `freshQuery` must not reject.
 */
export async function newsOrGood<T>(pulse: Pulse, look: Promise<T>, good: T): Promise<T> {
  if (pulse.state() !== 'here') return good;
  const answered = new AbortController();
  const news = look.finally(() => answered.abort());
  return Promise.race([
    news,
    outOfPatience(pulse, answered.signal).then(() => (answered.signal.aborted ? news : good)),
  ]);
}

/** Resolves when the answer has arrived or should no longer be awaited. */
async function outOfPatience(pulse: Pulse, answered: AbortSignal): Promise<void> {
  const resting = (ms: number) =>
    wait(ms, undefined, { ref: false, signal: answered }).catch(() => undefined);
  await resting(PATIENCE_MS);
  for (let ms = PATIENCE_MS; ms < LONGEST_MS && !answered.aborted; ms += LOOK_MS) {
    pulse.doubt();
    if (pulse.state() === 'away') return;
    await resting(LOOK_MS);
  }
}
