import { Hono } from 'hono';

import { DEVELOPER_ARTICLES } from '#content/developer-articles.ts';
import { getPostPath } from '#domain/blog-post.ts';
import { AppError } from '#domain/errors.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import { clientAddress, consumeLimits } from '#server/http/rate-limits.ts';
import { countPagesOnSale, listPagesOnSale, listPostChanges } from '#server/pages/queries/sitemap.ts';

/** Maximum number of URLs in one file, by the sitemap protocol. */
const MAX_URLS_PER_SITEMAP = 50_000;
const BATCH_SIZE = 5000;
const MAX_REQUESTS_PER_MINUTE = 60;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

export const SITE_PATHS = [
  '/',
  '/pricing',
  '/about',
  '/blog',
  '/help',
  '/privacy',
  '/terms',
  '/developers',
  '/developers/api',
  '/developers/webhooks',
  ...Object.keys(DEVELOPER_ARTICLES),
];

type Address = { path: string; changedAt?: Date };

/** Renders a URL entry. Paths consist of letters, digits, hyphens and slashes, so nothing needs escaping. */
const renderEntry = (appUrl: string, { path, changedAt }: Address): string =>
  `<url><loc>${appUrl}${path}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</url>\n`;

const renderFile = (tag: 'urlset' | 'sitemapindex', entries: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${tag} ${NAMESPACE}>\n${entries}</${tag}>\n`;

/** Renders a sitemap of the given addresses only. */
export const renderSitemap = (origin: string, addresses: readonly Address[]): string =>
  renderFile('urlset', addresses.map((address) => renderEntry(origin, address)).join(''));

/**
 * Renders every URL for search engines: one file, or above 50,000 URLs an index of numbered parts. Returns null for a
 * part that does not exist.
 */
export async function loadSitemap(context: Context, part: number | null): Promise<string | null> {
  const { db, mode, config } = context;
  const posts = (await listPostChanges(db)).map(({ slug, updatedAt }) => ({
    path: getPostPath(slug),
    changedAt: updatedAt,
  }));
  const siteAddresses: Address[] = [...SITE_PATHS.map((path) => ({ path })), ...posts];
  const partCount = Math.ceil(
    (siteAddresses.length + (await countPagesOnSale(db, mode, context.now()))) / MAX_URLS_PER_SITEMAP,
  );
  if (part === null && partCount > 1) return renderIndex(config.appUrl, partCount);
  if (part !== null && (partCount === 1 || part < 1 || part > partCount)) return null;
  const offset = ((part ?? 1) - 1) * MAX_URLS_PER_SITEMAP;
  const first = siteAddresses.slice(offset);
  const entries = first.map((address) => renderEntry(config.appUrl, address)).join('');
  const skip = Math.max(0, offset - siteAddresses.length);
  return renderFile('urlset', entries + (await renderPageEntries(context, skip, MAX_URLS_PER_SITEMAP - first.length)));
}

function renderIndex(appUrl: string, partCount: number): string {
  const entry = (_: unknown, index: number) => `<sitemap><loc>${appUrl}/sitemap-${index + 1}.xml</loc></sitemap>\n`;
  return renderFile('sitemapindex', Array.from({ length: partCount }, entry).join(''));
}

/** Renders at most `maxPages` seller pages, read in batches to keep each query result small. */
async function renderPageEntries(context: Context, skip: number, maxPages: number): Promise<string> {
  const { db, mode, config } = context;
  const now = context.now();
  let entries = '';
  let after: string | null = null;
  for (let remaining = maxPages; remaining > 0; remaining -= BATCH_SIZE) {
    const limit = Math.min(BATCH_SIZE, remaining);
    const pages = await listPagesOnSale(db, mode, now, { after, offset: skip, limit });
    for (const { slug, publishedAt } of pages)
      entries += renderEntry(config.appUrl, { path: `/c/${slug}`, changedAt: publishedAt });
    after = pages.at(-1)?.slug ?? null;
    if (pages.length < limit || after === null) break;
  }
  return entries;
}

/** Serves `GET /functions/v1/sitemap`, or `?part=2` of a long one: the text that `/sitemap.xml` displays. */
export function createSitemapRoutes(context: Context): Hono {
  const routes = new Hono();
  routes.get('/', async (c) => {
    const rateLimit = await consumeLimits(context, [
      { key: `sitemap:ip:${clientAddress(c)}`, limit: MAX_REQUESTS_PER_MINUTE, windowMs: MINUTE_MS },
    ]);
    if (!rateLimit.allowed) throw new AppError('rate_limited', { facts: { retryAfter: rateLimit.retryAfterS } });
    const part = c.req.query('part');
    if (part !== undefined && !/^[1-9]\d{0,3}$/.test(part)) throw new AppError('invalid_request');
    const text = await loadSitemap(context, part === undefined ? null : Number(part));
    if (text === null) throw new AppError('not_found');
    return c.body(text, 200, { 'Content-Type': XML_CONTENT_TYPE });
  });
  routes.all('/', () => {
    throw new AppError('method_not_allowed');
  });
  return routes;
}

export const XML_CONTENT_TYPE = 'application/xml; charset=utf-8';
