import { Hono, type Context as Call, type MiddlewareHandler } from 'hono';

import type { Context } from '#server/context.ts';
import { findPageIdOfSlug } from '#server/db/slugs.ts';
import { documentMethods } from '#server/http/document-methods.ts';
import { CSP_REPORTS_PATH } from '#server/http/security-headers.ts';
import { nowDoor } from '#server/pages/now-door.ts';
import { lookDoor } from '#server/views/look-door.ts';
import { domainFiles } from './domain-files.ts';
import { isAllowed, siteOf, type Root } from './site.ts';
import { notHere, nothingOnSale } from './small-documents.ts';

type Parts = {
  /** HTML document routes of the main site. */
  documents: Hono | null;
  /** RPC functions that the page's script calls, and images. */
  machines: Hono;
  files: Hono | undefined;
};

const MOVED = 'public, max-age=3600';

/**
 * Mounts everything that answers at a seller's domain: the page at the root and what that page needs. Resources of the page
 * keep their addresses of the main site, `/c/{slug}/…`, so that its document is the same on both.
 */
export function mountDomain(doors: Hono, context: Context, { documents, machines, files }: Parts): void {
  const rootOf = (c: Call): Root | null => siteOf(c, context.sites.shop).root;
  const onlyOwn: MiddlewareHandler = async (c, next) =>
    (await isOwn(context, rootOf(c), c.req.param('slug') ?? '')) ? next() : notHere();
  const asked = documents && withMethods(documents);
  domainFiles(doors, context);
  doors.get('/assets/*', (c) => files?.fetch(c.req.raw, c.env as object) ?? notHere());
  for (const path of ['/media/*', '/og/*'])
    doors.get(path, (c) => machines.fetch(c.req.raw, c.env as object));
  for (const name of ['create-checkout-session', 'apply-coupon'])
    doors.post(`/functions/v1/${name}`, (c) => machines.fetch(c.req.raw, c.env as object));
  doors.post(CSP_REPORTS_PATH, (c) => machines.fetch(c.req.raw, c.env as object));
  doors.get('/c/:slug', onlyOwn, (c) => {
    c.header('Cache-Control', MOVED);
    return c.redirect(`/${new URL(c.req.url).search}`, 301);
  });
  doors.use('/c/:slug/*', onlyOwn);
  doors.route('/c', lookDoor(context));
  doors.route('/', nowDoor(context));
  if (asked) {
    doors.get('/c/:slug/pay/:attempt', (c) => asked(c, c.req.path));
    doors.get('/success', (c) => asked(c, c.req.path));
  }
  // Buyers look up purchases on the main site, where all of them are listed.
  doors.get('/purchases', (c) => led(c, `${context.config.appUrl}/purchases`));
  doors.get('/report', (c) => led(c, `${context.config.appUrl}/report${new URL(c.req.url).search}`));
  doors.all('/', async (c) => {
    const root = rootOf(c);
    if (!root?.slug || !asked) return nothingOnSale();
    const { search } = new URL(c.req.url);
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (isRead && !isAllowed(root, context.now()))
      return led(c, `${context.config.appUrl}/c/${root.slug}${search}`);
    return asked(c, `/c/${root.slug}`);
  });
  doors.all('*', notHere);
}

function led(c: Call, to: string): Response {
  c.header('Cache-Control', 'no-store');
  return c.redirect(to, 302);
}

/** Returns whether the slug is a current or former address of the page at the root. */
async function isOwn({ db }: Context, root: Root | null, slug: string): Promise<boolean> {
  if (!root?.pageId) return false;
  return root.slug === slug || (await findPageIdOfSlug(db, slug)) === root.pageId;
}

/** Fetches a document under another path, with the same allowed methods as on the main site. */
function withMethods(documents: Hono): (c: Call, path: string) => Response | Promise<Response> {
  const doors = new Hono().use(documentMethods('')).route('/', documents);
  return (c, path) => {
    const url = new URL(c.req.url);
    url.pathname = path;
    return doors.fetch(path === c.req.path ? c.req.raw : new Request(url, c.req.raw), c.env as object);
  };
}
