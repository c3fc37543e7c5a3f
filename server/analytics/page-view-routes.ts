import type { IncomingMessage, ServerResponse } from 'node:http';

import { Hono, type Context as HonoContext } from 'hono';

import { isAppError } from '#domain/errors.ts';
import type { Config } from '#server/core/config.ts';
import type { Context } from '#server/core/context.ts';
import { hostHeaderOf } from '#server/core/host-name.ts';
import { siteOf } from '#server/core/site.ts';
import { isTrustedProxy, normalizeAddress } from '#server/http/peer-address.ts';
import { addressFrom, clientAddress } from '#server/http/rate-limits.ts';
import { readText } from '#server/http/read-json.ts';
import { shortResponseHeaders } from '#server/http/security-headers.ts';
import { headerOf } from '#server/pages/cached-document.ts';

import { parseCountry, countryOfRequest } from '../checkout/attribution.ts';
import {
  MAX_PAGE_VIEW_BYTES,
  type PageViewStatus,
  type PageViewRecorder,
  type PageViewRequest,
} from './page-view-recorder.ts';

/** The smallest GIF: one transparent pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
const PIXEL_TYPE = 'image/gif';
const PIXEL_HEADERS = { 'Content-Type': PIXEL_TYPE, 'Content-Length': PIXEL.byteLength };
const NO_STORE = { 'Cache-Control': 'no-store' };

/** Page views: `POST /c/{slug}/seen` of the page's script, and `GET /c/{slug}/seen.gif` of a page without scripts. */
export function pageViewRoutes(context: Context, recorder: PageViewRecorder): Hono {
  const routes = new Hono();
  routes.post('/:slug/seen', async (c) => {
    const viewRequest = toViewRequest(context, c, c.req.param('slug'));
    try {
      const status = recorder.recordScriptView(viewRequest, await readText(c.req.raw, MAX_PAGE_VIEW_BYTES));
      return c.body(null, status, NO_STORE);
    } catch (error) {
      if (!isAppError(error)) throw error;
      return c.body(null, 413, NO_STORE);
    }
  });
  routes.get('/:slug/seen.gif', (c) => {
    const viewRequest = toViewRequest(context, c, c.req.param('slug'));
    const status = recorder.recordPixelView(viewRequest, c.req.query('v') ?? null);
    if (status !== 200) return c.body(null, status, NO_STORE);
    return c.body(new Uint8Array(PIXEL), 200, { ...NO_STORE, 'Content-Type': PIXEL_TYPE });
  });
  return routes;
}

const toViewRequest = ({ config, sites }: Context, c: HonoContext, slug: string): PageViewRequest => ({
  slug,
  site: siteOf(c, sites.mainSite),
  address: clientAddress(c),
  country: countryOfRequest(config, c),
  header: (name) => c.req.header(name),
});

const PAGE_VIEW_PATH = /^\/c\/([^/?]{1,100})\/seen(\.gif)?(?:\?|$)/;

/** Answers reports of page views before any other handler, because there is one for every visitor. */
export function createPageViewHandler({ sites, config }: Context, recorder: PageViewRecorder) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '' } = request;
    if (!url.startsWith('/c/') || (method !== 'POST' && method !== 'GET')) return false;
    const [, slug = '', pixelSuffix] = PAGE_VIEW_PATH.exec(url) ?? [];
    const site = sites.findCached(hostHeaderOf(request) ?? '');
    if (!slug || Boolean(pixelSuffix) !== (method === 'GET') || !site) return false;
    if (site.tenantDomain && site.tenantDomain.slug !== slug) return false;
    const headers = shortResponseHeaders(site);
    const viewRequest = { ...parseViewRequest(config, request), site, slug };
    if (pixelSuffix) {
      const status = recorder.recordPixelView(viewRequest, new URLSearchParams(url.split('?')[1]).get('v'));
      response.writeHead(status, status === 200 ? { ...headers, ...PIXEL_HEADERS } : headers);
      response.end(status === 200 ? PIXEL : undefined);
      return true;
    }
    readLimitedBody(request, (body) => {
      const status: PageViewStatus = body === null ? 413 : recorder.recordScriptView(viewRequest, body);
      response.writeHead(status, status === 413 ? { ...headers, Connection: 'close' } : headers);
      response.end();
    });
    return true;
  };
}

function parseViewRequest(config: Config, request: IncomingMessage): Omit<PageViewRequest, 'site' | 'slug'> {
  const peer = normalizeAddress(request.socket.remoteAddress ?? '');
  const { trustedProxies } = config.operations;
  const header = (name: string) => headerOf(request, name);
  return {
    address: addressFrom(peer, headerOf(request, 'x-forwarded-for'), trustedProxies),
    country: isTrustedProxy(peer, trustedProxies) ? parseCountry(config, header) : '',
    header,
  };
}

/** Reads the body, or null as soon as it is too long. A connection that closes early is ignored. */
function readLimitedBody(request: IncomingMessage, callback: (body: string | null) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    if (size > MAX_PAGE_VIEW_BYTES) return;
    size += chunk.byteLength;
    if (size > MAX_PAGE_VIEW_BYTES) callback(null);
    else chunks.push(chunk);
  });
  request.on('end', () => {
    if (size <= MAX_PAGE_VIEW_BYTES) callback(Buffer.concat(chunks).toString('utf8'));
  });
  request.on('error', () => undefined);
}
