import { setTimeout as wait } from 'node:timers/promises';

import type { Pulse } from './pulse.ts';

/** So long a visitor waits for news of what we know well enough, before there is doubt whether the database is there. */
const PATIENCE_MS = 250;
/** So long they wait in all, if it turns out to be there. */
const LONGEST_MS = 1500;
const LOOK_MS = 50;

/**
 * What a look at the database finds, or what was good until now: at once while there is doubt whether the database is
 * there, and when the look takes long. `look` must not fail.
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

/** Resolves when an answer is not to be waited for any longer, or has come. */
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
