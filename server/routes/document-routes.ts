import type { IncomingMessage, ServerResponse } from 'node:http';

import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { httpErrorMessages } from '#content/messages/http-errors.ts';
import { isAppError, AppError, getHttpStatus, toErrorBody } from '#domain/errors.ts';
import { countryOfRequest } from '#server/checkout/attribution.ts';
import type { Context } from '#server/core/context.ts';
import { hostHeaderOf } from '#server/core/host-name.ts';
import type { Services } from '#server/core/services.ts';
import { includesDomains, siteOf, type Site } from '#server/core/site.ts';
import { isDatabaseUnavailable } from '#server/db/database-errors.ts';

import { UNSUBSCRIBE_PATH } from '../http/document-middleware.ts';
import { clientAddress } from '../http/rate-limits.ts';
import { readText } from '../http/read-json.ts';
import { documentHeaders, isSellerDocument, extractScriptSources, type Captcha } from '../http/security-headers.ts';
import {
  etagOf,
  matchesEtag,
  cachedResponse,
  rawHeaderOf,
  sendCached,
  hasContentParams,
} from '../pages/cached-document.ts';
import { embedRoutes, withFrameHeaders, frameCacheKey } from '../pages/embed-routes.ts';
import type { PageCache } from '../pages/page-cache.ts';
import { cacheKeyOf, sellerDocuments, type RenderPages } from '../pages/seller-documents.ts';
import { isSiteDocument, siteDocuments } from '../site/site-documents.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { createPublicServices } from './public-services.ts';

type Method = (...args: unknown[]) => unknown;

const isMethod = (value: unknown): value is Method => typeof value === 'function';

/** Returns whether the value is an object with at least one method. */
const hasMethods = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.values(value).some(isMethod);

/** Also true for a query of Drizzle, which runs when it is awaited. */
const isPromiseLike = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value;

/** Routes recognize the rejection of a whole document by a thrown Response, so an unavailable database becomes a 503. */
const toRouteError = (error: unknown): unknown =>
  isDatabaseUnavailable(error) ? new Response(null, { status: 503, statusText: 'Service Unavailable' }) : error;

/** Makes methods at any depth reject with a 503 Response, as route loaders do, while the database is unavailable. */
function rejectingWith503(value: unknown): unknown {
  if (isPromiseLike(value))
    return value.then(rejectingWith503, (error: unknown) => Promise.reject(toRouteError(error) as Error));
  if (isMethod(value)) return (...args: unknown[]) => rejectingWith503(value(...args));
  if (!hasMethods(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rejectingWith503(member)]));
}

/** Services for routes that render a 503 document while the database is unavailable. Those 503s are not logged again. */
const withUnavailableAs503 = (services: Services): Services => ({
  ...(rejectingWith503(services) as Services),
  logRouteError: (error, path) => {
    if (!(error instanceof Response)) services.logRouteError(error, path);
  },
});

/** Route actions read the client's address and country from these headers. Values sent by the client are overwritten. */
const ADDRESS_HEADER = 'x-client-address';
export const COUNTRY_HEADER = 'x-client-country';
/** Fits twenty long answers whose characters take nine bytes each in an encoded form. */
const MAX_FORM_BYTES = 512 * 1024;
const SELLER_PAGE = /^\/c\/[^/.]+$/;

/**
 * Answers from the page cache before any other handler sees the request. Returns false when the request must take the
 * normal path, which includes every host name that is not in memory.
 */
export function createCachedPageHandler({ sites, now, dbHealth }: Context, cache: PageCache) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '' } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith('/')) return false;
    const site = sites.findCached(hostHeaderOf(request) ?? '');
    if (!site) return false;
    const queryAt = url.indexOf('?');
    const path = queryAt < 0 ? url : url.slice(0, queryAt);
    const isFrame = path.startsWith('/e/');
    // A frame opened as a top-level document is redirected to its page by the embed routes.
    if (isFrame && rawHeaderOf(request, 'sec-fetch-dest') === 'document') return false;
    const rootSlug =
      site.tenantDomain && (path === '/' && includesDomains(site.tenantDomain, now()) ? site.tenantDomain.slug : null);
    if (site.tenantDomain && rootSlug === null) return false;
    const cacheKey = rootSlug === null ? (isFrame ? frameCacheKey(url) : path) : cacheKeyOf(site, `/c/${rootSlug}`);
    const { document } =
      cache.findFresh(cacheKey) ?? (dbHealth.state() === 'unavailable' ? cache.find(cacheKey) : undefined) ?? {};
    if (!document || (queryAt >= 0 && hasContentParams(url.slice(queryAt)))) return false;
    sendCached(document, request, response);
    cache.servedFromCache += 1;
    return true;
  };
}

/** HTML document routes: public documents come from the page cache while they are fresh, everything else is rendered. */
export function documentRoutes(
  context: Context,
  services: Services,
  renderPages: RenderPages,
  cache: PageCache | null,
): Hono {
  const routes = new Hono();
  const render: RenderPages = (request, siteServices) => renderPages(request, withUnavailableAs503(siteServices));
  const captcha = context.config.accounts.captcha?.kind ?? null;
  const siteAt = (c: HonoContext): Site => siteOf(c, context.sites.mainSite);
  const servicesAt = (c: HonoContext) => (siteAt(c).tenantDomain ? createPublicServices(context, siteAt(c)) : services);
  const renderRequest = async (c: HonoContext, siteServices = servicesAt(c), path = new URL(c.req.url).pathname) =>
    render(
      await toPublicRequest(context, c, path),
      cache ? withCachedPage(siteServices, cache, siteAt(c)) : siteServices,
    );
  routes.get('*', redirectTrailingSlash);
  routes.route(
    '/',
    deliveryRoutes(context, async (c, error) => {
      const deliveryProblem = { error: toErrorBody(error, '').error, status: getHttpStatus(error.code) };
      return withDocumentHeaders(c, await renderRequest(c, { ...servicesAt(c), deliveryProblem }), null);
    }),
  );
  routes.route('/', embedRoutes(context, services, { render, renderRequest, cache }));
  if (cache) {
    const findSellerDocument = sellerDocuments(context, services, render, cache);
    const findSiteDocument = siteDocuments(context, services, render, cache);
    routes.get('*', async (c, next) => {
      const { search } = new URL(c.req.url);
      // Encoded again, so that a trailing space in the path is not lost.
      const path = encodeURI(c.req.path);
      const isSellerPage = SELLER_PAGE.test(path);
      if ((!isSellerPage && !isSiteDocument(path)) || hasContentParams(search)) return next();
      const lookup = await (isSellerPage ? findSellerDocument(cacheKeyOf(siteAt(c), path)) : findSiteDocument(path));
      if (lookup.document) return cachedResponse(lookup.document, c.req.raw);
      const { pageResult } = lookup;
      if (!pageResult) return next();
      return withDocumentHeaders(
        c,
        await renderRequest(c, { ...servicesAt(c), findPage: () => Promise.resolve(pageResult) }),
        null,
      );
    });
  }
  routes.all('*', async (c) => {
    return cache ? withDocumentHeaders(c, await renderRequest(c), captcha) : renderRequest(c);
  });
  routes.onError(async (error, c) => {
    if (isDatabaseUnavailable(error)) return renderUnavailable(c, error, servicesAt(c), render);
    if (!isAppError(error)) throw error;
    return c.text(error.message, getHttpStatus(error.code) as ContentfulStatusCode);
  });
  return routes;
}

/** Renders a submitted form again with its input from the cached page while the database is unavailable. */
const withCachedPage = (services: Services, cache: PageCache, site: Site): Services => ({
  ...services,
  findPage: async (slug) => {
    try {
      return await services.findPage(slug);
    } catch (error) {
      const cached = isDatabaseUnavailable(error) ? cache.find(cacheKeyOf(site, `/c/${slug}`))?.pageResult : undefined;
      if (!cached) throw error;
      return cached;
    }
  },
});

/** Renders a page that is not cached while the database is unavailable: a 503 with a link to retry. */
async function renderUnavailable(
  c: HonoContext,
  error: Error,
  services: Services,
  render: RenderPages,
): Promise<Response> {
  const page = new Request(new URL(encodeURI(c.req.path) + new URL(c.req.url).search, c.req.url));
  const answer = await render(page, { ...services, findPage: () => Promise.reject(error) });
  return c.req.path.startsWith('/e/') ? withFrameHeaders(answer, null) : withDocumentHeaders(c, answer, null);
}

const redirectTrailingSlash: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const withoutTrailingSlash = pathname.replace(/(?<=.)\/$/, '');
  const isKnownDocument = SELLER_PAGE.test(withoutTrailingSlash) || isSiteDocument(withoutTrailingSlash);
  return withoutTrailingSlash !== pathname && isKnownDocument ? c.redirect(withoutTrailingSlash + search, 301) : next();
};

/**
 * Builds the request that routes see: the public origin of its site, the client's address, and a body within the limit.
 * HEAD is rendered as GET so that the headers are the same; the body is dropped from the response.
 */
async function toPublicRequest(context: Context, c: HonoContext, path: string): Promise<Request> {
  const { raw } = c.req;
  const { search } = new URL(raw.url);
  const headers = new Headers(raw.headers);
  headers.set(ADDRESS_HEADER, clientAddress(c));
  headers.set(COUNTRY_HEADER, countryOfRequest(context.config, c));
  const method = raw.method === 'HEAD' ? 'GET' : raw.method;
  const { origin } = siteOf(c, context.sites.mainSite);
  const body = method === 'GET' || UNSUBSCRIBE_PATH.test(path) ? null : await readForm(raw, origin);
  return new Request(origin + path + search, {
    method,
    headers,
    body,
    signal: raw.signal,
  });
}

/** Reads a posted form. Rejects other content types and forms from other origins before a route handles them. */
async function readForm(raw: Request, expectedOrigin: string): Promise<string> {
  const formOrigin = raw.headers.get('origin');
  if (formOrigin !== null && formOrigin !== expectedOrigin)
    throw new AppError('foreign_origin', { message: httpErrorMessages.foreignForm });
  const body = await readText(raw, MAX_FORM_BYTES);
  if (body && !/^application\/x-www-form-urlencoded\b/i.test(raw.headers.get('content-type') ?? ''))
    throw new AppError('unsupported_media_type', { message: httpErrorMessages.sendForm });
  return body;
}

/** Adds the headers of a document that was rendered for this request. */
async function withDocumentHeaders(c: HonoContext, answer: Response, captcha: Captcha | null): Promise<Response> {
  const headers = new Headers(answer.headers);
  if (!headers.get('content-type')?.startsWith('text/html')) {
    if (!headers.has('cache-control')) headers.set('Cache-Control', 'no-store');
    return new Response(answer.body, { status: answer.status, headers });
  }
  const html = await answer.text();
  const { path } = c.req;
  const scripts = extractScriptSources(headers);
  for (const [name, value] of Object.entries(documentHeaders(path, scripts, captcha))) headers.set(name, value);
  const isFresh = isSellerDocument(path) || isSiteDocument(path) || new URL(c.req.url).search !== '';
  if (!headers.has('cache-control'))
    headers.set('Cache-Control', isFresh || answer.status >= 500 ? 'no-store' : 'no-cache');
  if (answer.status === 200 && headers.get('cache-control') === 'no-cache') {
    const etag = etagOf(html);
    headers.set('ETag', etag);
    if (matchesEtag(etag, c.req.header('if-none-match'))) return new Response(null, { status: 304, headers });
  }
  return new Response(html, { status: answer.status, headers });
}
