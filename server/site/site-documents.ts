import { DAY_MS, MINUTE_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import type { Services } from '#server/core/services.ts';
import { API_CSP, commonHeaders, documentHeaders, extractScriptSources } from '#server/http/security-headers.ts';

import { createCachedDocument, type CachedDocument } from '../pages/cached-document.ts';
import type { PageCache } from '../pages/page-cache.ts';
import { PUBLIC_CACHE, type RenderPages } from '../pages/seller-documents.ts';

type DocumentKind = { paths: RegExp; topic: 'site' | 'blog'; maxAgeMs?: (now: number) => number };

/** Documents that show today's date expire at midnight UTC. */
const untilMidnight = (now: number): number => DAY_MS - (now % DAY_MS);

/** Documents of the public site that are the same for every visitor. */
const DOCUMENT_KINDS: readonly DocumentKind[] = [
  { paths: /^\/(pricing|about|help)?$/, topic: 'site' },
  { paths: /^\/developers(\/[a-z]{1,20})?$/, topic: 'site' },
  { paths: /^\/(privacy|terms)$/, topic: 'site', maxAgeMs: untilMidnight },
  { paths: /^\/(blog(\/[a-z0-9-]{1,100})?|rss\.xml)$/, topic: 'blog' },
  // The sitemap also lists sellers' pages, which need not appear within seconds.
  { paths: /^\/sitemap(-\d{1,4})?\.xml$/, topic: 'blog', maxAgeMs: () => MINUTE_MS },
];

/** The cached document, or null for one that is rendered for its visitor alone. */
type DocumentLookup = { document: CachedDocument } | { document: null; pageResult: null };

export const isSiteDocument = (path: string): boolean => DOCUMENT_KINDS.some(({ paths }) => paths.test(path));

/** Public site documents by path, rendered at the first request and again after a change of their topic. */
export function siteDocuments(context: Context, services: Services, render: RenderPages, cache: PageCache) {
  return cache.withCache(async (path): Promise<DocumentLookup> => {
    const kind = DOCUMENT_KINDS.find(({ paths }) => paths.test(path));
    const state = cache.state();
    const answer = await render(new Request(new URL(path, context.config.appUrl)), services);
    const cached = answer.status >= 500 ? cache.find(path) : undefined;
    if (cached) return { document: cached.document };
    if (!kind || answer.status !== 200) return { document: null, pageResult: null };
    const body = await answer.text();
    const type = answer.headers.get('content-type') ?? 'text/html; charset=utf-8';
    const headers = {
      ...commonHeaders(context.config.appUrl),
      ...(type.startsWith('text/html')
        ? documentHeaders(path, extractScriptSources(answer.headers))
        : { 'Content-Security-Policy': API_CSP }),
      'Content-Type': type,
      'Cache-Control': PUBLIC_CACHE,
    };
    const document = await createCachedDocument(body, headers);
    const expiresAt = kind.maxAgeMs ? state.readAt + kind.maxAgeMs(state.readAt) : Infinity;
    const isExpired = () => context.realNow().getTime() >= expiresAt;
    cache.store(path, { value: { document, contentKey: path }, topic: kind.topic, isExpired }, state);
    return { document };
  });
}
