import type { Context } from '#server/context.ts';
import { isDatabaseAway } from '#server/db/away.ts';
import { newsOrGood } from '#server/db/news-or-good.ts';
import { singleFlight } from '#server/single-flight.ts';
import type { KeptDocument } from './kept-document.ts';
import type { KeptDocuments } from './kept-documents.ts';

type Looked = { document: KeptDocument | null };

/**
 * Loads a document once for all concurrent requests. Serves the stale document when loading fails or takes long, and
 * immediately while the database is suspected to be unavailable.
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
    const looked = oneLook(path).catch((error: unknown) => {
      if (!isDatabaseAway(error)) log.warn({ err: error, path }, 'the last good document is shown');
      return good;
    });
    return newsOrGood(pulse, looked, good);
  };
}
