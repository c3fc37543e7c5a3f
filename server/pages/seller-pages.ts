import type { Context } from '#server/context.ts';
import type { Site } from '#server/hosts/site.ts';
import { commonHeaders, documentHeaders } from '#server/http/security-headers.ts';
import type { FoundPage, PublicPage, Shop } from '#server/shop.ts';
import { keptDocumentOf, type KeptDocument } from './kept-document.ts';
import type { KeptDocuments } from './kept-documents.ts';
import { lastGood } from './last-good.ts';

/** Renders documents with the built routes: see app/entry.shop.tsx. */
export type RenderPages = (request: Request, shop: Shop) => Promise<Response>;

/** Browsers revalidate every time; shared caches answer for a few seconds, and longer while the server is down. */
export const PUBLIC_CACHE = 'public, max-age=0, must-revalidate, s-maxage=5, stale-if-error=900';

type OnSale = FoundPage & { kind: 'page' };

/** The cached document of a page on sale, or else the page to render for this visitor alone. */
type Looked = { document: KeptDocument } | { document: null; found: FoundPage };

/** Everything that the document is rendered from, including what changes without a new version. */
const keyOf = ({ versionId, sellerName, availability, left, countdownOver, domainUrl }: PublicPage): string =>
  JSON.stringify([versionId, sellerName, availability, left, countdownOver, domainUrl]);

/** How a cache address maps to a page, and which headers its document has. */
type Drawn = {
  slugOf: (address: URL) => string;
  /** Returns whether the address may show this page at all. */
  isShown: (address: URL, found: OnSale) => boolean;
  headersOf: (address: URL, html: string, found: OnSale) => Record<string, string>;
};

const WHOLE_PAGE: Drawn = {
  slugOf: ({ pathname }) => pathname.slice('/c/'.length),
  isShown: () => true,
  headersOf: ({ pathname }) => ({
    'Cache-Control': PUBLIC_CACHE,
    ...documentHeaders(pathname, []),
  }),
};

/** Cache key of a page's document: its path, or the full URL on a custom domain. */
export const keptAs = ({ origin, root }: Site, path: string): string => (root ? origin + path : path);

/** Documents of sellers' pages by cache key. Each is read once and rendered only if it differs from the cached one. */
export function sellerPages(
  context: Context,
  shop: Shop,
  render: RenderPages,
  kept: KeptDocuments,
  { slugOf, isShown, headersOf } = WHOLE_PAGE,
) {
  const { origin } = context.sites.shop;
  const draw = async (address: URL, found: OnSale): Promise<KeptDocument | null> => {
    const isShops = address.origin === origin;
    const pathOf = (slug: string) => (!isShops && slug === found.page.slug ? '/' : shop.pathOf(slug));
    const findPage = () => Promise.resolve(found);
    const answer = await render(new Request(address), { ...shop, pathOf, findPage });
    if (answer.status !== 200) return null;
    const html = await answer.text();
    const common = commonHeaders(address.origin, isShops ? 'shop' : 'seller');
    return keptDocumentOf(html, { ...common, ...headersOf(address, html, found) });
  };
  return lastGood(context, kept, async (keptUnder): Promise<Looked> => {
    const address = new URL(keptUnder, origin);
    const moment = kept.moment();
    const found = await shop.findPage(slugOf(address));
    if (found.kind !== 'page' || !found.page.acceptingPayments || !isShown(address, found)) {
      kept.forget(keptUnder);
      return { document: null, found };
    }
    const key = keyOf(found.page);
    const { sellerId: topic, changesAt } = found;
    const isOver = () => changesAt !== null && changesAt <= context.now();
    const last = kept.find(keptUnder);
    const document = last?.key === key ? last.document : await draw(address, found);
    if (!document) return { document: null, found };
    kept.keep(keptUnder, { document, key, topic, isOver, found }, moment);
    return { document };
  });
}
