import { setTimeout as wait } from 'node:timers/promises';

import type { Context } from '#server/context.ts';
import { commonHeaders, DOCUMENT_HEADERS, PUBLIC_PAGE_CSP } from '#server/http/security-headers.ts';
import type { FoundPage, Shop } from '#server/shop.ts';
import { keptDocumentOf, type KeptDocument } from './kept-document.ts';
import type { KeptDocuments } from './kept-documents.ts';

/** The built routes: see app/entry.shop.tsx. */
export type RenderPages = (request: Request, shop: Shop) => Promise<Response>;

/** So long a visitor waits for news of a page of which we have a good document. */
const PATIENCE_MS = 250;
const PUBLIC_CACHE = 'public, max-age=0, must-revalidate, s-maxage=5, stale-if-error=900';

/** The finished document of a page on sale, or else what is to be drawn for this visitor alone. */
type Looked = { document: KeptDocument; found: null } | { document: null; found: FoundPage };

/**
 * Documents of sellers' pages by slug: read once, drawn once, however many ask at the same time. While the database is
 * away or slow the last good one is shown.
 */
export function sellerPages(context: Context, shop: Shop, render: RenderPages, kept: KeptDocuments) {
  const flights = new Map<string, Promise<Looked>>();
  const look = lookerFor(context, shop, render, kept);
  const oneLook = (slug: string, path: string): Promise<Looked> => {
    const flight = flights.get(path) ?? look(slug, path).finally(() => flights.delete(path));
    flights.set(path, flight);
    return flight;
  };
  return async (slug: string): Promise<Looked> => {
    const path = `/c/${slug}`;
    const fresh = kept.findFresh(path);
    if (fresh) return { document: fresh, found: null };
    const last = kept.find(path);
    if (!last) return oneLook(slug, path);
    const lastGood = { document: last.document, found: null };
    const looked = oneLook(slug, path).catch((error: unknown) => {
      context.log.warn({ err: error, path }, 'the last good page is shown');
      return lastGood;
    });
    return Promise.race([looked, wait(PATIENCE_MS, lastGood, { ref: false })]);
  };
}

/** Reads the page once, and draws it when it is another one than we have. */
function lookerFor(context: Context, shop: Shop, render: RenderPages, kept: KeptDocuments) {
  const headers = {
    ...commonHeaders(context.config.appUrl),
    ...DOCUMENT_HEADERS,
    'Content-Security-Policy': PUBLIC_PAGE_CSP,
    'Cache-Control': PUBLIC_CACHE,
  };
  const draw = async (path: string, found: FoundPage): Promise<KeptDocument | null> => {
    const request = new Request(new URL(path, context.config.appUrl));
    const answer = await render(request, { ...shop, findPage: () => Promise.resolve(found) });
    return answer.status === 200 ? keptDocumentOf(await answer.text(), headers) : null;
  };
  return async (slug: string, path: string): Promise<Looked> => {
    const moment = kept.moment();
    const found = await shop.findPage(slug);
    if (found.kind !== 'page' || !found.page.acceptingPayments) {
      kept.forget(path);
      return { document: null, found };
    }
    const key = JSON.stringify([found.page.versionId, found.page.sellerName]);
    const last = kept.find(path);
    const document = last?.key === key ? last.document : await draw(path, found);
    if (!document) return { document: null, found };
    kept.keep(path, { document, key, sellerId: found.sellerId }, moment);
    return { document, found: null };
  };
}
