import type { Hono } from 'hono';

import type { Context } from '#server/context.ts';
import { findPublicPage } from '#server/checkout/live-page.ts';
import { renderSitemap, XML_CONTENT_TYPE } from '#server/functions/sitemap.ts';
import { siteOf } from './site.ts';
import { pageNotFound } from './small-documents.ts';

const CACHE_HEADERS = { 'Cache-Control': 'public, max-age=3600' };
/** Paths that are personal or only redirect. */
const DISALLOWED = ['/success', '/c/*/pay/', '/functions/', '/purchases'];

/** `/robots.txt` and `/sitemap.xml` of a seller's domain, which lists its one page while that is on sale here. */
export function mountDomainFiles(routes: Hono, context: Context): void {
  const findPageOnSale = async (slug: string | null | undefined) => {
    const pageResult = slug ? await findPublicPage(context, slug) : null;
    return pageResult?.kind === 'page' && pageResult.page.acceptingPayments ? pageResult.page : null;
  };
  routes.get('/robots.txt', (c) => {
    const { origin } = siteOf(c, context.sites.mainSite);
    const lines = ['User-agent: *', ...DISALLOWED.map((path) => `Disallow: ${path}`)];
    return c.text(`${lines.join('\n')}\n\nSitemap: ${origin}/sitemap.xml\n`, 200, CACHE_HEADERS);
  });
  routes.get('/sitemap.xml', async (c) => {
    const { origin, tenantDomain } = siteOf(c, context.sites.mainSite);
    const page = await findPageOnSale(tenantDomain?.slug);
    // Only the canonical address of the page is listed.
    if (page?.domainUrl !== origin) return pageNotFound();
    return c.body(renderSitemap(origin, [{ path: '/' }]), 200, {
      ...CACHE_HEADERS,
      'Content-Type': XML_CONTENT_TYPE,
    });
  });
}
