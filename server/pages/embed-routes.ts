import { Hono, type Context as HonoContext } from 'hono';

import type { Context } from '#server/core/context.ts';
import type { PageResult, Services } from '#server/core/services.ts';
import { frameHeaders, extractScriptSources } from '#server/http/security-headers.ts';

import { cachedResponse, hasContentParams } from './cached-document.ts';
import type { PageCache } from './page-cache.ts';
import { sellerDocuments, type RenderPages } from './seller-documents.ts';

/** Not stored by shared caches: a frame that is opened as a top-level document gets a redirect instead. */
const FRAME_CACHE = 'public, max-age=0, must-revalidate';

const toUrl = (url: string): URL => new URL(url, 'http://frame');
const slugOf = ({ pathname }: URL): string => pathname.slice('/e/'.length);
const originOf = ({ searchParams }: URL): string => searchParams.get('origin') ?? '';

/** Cache key of a frame: a page embedded in one origin. Other query parameters are ignored. */
export function frameCacheKey(url: string): string {
  const address = toUrl(url);
  return `/e/${slugOf(address)}?${new URLSearchParams({ origin: originOf(address) })}`;
}

type EmbedRendering = {
  render: RenderPages;
  renderRequest: (c: HonoContext, siteServices?: Services, path?: string) => Promise<Response>;
  /** Null while nothing is cached; then documents get no headers of their own. */
  cache: PageCache | null;
};

/** Embedded pages: `/e/{slug}?origin=` renders the page for origins that its seller allows, and a notice for others. */
export function embedRoutes(
  context: Context,
  services: Services,
  { render, renderRequest, cache }: EmbedRendering,
): Hono {
  const routes = new Hono();
  const frames = cache && sellerDocuments(context, services, render, cache, FRAME_VIEW);
  const answer = async (c: HonoContext, pageResult: PageResult) => {
    const { search } = new URL(c.req.url);
    if (pageResult.kind === 'moved') {
      const [, , , ...rest] = c.req.path.split('/');
      return redirectTo(c, ['/e', pageResult.slug, ...rest].join('/') + search);
    }
    const pageServices = { ...services, findPage: () => Promise.resolve(pageResult) };
    const origins = pageResult.kind === 'missing' ? [] : pageResult.embedOrigins;
    const isAllowedSite = origins.includes(originOf(toUrl(c.req.url)));
    if (isAllowedSite) return withFrameHeaders(await renderRequest(c, pageServices), origins);
    return withFrameHeaders(
      await renderRequest(c, pageServices, `/e/${encodeURIComponent(c.req.param('slug') ?? '')}/refused`),
      null,
    );
  };
  routes.use('/e/*', async (c, next) => {
    // The frame was opened as a top-level document.
    return c.req.header('sec-fetch-dest') === 'document' ? redirectTo(c, standalonePathOf(c.req.url)) : next();
  });
  routes.get('/e/:slug', async (c) => {
    const { search } = new URL(c.req.url);
    if (!frames || hasContentParams(search)) return answer(c, await services.findPage(c.req.param('slug')));
    const lookup = await frames(frameCacheKey(encodeURI(c.req.path) + search));
    return lookup.document ? cachedResponse(lookup.document, c.req.raw) : answer(c, lookup.pageResult);
  });
  routes.get('/e/:slug/done', async (c) => answer(c, await services.findPage(c.req.param('slug'))));
  return routes;
}

const FRAME_VIEW: Parameters<typeof sellerDocuments>[4] = {
  slugOf,
  isAllowed: (address, { embedOrigins }) => embedOrigins.includes(originOf(address)),
  headersOf: (_address, _html, { embedOrigins }) => ({
    'Cache-Control': FRAME_CACHE,
    ...frameHeaders(embedOrigins),
  }),
};

const redirectTo = (c: HonoContext, location: string) =>
  c.body(null, 302, { Location: location, 'Cache-Control': 'no-store' });

/** Returns the address of the standalone document that shows the same content as a frame. */
function standalonePathOf(url: string): string {
  const { pathname, searchParams } = toUrl(url);
  const [, , slug = '', subpath] = pathname.split('/');
  if (subpath === 'done') return `/success?${new URLSearchParams({ t: searchParams.get('t') ?? '' })}`;
  searchParams.delete('origin');
  return `/c/${slug}${searchParams.size > 0 ? `?${searchParams}` : ''}`;
}

/** Adds the headers of a frame that was rendered for this request; `origins` are the sites that may embed it. */
export async function withFrameHeaders(answer: Response, origins: readonly string[] | null): Promise<Response> {
  const headers = new Headers(answer.headers);
  extractScriptSources(headers);
  headers.set('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(frameHeaders(origins))) headers.set(name, value);
  return new Response(await answer.text(), { status: answer.status, headers });
}
