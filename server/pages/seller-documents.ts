import type { Context } from '#server/core/context.ts';
import type { PageResult, PublicPage, Services } from '#server/core/services.ts';
import type { Site } from '#server/core/site.ts';
import { commonHeaders, documentHeaders } from '#server/http/security-headers.ts';

import { createCachedDocument, type CachedDocument } from './cached-document.ts';
import { requestPageFonts } from './fonts/request-page-fonts.ts';
import type { PageCache } from './page-cache.ts';

/** Renders documents with the built routes: see app/entry.app.tsx. */
export type RenderPages = (request: Request, services: Services) => Promise<Response>;

/** Browsers revalidate every time; shared caches answer for a few seconds, and longer while the server is down. */
export const PUBLIC_CACHE = 'public, max-age=0, must-revalidate, s-maxage=5, stale-if-error=900';

type PageOnSale = PageResult & { kind: 'page' };

/** The cached document of a page on sale, or else the page to render for this visitor alone. */
type DocumentLookup = { document: CachedDocument } | { document: null; pageResult: PageResult };

/** Covers everything that the document is rendered from, including what changes without a new version. */
const contentKeyOf = ({
  versionId,
  sellerName,
  availability,
  stockLeft,
  countdownOver,
  domainUrl,
  fontFiles,
  paymentMethods,
  bundleItems,
}: PublicPage): string =>
  JSON.stringify([
    versionId,
    sellerName,
    availability,
    stockLeft,
    countdownOver,
    domainUrl,
    fontFiles?.stylesheet,
    paymentMethods,
    bundleItems,
  ]);

/** A kind of document that shows a page: its own page or a frame in another site. Maps a cache address to the page and headers. */
type DocumentKind = {
  slugOf: (address: URL) => string;
  /** Returns whether the address may show this page at all. */
  isAllowed: (address: URL, pageResult: PageOnSale) => boolean;
  headersOf: (address: URL, html: string, pageResult: PageOnSale) => Record<string, string>;
};

const FULL_PAGE: DocumentKind = {
  slugOf: ({ pathname }) => pathname.slice('/c/'.length),
  isAllowed: () => true,
  headersOf: ({ pathname }) => ({
    'Cache-Control': PUBLIC_CACHE,
    ...documentHeaders(pathname, []),
  }),
};

/** Cache key of a page's document: its path, or the full URL on a custom domain. */
export const cacheKeyOf = ({ origin, tenantDomain }: Site, path: string): string =>
  tenantDomain ? origin + path : path;

/** Documents of sellers' pages by cache key. Each is read once and rendered only if it differs from the cached one. */
export function sellerDocuments(
  context: Context,
  services: Services,
  render: RenderPages,
  cache: PageCache,
  { slugOf, isAllowed, headersOf } = FULL_PAGE,
) {
  const { origin } = context.sites.mainSite;
  const renderDocument = async (address: URL, pageResult: PageOnSale): Promise<CachedDocument | null> => {
    const isMainSite = address.origin === origin;
    const pathOf = (slug: string) => (!isMainSite && slug === pageResult.page.slug ? '/' : services.pagePath(slug));
    const findPage = () => Promise.resolve(pageResult);
    const answer = await render(new Request(address), { ...services, pagePath: pathOf, findPage });
    if (answer.status !== 200) return null;
    const html = await answer.text();
    const baseHeaders = commonHeaders(address.origin, isMainSite ? 'app' : 'seller');
    return createCachedDocument(html, { ...baseHeaders, ...headersOf(address, html, pageResult) });
  };
  return cache.withCache(async (cacheKey): Promise<DocumentLookup> => {
    const address = new URL(cacheKey, origin);
    const state = cache.state();
    const pageResult = await services.findPage(slugOf(address));
    if (pageResult.kind === 'page' && !pageResult.page.fontFiles) requestPageFonts(context, pageResult.page.slug);
    if (pageResult.kind !== 'page' || !pageResult.page.acceptingPayments || !isAllowed(address, pageResult)) {
      cache.remove(cacheKey);
      return { document: null, pageResult };
    }
    const contentKey = contentKeyOf(pageResult.page);
    const { sellerId: topic, expiresAt: changesAt } = pageResult;
    const isExpired = () => changesAt !== null && changesAt <= context.now();
    const cached = cache.find(cacheKey);
    const document = cached?.contentKey === contentKey ? cached.document : await renderDocument(address, pageResult);
    if (!document) return { document: null, pageResult };
    cache.store(cacheKey, { value: { document, contentKey, pageResult }, topic, isExpired }, state);
    return { document };
  });
}
