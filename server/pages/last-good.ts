import type { Context } from '#server/context.ts';
import { isDatabaseUnavailable } from '#server/db/away.ts';
import { freshOrStale } from '#server/db/news-or-good.ts';
import { singleFlight } from '#server/single-flight.ts';
import type { CachedDocument } from './kept-document.ts';
import type { PageCache } from './kept-documents.ts';

type DocumentLookup = { document: CachedDocument | null };

/**
 * Loads a document once for all concurrent requests. Serves the stale document when loading fails or takes long, and
 * immediately while the database is suspected to be unavailable.
 */
export function staleIfError<L extends DocumentLookup>(
  { log, dbHealth: pulse }: Pick<Context, 'log' | 'dbHealth'>,
  cache: PageCache,
  lookUp: (path: string) => Promise<L>,
): (path: string) => Promise<L | { document: CachedDocument }> {
  const lookUpOnce = singleFlight(lookUp);
  return async (path) => {
    const fresh = cache.findFresh(path);
    if (fresh) return { document: fresh };
    const stale = cache.find(path);
    if (!stale) return lookUpOnce(path);
    const fallback = { document: stale.document };
    const lookup = lookUpOnce(path).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) log.warn({ err: error, path }, 'the last good document is shown');
      return fallback;
    });
    return freshOrStale(pulse, lookup, fallback);
  };
}
