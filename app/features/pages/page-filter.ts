import { choiceParam, createUrlCodec, urlParam } from '#app/lib/url-state.ts';
import { getPageName } from '#domain/page-name.ts';
import type { PageSummary } from '#domain/rpc-contract.ts';

import { isOnSale } from './page-display.ts';

export const PAGE_FILTERS = ['all', 'published', 'drafts', 'archived'] as const;
export type PageFilter = (typeof PAGE_FILTERS)[number];

export const PAGE_LIST_CODEC = createUrlCodec({
  search: urlParam('q', '', String),
  filter: choiceParam('show', PAGE_FILTERS, 'all'),
  /** `/pages?new` opens the gallery of a new page. */
  isGalleryOpen: urlParam('new', false, () => true),
});

export type PageListParams = typeof PAGE_LIST_CODEC.defaults;

/** Every page that is not archived is either on sale or a draft. */
export function matchesFilter(page: PageSummary, filter: PageFilter): boolean {
  if (page.archived) return filter === 'archived';
  if (filter === 'published') return isOnSale(page);
  if (filter === 'drafts') return !isOnSale(page);
  return filter === 'all';
}

/** Folds case and accents: "cafe" finds "Café". */
const foldText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** True if every word of the query occurs in the name or URL. */
export function matchesQuery(page: PageSummary, query: string): boolean {
  const text = foldText(`${getPageName(page)} ${page.url ?? ''} ${page.slug ?? ''}`);
  return foldText(query)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export const filterPages = (pages: readonly PageSummary[], query: string, filter: PageFilter): PageSummary[] =>
  pages.filter((page) => matchesFilter(page, filter) && matchesQuery(page, query));

export function countByFilter(pages: readonly PageSummary[], query: string): Record<PageFilter, number> {
  const countPages = (filter: PageFilter) => filterPages(pages, query, filter).length;
  return {
    all: countPages('all'),
    published: countPages('published'),
    drafts: countPages('drafts'),
    archived: countPages('archived'),
  };
}
