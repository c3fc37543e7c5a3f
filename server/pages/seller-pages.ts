import type { Context } from '#server/context.ts';
import { commonHeaders, documentHeaders } from '#server/http/security-headers.ts';
import type { FoundPage, PublicPage, Shop } from '#server/shop.ts';
import { keptDocumentOf, type KeptDocument } from './kept-document.ts';
import type { KeptDocuments } from './kept-documents.ts';
import { lastGood } from './last-good.ts';

/** The built routes: see app/entry.shop.tsx. */
export type RenderPages = (request: Request, shop: Shop) => Promise<Response>;

/** Browsers ask every time; shared caches answer for a few seconds, and while we are away. */
export const PUBLIC_CACHE = 'public, max-age=0, must-revalidate, s-maxage=5, stale-if-error=900';

type OnSale = FoundPage & { kind: 'page' };

/** The finished document of a page on sale, or else what is to be drawn for this visitor alone. */
type Looked = { document: KeptDocument } | { document: null; found: FoundPage };

/** Everything that a page's document is made from: what changes without a new version as well. */
const keyOf = ({ versionId, sellerName, availability, left, countdownOver }: PublicPage): string =>
  JSON.stringify([versionId, sellerName, availability, left, countdownOver]);

/** What of a page is drawn, by paths that tell it. */
type Drawn = {
  slugOf: (path: string) => string;
  /** Whether the path shows this page at all. */
  isShown: (path: string, found: OnSale) => boolean;
  headersOf: (path: string, html: string, found: OnSale) => Record<string, string>;
};

const WHOLE_PAGE: Drawn = {
  slugOf: (path) => path.slice('/c/'.length),
  isShown: () => true,
  headersOf: (path, html) => ({ 'Cache-Control': PUBLIC_CACHE, ...documentHeaders(path, html) }),
};

/** Documents of sellers' pages by path. Each is read once, and drawn when it is another one than we have. */
export function sellerPages(
  context: Context,
  shop: Shop,
  render: RenderPages,
  kept: KeptDocuments,
  { slugOf, isShown, headersOf } = WHOLE_PAGE,
) {
  const common = commonHeaders(context.config.appUrl);
  const draw = async (path: string, found: OnSale): Promise<KeptDocument | null> => {
    const request = new Request(new URL(path, context.config.appUrl));
    const answer = await render(request, { ...shop, findPage: () => Promise.resolve(found) });
    if (answer.status !== 200) return null;
    const html = await answer.text();
    return keptDocumentOf(html, { ...common, ...headersOf(path, html, found) });
  };
  return lastGood(context.log, kept, async (path): Promise<Looked> => {
    const moment = kept.moment();
    const found = await shop.findPage(slugOf(path));
    if (found.kind !== 'page' || !found.page.acceptingPayments || !isShown(path, found)) {
      kept.forget(path);
      return { document: null, found };
    }
    const key = keyOf(found.page);
    const { sellerId: topic, changesAt } = found;
    const isOver = () => changesAt !== null && changesAt <= context.now();
    const last = kept.find(path);
    const document = last?.key === key ? last.document : await draw(path, found);
    if (!document) return { document: null, found };
    kept.keep(path, { document, key, topic, isOver }, moment);
    return { document };
  });
}
