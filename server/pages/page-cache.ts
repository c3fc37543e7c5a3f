import { singleFlight } from '#server/core/concurrency.ts';
import type { PageResult } from '#server/core/services.ts';
import { ChangeDrivenCache } from '#server/db/change-driven-cache.ts';
import type { Database } from '#server/db/client.ts';

import type { CachedDocument } from './cached-document.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/** `contentKey` covers everything that the document was rendered from; `pageResult`: the seller's page that it shows. */
type CachedPage = { document: CachedDocument; contentKey: string; pageResult?: PageResult };

type CacheOptions = Pick<Database, 'dbHealth'> &
  Pick<ConstructorParameters<typeof ChangeDrivenCache>[0], 'log' | 'now'>;

/**
 * Rendered documents by cache key, limited by bytes: filled by `seller-documents.ts` and `site-documents.ts`, read before
 * any other handler by `createCachedPageHandler`. After a change of its topic, a document is checked before it is served.
 */
export class PageCache extends ChangeDrivenCache<CachedPage> {
  /** Number of requests that were served before any other handler ran. */
  servedFromCache = 0;

  constructor(options: CacheOptions) {
    super({ ...options, max: MAX_BYTES, sizeOf: ({ document }) => document.size });
  }

  /** Returns a lookup that answers from the cache first. Stale documents are served while the database is unavailable. */
  withCache<L extends { document: CachedDocument | null }>(
    lookUp: (path: string) => Promise<L>,
  ): (path: string) => Promise<L | { document: CachedDocument }> {
    const lookUpOnce = singleFlight(lookUp);
    return async (path) => {
      const fresh = this.findFresh(path);
      if (fresh) return { document: fresh.document };
      const stale = this.find(path);
      return stale ? this.loadOrStale(path, lookUpOnce, { document: stale.document }) : lookUpOnce(path);
    };
  }
}
