import { expect, test } from 'vitest';

import type { PageSummary } from '#domain/rpc-contract.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

import { getDefaultPageId, getPageOptions } from './page-select.tsx';

const page = (id: string, change: Partial<PageSummary> = {}): PageSummary => ({
  id,
  name: `Page ${id}`,
  slug: id,
  url: `https://shop.example/c/${id}`,
  domainUrl: null,
  state: 'published',
  archived: false,
  hold: null,
  updatedAt: '2026-11-20T10:00:00Z',
  priceText: '$40',
  thumbnail: { layout: 'classic', accentColor: '#000000', productImage: null },
  sales: { count: 0, takings: [] },
  ...change,
});

const domain = (id: string, pageId: string): SellerDomain => ({
  id,
  host: `${id}.example.com`,
  name: `${id}.example.com`,
  url: `https://${id}.example.com`,
  state: 'live',
  allowed: true,
  page: { id: pageId, name: pageId },
  records: [],
  diagnosis: [],
  addedAt: '2026-11-20T10:00:00Z',
  checkedAt: null,
  nextCheckAt: null,
  verifiedAt: '2026-11-20T10:00:00Z',
});

test('moves a page between domains, but not away from a working domain to a new one', () => {
  const pages = [page('a'), page('b')];
  const domains = [domain('one', 'a'), domain('two', 'b')];
  expect(getPageOptions(pages, domains, 'two')).toEqual([
    { id: 'a', label: 'Page a (moves here from one.example.com)', disabled: false },
    { id: 'b', label: 'Page b', disabled: false },
  ]);
  const waiting = domains.map((one) => (one.id === 'two' ? { ...one, state: 'pending' as const } : one));
  expect(getPageOptions(pages, waiting, null)).toEqual([
    { id: 'a', label: 'Page a (used by one.example.com)', disabled: true },
    { id: 'b', label: 'Page b (moves here from two.example.com)', disabled: false },
  ]);
});

test('marks drafts and omits archived pages that no domain serves', () => {
  const pages = [
    page('a', { state: 'draft', name: ' ' }),
    page('b', { archived: true }),
    page('c', { archived: true }),
  ];
  expect(getPageOptions(pages, [domain('one', 'c')], 'one').map(({ label }) => label)).toEqual([
    'Untitled page (not published)',
    'Page c',
  ]);
});

test('preselects the first page on sale without a domain', () => {
  const pages = [page('a', { state: 'draft' }), page('b'), page('c')];
  expect(getDefaultPageId(pages, [domain('one', 'b')])).toBe('c');
  expect(getDefaultPageId([page('a', { state: 'draft' })], [])).toBe('');
});
