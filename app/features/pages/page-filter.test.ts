import { expect, test } from 'vitest';

import type { PageSummary } from '#domain/rpc-contract.ts';

import { countByFilter, matchesQuery, filterPages, PAGE_LIST_CODEC, type PageFilter } from './page-filter.ts';

const page = (facts: Partial<PageSummary>): PageSummary => ({
  id: facts.name ?? 'page',
  name: 'Throwing Taller',
  slug: null,
  url: null,
  domainUrl: null,
  state: 'draft',
  archived: false,
  hold: null,
  updatedAt: '2026-11-20T14:12:00.000Z',
  priceText: '',
  thumbnail: { layout: 'classic', accentColor: '#a855f7', productImage: null },
  sales: { count: 0, takings: [] },
  ...facts,
});

const PAGES = [
  page({ name: 'Café Guide', state: 'published', url: 'https://shop.example/c/coffee', slug: 'coffee' }),
  page({ name: 'Kiln Club', state: 'changed' }),
  page({ name: 'Seconds sale' }),
  page({ name: 'Critique', state: 'unpublished' }),
  page({ name: 'Old club', state: 'published', archived: true }),
];
const names = (query: string, show: PageFilter) => filterPages(PAGES, query, show).map(({ name }) => name);

test('counts every page that is not archived as published or draft', () => {
  expect(names('', 'all')).toEqual(['Café Guide', 'Kiln Club', 'Seconds sale', 'Critique']);
  expect(names('', 'published')).toEqual(['Café Guide', 'Kiln Club']);
  expect(names('', 'drafts')).toEqual(['Seconds sale', 'Critique']);
  expect(names('', 'archived')).toEqual(['Old club']);
});

test('searches every word in name and URL, ignoring case and accents', () => {
  expect(names('cafe', 'all')).toEqual(['Café Guide']);
  expect(names('GUIDE c/cof', 'all')).toEqual(['Café Guide']);
  expect(names('guide club', 'all')).toEqual([]);
  expect(matchesQuery(page({ name: '' }), 'untitled')).toBe(true);
});

test('applies the search to the count of every filter', () => {
  expect(countByFilter(PAGES, 'club')).toEqual({ all: 1, published: 1, drafts: 0, archived: 1 });
});

test('shows all pages without a filter in the URL', () => {
  const getFilter = (query: string) => PAGE_LIST_CODEC.parse(new URLSearchParams(query)).filter;
  expect(getFilter('show=drafts')).toBe('drafts');
  expect(getFilter('show=toString')).toBe('all');
  expect(getFilter('')).toBe('all');
});
