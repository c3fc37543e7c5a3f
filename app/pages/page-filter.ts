import type { PageSummary } from '#domain/calls.ts';

import { isOnSale, nameOf } from './page-look.ts';

export const SHOWS = ['all', 'published', 'drafts', 'archived'] as const;
export type Show = (typeof SHOWS)[number];

export const SHOW_LABELS: Record<Show, string> = {
  all: 'All',
  published: 'Published',
  drafts: 'Drafts',
  archived: 'Archived',
};

/** Filter from the URL; all pages for unknown values. */
export const showFrom = (text: string | null): Show => SHOWS.find((show) => show === text) ?? 'all';

/** Every page that is not archived is either on sale or a draft. */
export function belongsTo(page: PageSummary, show: Show): boolean {
  if (page.archived) return show === 'archived';
  if (show === 'published') return isOnSale(page);
  if (show === 'drafts') return !isOnSale(page);
  return show === 'all';
}

/** Folds case and accents: "cafe" finds "Café". */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** True if every word of the query occurs in the name or URL. */
export function matches(page: PageSummary, query: string): boolean {
  const text = folded(`${nameOf(page)} ${page.url ?? ''} ${page.slug ?? ''}`);
  return folded(query)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export const pagesShown = (pages: readonly PageSummary[], query: string, show: Show): PageSummary[] =>
  pages.filter((page) => belongsTo(page, show) && matches(page, query));

/** Number of matching pages for each filter. */
export function countsFor(pages: readonly PageSummary[], query: string): Record<Show, number> {
  const count = (show: Show) => pagesShown(pages, query, show).length;
  return {
    all: count('all'),
    published: count('published'),
    drafts: count('drafts'),
    archived: count('archived'),
  };
}
