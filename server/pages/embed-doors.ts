import { Hono, type Context as HonoContext } from 'hono';

import type { Context } from '#server/context.ts';
import { frameHeaders, takeScriptSources } from '#server/http/security-headers.ts';
import type { FoundPage, Shop } from '#server/shop.ts';
import { keptResponse } from './kept-document.ts';
import type { KeptDocuments } from './kept-documents.ts';
import { isRenderedFresh } from './rendered-fresh.ts';
import { sellerPages, type RenderPages } from './seller-pages.ts';

/** Not stored by shared caches: a frame that is opened as a top-level document gets a redirect instead. */
const FRAME_CACHE = 'public, max-age=0, must-revalidate';

const addressOf = (url: string): URL => new URL(url, 'http://frame');
const slugOf = ({ pathname }: URL): string => pathname.slice('/e/'.length);
const originOf = ({ searchParams }: URL): string => searchParams.get('origin') ?? '';

/** Cache key of a frame: a page embedded in one origin. Other query parameters are ignored. */
export function frameOf(url: string): string {
  const address = addressOf(url);
  return `/e/${slugOf(address)}?${new URLSearchParams({ origin: originOf(address) })}`;
}

type Drawing = {
  render: RenderPages;
  rendered: (c: HonoContext, as?: Shop, path?: string) => Promise<Response>;
  /** Null while nothing is cached; then documents get no headers of their own. */
  kept: KeptDocuments | null;
};

/** Embedded pages: `/e/{slug}?origin=` renders the page for origins that its seller allows, and a notice for others. */
export function embedDoors(context: Context, shop: Shop, { render, rendered, kept }: Drawing): Hono {
  const doors = new Hono();
  const frames = kept && sellerPages(context, shop, render, kept, FRAME);
  const answer = async (c: HonoContext, found: FoundPage) => {
    const { search } = new URL(c.req.url);
    if (found.kind === 'moved') {
      const [, , , ...rest] = c.req.path.split('/');
      return led(c, ['/e', found.slug, ...rest].join('/') + search);
    }
    const as = { ...shop, findPage: () => Promise.resolve(found) };
    const origins = found.kind === 'missing' ? [] : found.embedOrigins;
    const isHere = origins.includes(originOf(addressOf(c.req.url)));
    if (isHere) return framed(await rendered(c, as), origins);
    return framed(await rendered(c, as, `/e/${encodeURIComponent(c.req.param('slug') ?? '')}/refused`), null);
  };
  doors.use('/e/*', async (c, next) => {
    // The frame was opened as a top-level document.
    return c.req.header('sec-fetch-dest') === 'document' ? led(c, wholeOf(c.req.url)) : next();
  });
  doors.get('/e/:slug', async (c) => {
    const { search } = new URL(c.req.url);
    if (!frames || isRenderedFresh(search)) return answer(c, await shop.findPage(c.req.param('slug')));
    const looked = await frames(frameOf(encodeURI(c.req.path) + search));
    return looked.document ? keptResponse(looked.document, c.req.raw) : answer(c, looked.found);
  });
  doors.get('/e/:slug/done', async (c) => answer(c, await shop.findPage(c.req.param('slug'))));
  return doors;
}

const FRAME: Parameters<typeof sellerPages>[4] = {
  slugOf,
  isShown: (address, { embedOrigins }) => embedOrigins.includes(originOf(address)),
  headersOf: (_address, _html, { embedOrigins }) => ({
    'Cache-Control': FRAME_CACHE,
    ...frameHeaders(embedOrigins),
  }),
};

const led = (c: HonoContext, to: string) => c.body(null, 302, { Location: to, 'Cache-Control': 'no-store' });

/** Returns the address of the standalone document that shows the same content as a frame. */
function wholeOf(url: string): string {
  const { pathname, searchParams } = addressOf(url);
  const [, , slug = '', part] = pathname.split('/');
  if (part === 'done') return `/success?${new URLSearchParams({ t: searchParams.get('t') ?? '' })}`;
  searchParams.delete('origin');
  return `/c/${slug}${searchParams.size > 0 ? `?${searchParams}` : ''}`;
}

/** Adds the headers of a frame that was rendered for this request; `origins` are the sites that may embed it. */
export async function framed(answer: Response, origins: readonly string[] | null): Promise<Response> {
  const headers = new Headers(answer.headers);
  takeScriptSources(headers);
  headers.set('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(frameHeaders(origins))) headers.set(name, value);
  return new Response(await answer.text(), { status: answer.status, headers });
}
