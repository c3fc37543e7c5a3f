import { createHash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

export type KeptPage = { html: string; etag: string };

const MAX_BYTES = 64 * 1024 * 1024;

export const etagOf = (body: string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

export const keptPageOf = (html: string): KeptPage => ({ html, etag: etagOf(html) });

/** Whether an If-None-Match names the tag; proxies that compress make it a weak one. */
export const isAmong = (etag: string, ifNoneMatch: string | undefined): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

/** Finished documents of published pages, by everything that they are made from; bounded by their bytes. */
export function openPageCache() {
  const kept = new LRUCache<string, KeptPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ html }) => html.length + 200,
  });
  return {
    find: (key: string): KeptPage | undefined => kept.get(key),
    keep: (key: string, page: KeptPage): void => void kept.set(key, page),
  };
}
export type PageCache = ReturnType<typeof openPageCache>;
