import { Hono } from 'hono';

import type { Context } from '#server/core/context.ts';
import type { Services } from '#server/core/services.ts';
import { loadSitemap, XML_CONTENT_TYPE } from '#server/pages/load-sitemap.ts';

import { cachedResponse } from '../pages/cached-document.ts';
import type { PageCache } from '../pages/page-cache.ts';
import { PUBLIC_CACHE, type RenderPages } from '../pages/seller-documents.ts';
import { siteDocuments } from './site-documents.ts';

const PART_PATH = /^\/sitemap-([1-9]\d{0,3})\.xml$/;

/** Serves `/sitemap.xml` and its parts from the page cache; answers 503 with an empty body when they cannot be read. */
export function sitemapRoutes(context: Context, services: Services, cache: PageCache | null): Hono {
  const renderSitemap: RenderPages = async (request) => {
    const partNumber = PART_PATH.exec(new URL(request.url).pathname)?.[1];
    const text = await loadSitemap(context, partNumber ? Number(partNumber) : null);
    if (text === null) return new Response(null, { status: 404 });
    return new Response(text, {
      headers: { 'Content-Type': XML_CONTENT_TYPE, 'Cache-Control': PUBLIC_CACHE },
    });
  };
  const findDocument = cache && siteDocuments(context, services, renderSitemap, cache);
  const routes = new Hono();
  routes.on('GET', ['/sitemap.xml', '/:part{sitemap-[0-9]+\\.xml}'], async (c, next) => {
    if (c.req.path !== '/sitemap.xml' && !PART_PATH.test(c.req.path)) return next();
    const lookup = await findDocument?.(c.req.path);
    if (lookup?.document) return cachedResponse(lookup.document, c.req.raw);
    const answer = lookup ? null : await renderSitemap(c.req.raw, services);
    return answer?.ok ? answer : next();
  });
  routes.onError((error, c) => {
    context.log.error({ err: error, path: c.req.path }, 'sitemap_failed');
    return c.body(null, 503, { 'Cache-Control': 'no-store', 'Retry-After': '60' });
  });
  return routes;
}
