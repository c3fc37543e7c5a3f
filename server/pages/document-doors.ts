import type { IncomingMessage, ServerResponse } from 'node:http';

import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { isShopError, ShopError, statusOf } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import { isDatabaseAway } from '#server/db/away.ts';
import { hostOf } from '#server/hosts/host-name.ts';
import { isAllowed, siteOf, type Site } from '#server/hosts/site.ts';
import { clientAddress } from '#server/http/rate-limits.ts';
import { readText } from '#server/http/read-json.ts';
import { countryOf } from '#server/views/visit-origin.ts';
import {
  documentHeaders,
  isSellersDocument,
  takeScriptSources,
  type Captcha,
} from '#server/http/security-headers.ts';
import type { Shop } from '#server/shop.ts';
import { awayInRoutes } from './away-in-routes.ts';
import { embedDoors, framed, frameOf } from './embed-doors.ts';
import { etagOf, isAmong, keptResponse, rawHeader, sendKept } from './kept-document.ts';
import type { KeptDocuments } from './kept-documents.ts';
import { isRenderedFresh } from './rendered-fresh.ts';
import { publicShop } from './public-shop.ts';
import { keptAs, sellerPages, type RenderPages } from './seller-pages.ts';
import { isSiteDocument, siteDocuments } from './site-documents.ts';

/** Route actions read the client's address and country from these headers. Values sent by the client are overwritten. */
export const ADDRESS_HEADER = 'x-client-address';
export const COUNTRY_HEADER = 'x-client-country';
/** Fits twenty long answers whose characters take nine bytes each in an encoded form. */
const MAX_FORM_BYTES = 512 * 1024;
const SELLER_PAGE = /^\/c\/[^/.]+$/;

/**
 * Answers from the page cache before any other handler sees the request. Returns false when the request must take the
 * normal path, which includes every host name that is not in memory.
 */
export function answerFromMemory({ sites, now, pulse }: Context, kept: KeptDocuments) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '' } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith('/')) return false;
    const site = sites.known(hostOf(request) ?? '');
    if (!site) return false;
    const queryAt = url.indexOf('?');
    const path = queryAt < 0 ? url : url.slice(0, queryAt);
    const isFrame = path.startsWith('/e/');
    // A frame opened as a top-level document is redirected to its page by the embed routes.
    if (isFrame && rawHeader(request, 'sec-fetch-dest') === 'document') return false;
    const root = site.root && (path === '/' && isAllowed(site.root, now()) ? site.root.slug : null);
    if (site.root && root === null) return false;
    const keptUnder = root === null ? (isFrame ? frameOf(url) : path) : keptAs(site, `/c/${root}`);
    const document =
      kept.findFresh(keptUnder) ?? (pulse.state() === 'away' ? kept.find(keptUnder)?.document : undefined);
    if (!document || (queryAt >= 0 && isRenderedFresh(url.slice(queryAt)))) return false;
    sendKept(document, request, response);
    kept.answered += 1;
    return true;
  };
}

/** HTML document routes: public documents come from the page cache while they are fresh, everything else is rendered. */
export function documentDoors(
  context: Context,
  shop: Shop,
  draw: RenderPages,
  kept: KeptDocuments | null,
): Hono {
  const doors = new Hono();
  const render: RenderPages = (request, as) => draw(request, awayInRoutes(as));
  const captcha = context.config.accounts.captcha?.kind ?? null;
  const siteAt = (c: HonoContext): Site => siteOf(c, context.sites.shop);
  const shopAt = (c: HonoContext) => (siteAt(c).root ? publicShop(context, siteAt(c)) : shop);
  const rendered = async (c: HonoContext, as = shopAt(c), path = new URL(c.req.url).pathname) =>
    render(await publicRequest(context, c, path), kept ? orLastFound(as, kept, siteAt(c)) : as);
  doors.get('*', withoutSlash);
  doors.route('/', embedDoors(context, shop, { render, rendered, kept }));
  if (kept) {
    const sellers = sellerPages(context, shop, render, kept);
    const ours = siteDocuments(context, shop, render, kept);
    doors.get('*', async (c, next) => {
      const { search } = new URL(c.req.url);
      // Encoded again, so that a trailing space in the path is not lost.
      const path = encodeURI(c.req.path);
      const isSellers = SELLER_PAGE.test(path);
      if ((!isSellers && !isSiteDocument(path)) || isRenderedFresh(search)) return next();
      const looked = await (isSellers ? sellers(keptAs(siteAt(c), path)) : ours(path));
      if (looked.document) return keptResponse(looked.document, c.req.raw);
      const { found } = looked;
      if (!found) return next();
      return finished(c, await rendered(c, { ...shopAt(c), findPage: () => Promise.resolve(found) }), null);
    });
  }
  doors.all('*', async (c) => {
    return kept ? finished(c, await rendered(c), captcha) : rendered(c);
  });
  doors.onError(async (error, c) => {
    if (isDatabaseAway(error)) return backSoon(c, error, shopAt(c), render);
    if (!isShopError(error)) throw error;
    return c.text(error.message, statusOf(error.code) as ContentfulStatusCode);
  });
  return doors;
}

/** Renders a submitted form again with its input from the cached page while the database is unavailable. */
const orLastFound = (shop: Shop, kept: KeptDocuments, site: Site): Shop => ({
  ...shop,
  findPage: async (slug) => {
    try {
      return await shop.findPage(slug);
    } catch (error) {
      const last = isDatabaseAway(error) ? kept.find(keptAs(site, `/c/${slug}`))?.found : undefined;
      if (!last) throw error;
      return last;
    }
  },
});

/** Renders a page that is not cached while the database is unavailable: a 503 with a link to retry. */
async function backSoon(c: HonoContext, error: Error, shop: Shop, render: RenderPages): Promise<Response> {
  const page = new Request(new URL(encodeURI(c.req.path) + new URL(c.req.url).search, c.req.url));
  const answer = await render(page, { ...shop, findPage: () => Promise.reject(error) });
  return c.req.path.startsWith('/e/') ? framed(answer, null) : finished(c, answer, null);
}

const withoutSlash: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const bare = pathname.replace(/(?<=.)\/$/, '');
  const isOneOfOurs = SELLER_PAGE.test(bare) || isSiteDocument(bare);
  return bare !== pathname && isOneOfOurs ? c.redirect(bare + search, 301) : next();
};

/**
 * Builds the request that routes see: the public origin of its site, the client's address, and a body within the limit.
 * HEAD is rendered as GET so that the headers are the same; the body is dropped from the response.
 */
async function publicRequest(context: Context, c: HonoContext, path: string): Promise<Request> {
  const { raw } = c.req;
  const { search } = new URL(raw.url);
  const headers = new Headers(raw.headers);
  headers.set(ADDRESS_HEADER, clientAddress(c));
  headers.set(COUNTRY_HEADER, countryOf(context.config, c));
  const method = raw.method === 'HEAD' ? 'GET' : raw.method;
  const { origin } = siteOf(c, context.sites.shop);
  const body = method === 'GET' ? null : await formOf(raw, origin);
  return new Request(origin + path + search, {
    method,
    headers,
    body,
    signal: raw.signal,
  });
}

/** Reads a posted form. Rejects other content types and forms from other origins before a route handles them. */
async function formOf(raw: Request, own: string): Promise<string> {
  const from = raw.headers.get('origin');
  if (from !== null && from !== own)
    throw new ShopError('foreign_origin', { message: 'This form came from another site.' });
  const body = await readText(raw, MAX_FORM_BYTES);
  if (body && !/^application\/x-www-form-urlencoded\b/i.test(raw.headers.get('content-type') ?? ''))
    throw new ShopError('unsupported_media_type', { message: 'This address takes forms.' });
  return body;
}

/** Adds the headers of a document that was rendered for this request. */
async function finished(c: HonoContext, answer: Response, captcha: Captcha | null): Promise<Response> {
  const headers = new Headers(answer.headers);
  if (!headers.get('content-type')?.startsWith('text/html')) {
    if (!headers.has('cache-control')) headers.set('Cache-Control', 'no-store');
    return new Response(answer.body, { status: answer.status, headers });
  }
  const html = await answer.text();
  const { path } = c.req;
  const scripts = takeScriptSources(headers);
  for (const [name, value] of Object.entries(documentHeaders(path, scripts, captcha)))
    headers.set(name, value);
  const isFresh = isSellersDocument(path) || isSiteDocument(path) || new URL(c.req.url).search !== '';
  if (!headers.has('cache-control'))
    headers.set('Cache-Control', isFresh || answer.status >= 500 ? 'no-store' : 'no-cache');
  if (answer.status === 200 && headers.get('cache-control') === 'no-cache') {
    const etag = etagOf(html);
    headers.set('ETag', etag);
    if (isAmong(etag, c.req.header('if-none-match'))) return new Response(null, { status: 304, headers });
  }
  return new Response(html, { status: answer.status, headers });
}
