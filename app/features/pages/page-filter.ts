import type { UrlStateCodec } from '#app/lib/url-state.ts';
import type { PageSummary } from '#domain/rpc-contract.ts';

import { isOnSale, getPageName } from './page-display.ts';

export const PAGE_FILTERS = ['all', 'published', 'drafts', 'archived'] as const;
export type PageFilter = (typeof PAGE_FILTERS)[number];

export const PAGE_FILTER_LABELS: Record<PageFilter, string> = {
  all: 'All',
  published: 'Published',
  drafts: 'Drafts',
  archived: 'Archived',
};

/** Filter from the URL; all pages for unknown values. */
export const parsePageFilter = (text: string | null): PageFilter =>
  PAGE_FILTERS.find((filter) => filter === text) ?? 'all';

/** The list's state in the URL. `/pages?new` opens the gallery of a new page. */
export type PageListParams = { search: string; filter: PageFilter; isGalleryOpen: boolean };

export const PAGE_LIST_CODEC: UrlStateCodec<PageListParams> = {
  parse: (searchParams) => ({
    search: searchParams.get('q') ?? '',
    filter: parsePageFilter(searchParams.get('show')),
    isGalleryOpen: searchParams.has('new'),
  }),
  toSearchParams: ({ search, filter, isGalleryOpen }) =>
    new URLSearchParams({
      ...(search && { q: search }),
      ...(filter !== 'all' && { show: filter }),
      ...(isGalleryOpen && { new: '' }),
    }),
  withChange: (params, change) => ({ ...params, ...change }),
};

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

/** Number of matching pages for each filter. */
export function countByFilter(pages: readonly PageSummary[], query: string): Record<PageFilter, number> {
  const countPages = (filter: PageFilter) => filterPages(pages, query, filter).length;
  return {
    all: countPages('all'),
    published: countPages('published'),
    drafts: countPages('drafts'),
    archived: countPages('archived'),
  };
}
