import { Hono } from 'hono';

import type { Context } from '#server/context.ts';
import { sitemapText, XML } from '#server/functions/sitemap.ts';
import type { Shop } from '#server/shop.ts';
import { keptResponse } from './kept-document.ts';
import type { KeptDocuments } from './kept-documents.ts';
import { PUBLIC_CACHE, type RenderPages } from './seller-pages.ts';
import { siteDocuments } from './site-documents.ts';

const PART = /^\/sitemap-([1-9]\d{0,3})\.xml$/;

/** Serves `/sitemap.xml` and its parts from the page cache; answers 503 with an empty body when they cannot be read. */
export function sitemapDoors(context: Context, shop: Shop, kept: KeptDocuments | null): Hono {
  const draw: RenderPages = async (request) => {
    const part = PART.exec(new URL(request.url).pathname)?.[1];
    const text = await sitemapText(context, part ? Number(part) : null);
    if (text === null) return new Response(null, { status: 404 });
    return new Response(text, { headers: { 'Content-Type': XML, 'Cache-Control': PUBLIC_CACHE } });
  };
  const look = kept && siteDocuments(context, shop, draw, kept);
  const doors = new Hono();
  doors.on('GET', ['/sitemap.xml', '/:part{sitemap-[0-9]+\\.xml}'], async (c, next) => {
    if (c.req.path !== '/sitemap.xml' && !PART.test(c.req.path)) return next();
    const looked = await look?.(c.req.path);
    if (looked?.document) return keptResponse(looked.document, c.req.raw);
    const answer = looked ? null : await draw(c.req.raw, shop);
    return answer?.ok ? answer : next();
  });
  doors.onError((error, c) => {
    context.log.error({ err: error, path: c.req.path }, 'the sitemap could not be read');
    return c.body(null, 503, { 'Cache-Control': 'no-store', 'Retry-After': '60' });
  });
  return doors;
}
