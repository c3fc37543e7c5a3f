import { Hono, type Context as HonoContext } from 'hono';

import type { Context } from '#server/context.ts';
import { frameHeaders, takeScriptSources } from '#server/http/security-headers.ts';
import type { FoundPage, Shop } from '#server/shop.ts';
import { keptResponse } from './kept-document.ts';
import type { KeptDocuments } from './kept-documents.ts';
import { isRenderedFresh } from './rendered-fresh.ts';
import { sellerPages, type RenderPages } from './seller-pages.ts';

/** No cache that others share: who opens a frame by itself gets another answer. */
const FRAME_CACHE = 'public, max-age=0, must-revalidate';

const addressOf = (url: string): URL => new URL(url, 'http://frame');
const slugOf = ({ pathname }: URL): string => pathname.slice('/e/'.length);
const originOf = ({ searchParams }: URL): string => searchParams.get('origin') ?? '';

/** The frame that an address asks for: a page, inside a site. Everything else in the address is ignored. */
export function frameOf(url: string): string {
  const address = addressOf(url);
  return `/e/${slugOf(address)}?${new URLSearchParams({ origin: originOf(address) })}`;
}

type Drawing = {
  render: RenderPages;
  rendered: (c: HonoContext, as?: Shop, path?: string) => Promise<Response>;
  /** Null while everything is drawn anew: then nothing has headers of its own. */
  kept: KeptDocuments | null;
};

/** A page inside other sites: `/e/{slug}?origin=` in those that its seller has named, and in others why it is not there. */
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
    // A frame that is opened by itself.
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

/** What a frame shows, as a document of its own. */
function wholeOf(url: string): string {
  const { pathname, searchParams } = addressOf(url);
  const [, , slug = '', part] = pathname.split('/');
  if (part === 'done') return `/success?${new URLSearchParams({ t: searchParams.get('t') ?? '' })}`;
  searchParams.delete('origin');
  return `/c/${slug}${searchParams.size > 0 ? `?${searchParams}` : ''}`;
}

/** A document that was drawn for this request, with the sites that may show it. */
export async function framed(answer: Response, origins: readonly string[] | null): Promise<Response> {
  const headers = new Headers(answer.headers);
  takeScriptSources(headers);
  headers.set('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(frameHeaders(origins))) headers.set(name, value);
  return new Response(await answer.text(), { status: answer.status, headers });
}
