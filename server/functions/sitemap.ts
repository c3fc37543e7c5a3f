import { Hono } from 'hono';

import { postPath } from '#domain/blog.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import { countPagesOnSale, listPagesOnSale, listPostChanges } from '#server/db/sitemap.ts';
import { clientAddress, MINUTE_MS, takeFrom } from '#server/http/rate-limits.ts';

/** Maximum number of URLs in one file, by the sitemap protocol. */
const MOST_ADDRESSES = 50_000;
const BATCH = 5000;
const LIMIT = 60;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Public pages of our own site. */
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
] as const;

type Address = { path: string; changedAt?: Date };

/** Renders a URL entry. Paths consist of letters, digits, hyphens and slashes, so nothing needs escaping. */
const entryOf = (appUrl: string, { path, changedAt }: Address): string =>
  `<url><loc>${appUrl}${path}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</url>\n`;

const fileOf = (tag: 'urlset' | 'sitemapindex', entries: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${tag} ${NAMESPACE}>\n${entries}</${tag}>\n`;

/** Renders a sitemap of the given addresses only. */
export const sitemapOf = (origin: string, addresses: readonly Address[]): string =>
  fileOf('urlset', addresses.map((address) => entryOf(origin, address)).join(''));

/**
 * Renders every URL for search engines: one file, or above 50,000 URLs an index of numbered parts. Returns null for a
 * part that does not exist.
 */
export async function sitemapText(context: Context, part: number | null): Promise<string | null> {
  const { db, mode, config } = context;
  const posts = (await listPostChanges(db)).map(({ slug, updatedAt }) => ({
    path: postPath(slug),
    changedAt: updatedAt,
  }));
  const ours: Address[] = [...SITE_PATHS.map((path) => ({ path })), ...posts];
  const parts = Math.ceil((ours.length + (await countPagesOnSale(db, mode, context.now()))) / MOST_ADDRESSES);
  if (part === null && parts > 1) return indexText(config.appUrl, parts);
  if (part !== null && (parts === 1 || part < 1 || part > parts)) return null;
  const from = ((part ?? 1) - 1) * MOST_ADDRESSES;
  const first = ours.slice(from);
  const entries = first.map((address) => entryOf(config.appUrl, address)).join('');
  const skip = Math.max(0, from - ours.length);
  return fileOf('urlset', entries + (await pageEntries(context, skip, MOST_ADDRESSES - first.length)));
}

function indexText(appUrl: string, parts: number): string {
  const entry = (_: unknown, place: number) =>
    `<sitemap><loc>${appUrl}/sitemap-${place + 1}.xml</loc></sitemap>\n`;
  return fileOf('sitemapindex', Array.from({ length: parts }, entry).join(''));
}

/** Renders at most `maxPages` seller pages, read in batches to keep each query result small. */
async function pageEntries(context: Context, skip: number, most: number): Promise<string> {
  const { db, mode, config } = context;
  const now = context.now();
  let entries = '';
  let after: string | null = null;
  for (let left = most; left > 0; left -= BATCH) {
    const limit = Math.min(BATCH, left);
    const pages = await listPagesOnSale(db, mode, now, { after, skip, limit });
    for (const { slug, publishedAt } of pages)
      entries += entryOf(config.appUrl, { path: `/c/${slug}`, changedAt: publishedAt });
    after = pages.at(-1)?.slug ?? null;
    if (pages.length < limit || after === null) break;
  }
  return entries;
}

/** Serves `GET /functions/v1/sitemap`, or `?part=2` of a long one: the text that `/sitemap.xml` displays. */
export function sitemapDoor(context: Context): Hono {
  const door = new Hono();
  door.get('/', async (c) => {
    const taken = await takeFrom(context, [
      { key: `sitemap:ip:${clientAddress(c)}`, limit: LIMIT, windowMs: MINUTE_MS },
    ]);
    if (!taken.allowed) throw new ShopError('rate_limited', { facts: { retryAfter: taken.retryAfterS } });
    const part = c.req.query('part');
    if (part !== undefined && !/^[1-9]\d{0,3}$/.test(part)) throw new ShopError('invalid_request');
    const text = await sitemapText(context, part === undefined ? null : Number(part));
    if (text === null) throw new ShopError('not_found');
    return c.body(text, 200, { 'Content-Type': XML });
  });
  door.all('/', () => {
    throw new ShopError('method_not_allowed');
  });
  return door;
}

export const XML = 'application/xml; charset=utf-8';
