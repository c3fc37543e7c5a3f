import type { Context } from '#server/context.ts';
import { API_CSP, commonHeaders, documentHeaders, takeScriptSources } from '#server/http/security-headers.ts';
import type { Shop } from '#server/shop.ts';
import { keptDocumentOf, type KeptDocument } from './kept-document.ts';
import type { KeptDocuments } from './kept-documents.ts';
import { lastGood } from './last-good.ts';
import { PUBLIC_CACHE, type RenderPages } from './seller-pages.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

type Kind = { paths: RegExp; topic: 'site' | 'blog'; lifeMs?: (now: number) => number };

/** Documents that show today's date expire at midnight UTC. */
const untilMidnight = (now: number): number => DAY_MS - (now % DAY_MS);

/** Documents of the public site that are the same for every visitor. */
const KINDS: readonly Kind[] = [
  { paths: /^\/(pricing|about|help)?$/, topic: 'site' },
  { paths: /^\/developers(\/api|\/webhooks)?$/, topic: 'site' },
  { paths: /^\/(privacy|terms)$/, topic: 'site', lifeMs: untilMidnight },
  { paths: /^\/(blog(\/[a-z0-9-]{1,100})?|rss\.xml)$/, topic: 'blog' },
  // The sitemap also lists sellers' pages, which need not appear within seconds.
  { paths: /^\/sitemap(-\d{1,4})?\.xml$/, topic: 'blog', lifeMs: () => MINUTE_MS },
];

/** The cached document, or null for one that is rendered for its visitor alone. */
type Looked = { document: KeptDocument } | { document: null; found: null };

export const isSiteDocument = (path: string): boolean => KINDS.some(({ paths }) => paths.test(path));

/** Public site documents by path, rendered at the first request and again after a change of their topic. */
export function siteDocuments(context: Context, shop: Shop, render: RenderPages, kept: KeptDocuments) {
  return lastGood(context, kept, async (path): Promise<Looked> => {
    const kind = KINDS.find(({ paths }) => paths.test(path));
    const moment = kept.moment();
    const answer = await render(new Request(new URL(path, context.config.appUrl)), shop);
    const last = answer.status >= 500 ? kept.find(path) : undefined;
    if (last) return { document: last.document };
    if (!kind || answer.status !== 200) return { document: null, found: null };
    const body = await answer.text();
    const type = answer.headers.get('content-type') ?? 'text/html; charset=utf-8';
    const headers = {
      ...commonHeaders(context.config.appUrl),
      ...(type.startsWith('text/html')
        ? documentHeaders(path, takeScriptSources(answer.headers))
        : { 'Content-Security-Policy': API_CSP }),
      'Content-Type': type,
      'Cache-Control': PUBLIC_CACHE,
    };
    const document = await keptDocumentOf(body, headers);
    const until = kind.lifeMs ? moment.at + kind.lifeMs(moment.at) : Infinity;
    const isOver = () => context.realNow().getTime() >= until;
    kept.keep(path, { document, key: path, topic: kind.topic, isOver }, moment);
    return { document };
  });
}
