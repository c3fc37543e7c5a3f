import { setTimeout as wait } from 'node:timers/promises';

import type { Logger } from 'pino';

import { singleFlight } from '#server/single-flight.ts';
import type { KeptDocument } from './kept-document.ts';
import type { KeptDocuments } from './kept-documents.ts';

/** So long a visitor waits for news of a document of which we have a good one. */
const PATIENCE_MS = 250;

type Looked = { document: KeptDocument | null };

/**
 * Looks a document up once, however many ask for it at the same time. While that fails or takes long, the last good
 * document is shown.
 */
export function lastGood<L extends Looked>(
  log: Logger,
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
    const looked = oneLook(path).catch((error: unknown) => {
      log.warn({ err: error, path }, 'the last good document is shown');
      return good;
    });
    return Promise.race([looked, wait(PATIENCE_MS, good, { ref: false })]);
  };
}
