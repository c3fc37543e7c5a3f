import type { Hono } from 'hono';

import type { Context } from '#server/context.ts';
import { findPublicPage } from '#server/checkout/live-page.ts';
import { sitemapOf, XML } from '#server/functions/sitemap.ts';
import { siteOf } from './site.ts';
import { notHere } from './small-documents.ts';

const KEPT = { 'Cache-Control': 'public, max-age=3600' };
/** Paths that are personal or only redirect. */
const UNSEARCHED = ['/success', '/c/*/pay/', '/functions/', '/purchases'];

/** `/robots.txt` and `/sitemap.xml` of a seller's domain, which lists its one page while that is on sale here. */
export function domainFiles(doors: Hono, context: Context): void {
  const pageAt = async (slug: string | null | undefined) => {
    const found = slug ? await findPublicPage(context, slug) : null;
    return found?.kind === 'page' && found.page.acceptingPayments ? found.page : null;
  };
  doors.get('/robots.txt', (c) => {
    const { origin } = siteOf(c, context.sites.shop);
    const lines = ['User-agent: *', ...UNSEARCHED.map((path) => `Disallow: ${path}`)];
    return c.text(`${lines.join('\n')}\n\nSitemap: ${origin}/sitemap.xml\n`, 200, KEPT);
  });
  doors.get('/sitemap.xml', async (c) => {
    const { origin, root } = siteOf(c, context.sites.shop);
    const page = await pageAt(root?.slug);
    // Only the canonical address of the page is listed.
    if (page?.domainUrl !== origin) return notHere();
    return c.body(sitemapOf(origin, [{ path: '/' }]), 200, { ...KEPT, 'Content-Type': XML });
  });
}
