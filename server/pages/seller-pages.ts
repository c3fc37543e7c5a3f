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

/** The finished document of a page on sale, or else what is to be drawn for this visitor alone. */
type Looked = { document: KeptDocument } | { document: null; found: FoundPage };

/** Everything that a page's document is made from: what changes without a new version as well. */
const keyOf = ({ versionId, sellerName, availability, left, countdownOver }: PublicPage): string =>
  JSON.stringify([versionId, sellerName, availability, left, countdownOver]);

/** Documents of sellers' pages by path. Each is read once, and drawn when it is another one than we have. */
export function sellerPages(context: Context, shop: Shop, render: RenderPages, kept: KeptDocuments) {
  const common = { ...commonHeaders(context.config.appUrl), 'Cache-Control': PUBLIC_CACHE };
  const draw = async (path: string, found: FoundPage): Promise<KeptDocument | null> => {
    const request = new Request(new URL(path, context.config.appUrl));
    const answer = await render(request, { ...shop, findPage: () => Promise.resolve(found) });
    if (answer.status !== 200) return null;
    const html = await answer.text();
    return keptDocumentOf(html, { ...common, ...documentHeaders(path, html) });
  };
  return lastGood(context.log, kept, async (path): Promise<Looked> => {
    const moment = kept.moment();
    const found = await shop.findPage(path.slice('/c/'.length));
    if (found.kind !== 'page' || !found.page.acceptingPayments) {
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
