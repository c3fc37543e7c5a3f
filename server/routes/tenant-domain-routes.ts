import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';

import { findPublicPage } from '#server/checkout/published-page.ts';
import type { Context } from '#server/core/context.ts';
import { clockRoute } from '#server/pages/clock-route.ts';
import { renderSitemap, XML_CONTENT_TYPE } from '#server/pages/load-sitemap.ts';
import { findPageIdByAnySlug } from '#server/pages/queries/slugs.ts';

import { includesDomains, siteOf, type TenantDomain } from '../core/site.ts';
import { restrictDocumentMethods } from '../http/document-middleware.ts';
import { pageNotFound, nothingOnSalePage } from '../http/fallback-pages.ts';
import { CSP_REPORTS_PATH } from '../http/security-headers.ts';

const CACHE_HEADERS = { 'Cache-Control': 'public, max-age=3600' };
/** Paths that are personal or only redirect. */
const DISALLOWED = ['/success', '/c/*/pay/', '/functions/', '/purchases', '/g/'];

/** `/robots.txt` and `/sitemap.xml` of a seller's domain, which lists its one page while that is on sale here. */
function mountDomainFiles(routes: Hono, context: Context): void {
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

type DomainRouters = {
  /** HTML document routes of the main site. */
  documents: Hono | null;
  /** RPC functions that the page's script calls, images and fonts. */
  rpcAndFiles: Hono;
  pageViewRoutes: Hono;
  files: Hono | undefined;
};

const REDIRECT_CACHE = 'public, max-age=3600';

/**
 * Mounts everything that answers at a seller's domain: the page at the root and what that page needs. Resources of the page
 * keep their addresses of the main site, `/c/{slug}/…`, so that its document is the same on both.
 */
export function mountDomainRoutes(
  routes: Hono,
  context: Context,
  { documents, rpcAndFiles, pageViewRoutes, files }: DomainRouters,
): void {
  const tenantDomainOf = (c: HonoContext): TenantDomain | null => siteOf(c, context.sites.mainSite).tenantDomain;
  const ownPageOnly: MiddlewareHandler = async (c, next) =>
    (await isOwnSlug(context, tenantDomainOf(c), c.req.param('slug') ?? '')) ? next() : pageNotFound();
  const fetchDocument = documents && withMethods(documents);
  mountDomainFiles(routes, context);
  routes.get('/assets/*', (c) => files?.fetch(c.req.raw, c.env as object) ?? pageNotFound());
  for (const path of ['/media/*', '/og/*', '/fonts/*'])
    routes.get(path, (c) => rpcAndFiles.fetch(c.req.raw, c.env as object));
  for (const name of ['create-checkout-session', 'apply-coupon'])
    routes.post(`/functions/v1/${name}`, (c) => rpcAndFiles.fetch(c.req.raw, c.env as object));
  routes.post(CSP_REPORTS_PATH, (c) => rpcAndFiles.fetch(c.req.raw, c.env as object));
  routes.get('/c/:slug', ownPageOnly, (c) => {
    c.header('Cache-Control', REDIRECT_CACHE);
    return c.redirect(`/${new URL(c.req.url).search}`, 301);
  });
  routes.use('/c/:slug/*', ownPageOnly);
  routes.route('/c', pageViewRoutes);
  routes.route('/', clockRoute(context));
  if (fetchDocument) {
    routes.get('/c/:slug/pay/:attempt', (c) => fetchDocument(c, c.req.path));
    routes.on(['GET', 'POST'], '/success', (c) => fetchDocument(c, c.req.path));
    routes.get('/success/:part/:id', (c) => fetchDocument(c, c.req.path));
  }
  // Buyers look up purchases on the main site, where all of them are listed, and links in emails lead there.
  routes.get('/purchases', (c) => redirectTo(c, `${context.config.appUrl}/purchases`));
  routes.get('/g/*', (c) => redirectTo(c, context.config.appUrl + c.req.path));
  routes.get('/report', (c) => redirectTo(c, `${context.config.appUrl}/report${new URL(c.req.url).search}`));
  routes.all('/', async (c) => {
    const tenantDomain = tenantDomainOf(c);
    if (!tenantDomain?.slug || !fetchDocument) return nothingOnSalePage();
    const { search } = new URL(c.req.url);
    const isSafeMethod = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (isSafeMethod && !includesDomains(tenantDomain, context.now()))
      return redirectTo(c, `${context.config.appUrl}/c/${tenantDomain.slug}${search}`);
    return fetchDocument(c, `/c/${tenantDomain.slug}`);
  });
  routes.all('*', pageNotFound);
}

function redirectTo(c: HonoContext, location: string): Response {
  c.header('Cache-Control', 'no-store');
  return c.redirect(location, 302);
}

/** Returns whether the slug is a current or former address of the page at the root. */
async function isOwnSlug({ db }: Context, tenantDomain: TenantDomain | null, slug: string): Promise<boolean> {
  if (!tenantDomain?.pageId) return false;
  return tenantDomain.slug === slug || (await findPageIdByAnySlug(db, slug)) === tenantDomain.pageId;
}

/** Fetches a document under another path, with the same allowed methods as on the main site. */
function withMethods(documents: Hono): (c: HonoContext, path: string) => Response | Promise<Response> {
  const routes = new Hono().use(restrictDocumentMethods('')).route('/', documents);
  return (c, path) => {
    const url = new URL(c.req.url);
    url.pathname = path;
    return routes.fetch(path === c.req.path ? c.req.raw : new Request(url, c.req.raw), c.env as object);
  };
}
