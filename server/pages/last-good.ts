import { setTimeout as wait } from 'node:timers/promises';

import type { Context } from '#server/context.ts';
import { isDatabaseAway } from '#server/db/away.ts';
import type { Pulse } from '#server/db/pulse.ts';
import { singleFlight } from '#server/single-flight.ts';
import type { KeptDocument } from './kept-document.ts';
import type { KeptDocuments } from './kept-documents.ts';

/** So long a visitor waits for news of a document of which we have a good one, before there is doubt. */
const PATIENCE_MS = 250;
/** So long they wait in all, if the database turns out to be there. */
const LONGEST_MS = 1500;
const LOOK_MS = 50;

type Looked = { document: KeptDocument | null };

/**
 * Looks a document up once, however many ask for it at the same time. While that fails or takes long, the last good
 * document is shown; while there is doubt whether the database is there, at once.
 */
export function lastGood<L extends Looked>(
  { log, pulse }: Pick<Context, 'log' | 'pulse'>,
  kept: KeptDocuments,
  look: (path: string) => Promise<L>,
): (path: string) => Promise<L | { document: KeptDocument }> {
  const oneLook = singleFlight(look);
  return async (path) => {
    const fresh = kept.findFresh(path);
    if (fresh) return { document: fresh };
    const last = kept.find(path);
    if (!last) return oneLook(path);
    const good = { document: last.document };
    const waiting = new AbortController();
    const looked = oneLook(path)
      .catch((error: unknown) => {
        if (!isDatabaseAway(error)) log.warn({ err: error, path }, 'the last good document is shown');
        return good;
      })
      .finally(() => waiting.abort());
    if (pulse.state() !== 'here') return good;
    return Promise.race([looked, outOfPatience(pulse, waiting.signal).then(() => good)]);
  };
}

/** Resolves when an answer is not to be waited for any longer; where it has come, nobody cares. */
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
