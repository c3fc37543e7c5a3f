import { Hono, type Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { isShopError, statusOf } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import { clientAddress } from '#server/http/rate-limits.ts';
import { readText } from '#server/http/read-json.ts';
import { DOCUMENT_HEADERS, hydratedCsp, PUBLIC_PAGE_CSP } from '#server/http/security-headers.ts';
import type { FoundPage, Shop } from '#server/shop.ts';

import { etagOf, isAmong, keptPageOf, openPageCache, type KeptPage } from './page-cache.ts';

export type RenderPages = (request: Request) => Promise<Response>;

/** Tells actions who posts; taken off every request that brings it along. */
export const ADDRESS_HEADER = 'x-client-address';

const MAX_FORM_BYTES = 64 * 1024;
const PUBLIC_CACHE = 'public, max-age=0, must-revalidate, s-maxage=5, stale-if-error=900';
/** Parameters that change what a public page says; every other one is ignored. */
const RENDERED_FRESH = /^(notice|coupon|canceled|f\..*)$/;
const PUBLIC_PATH = /^\/(c\/|success|checkout\/|subscription\/)/;

/** People's documents: sellers' pages first, out of the cache when nothing about them has changed; then every other route. */
export function documentDoors(context: Context, shop: Shop, render: RenderPages, dev: boolean): Hono {
  const doors = new Hono();
  const cache = openPageCache();
  const rendered = async (c: HonoContext) => render(await publicRequest(context, c));

  doors.get('/c/:slug', async (c, next) => {
    const parameters = [...new URL(c.req.url).searchParams.keys()];
    const slug = c.req.param('slug');
    if (dev || slug.endsWith('.data') || parameters.some((name) => RENDERED_FRESH.test(name))) return next();
    const key = cacheKeyOf(slug, await shop.findPage(slug));
    if (!key) return next();
    const kept = cache.find(key);
    if (kept) return keptAnswer(c, kept);
    const answer = await rendered(c);
    if (answer.status !== 200) return finished(c, answer);
    const page = keptPageOf(await answer.text());
    // The page may have changed while it was drawn.
    if (cacheKeyOf(slug, await shop.findPage(slug)) === key) cache.keep(key, page);
    return keptAnswer(c, page);
  });

  doors.all('*', async (c) => {
    const answer = await rendered(c);
    return dev ? answer : finished(c, answer);
  });
  doors.onError((error, c) => {
    if (!isShopError(error)) throw error;
    return c.text(error.message, statusOf(error.code) as ContentfulStatusCode);
  });
  return doors;
}

/** Everything that a page on sale is drawn from; null for whatever is not kept. */
const cacheKeyOf = (slug: string, found: FoundPage): string | null =>
  found.kind === 'page' && found.page.acceptingPayments
    ? JSON.stringify([slug, found.page.versionId, found.page.sellerName])
    : null;

const keptAnswer = (c: HonoContext, { html, etag }: KeptPage): Response => {
  const headers = {
    ...DOCUMENT_HEADERS,
    'Content-Security-Policy': PUBLIC_PAGE_CSP,
    'Cache-Control': PUBLIC_CACHE,
    ETag: etag,
  };
  if (isAmong(etag, c.req.header('if-none-match'))) return c.body(null, 304, headers);
  return c.html(html, 200, headers);
};

/**
 * The request as the routes must see it: under the public origin, with its sender's address, its body within the
 * cap. A HEAD is drawn like a GET, so that its headers are the same; its body is left out on the way back.
 */
async function publicRequest(context: Context, c: HonoContext): Promise<Request> {
  const { raw } = c.req;
  const { pathname, search } = new URL(raw.url);
  const headers = new Headers(raw.headers);
  headers.set(ADDRESS_HEADER, clientAddress(c));
  // A HEAD is answered as a GET whose body is left out at the end: headers are made from the whole document.
  const method = raw.method === 'HEAD' ? 'GET' : raw.method;
  const hasBody = method !== 'GET';
  const body = hasBody ? await readText(raw, MAX_FORM_BYTES) : null;
  return new Request(new URL(pathname + search, context.config.appUrl), {
    method,
    headers,
    body,
    signal: raw.signal,
  });
}

/** Headers of a document that was rendered for this request. */
async function finished(c: HonoContext, answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers);
  if (!headers.get('content-type')?.startsWith('text/html')) {
    if (!headers.has('cache-control')) headers.set('Cache-Control', 'no-store');
    return new Response(answer.body, { status: answer.status, headers });
  }
  const html = await answer.text();
  const isPublic = PUBLIC_PATH.test(c.req.path);
  for (const [name, value] of Object.entries(DOCUMENT_HEADERS)) headers.set(name, value);
  headers.set('Content-Security-Policy', isPublic ? PUBLIC_PAGE_CSP : hydratedCsp(html));
  if (!headers.has('cache-control'))
    headers.set('Cache-Control', isPublic || new URL(c.req.url).search ? 'no-store' : 'no-cache');
  if (answer.status === 200 && headers.get('cache-control') === 'no-cache') {
    const etag = etagOf(html);
    headers.set('ETag', etag);
    if (isAmong(etag, c.req.header('if-none-match'))) return new Response(null, { status: 304, headers });
  }
  return new Response(html, { status: answer.status, headers });
}
