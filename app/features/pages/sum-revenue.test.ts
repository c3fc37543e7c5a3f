import { expect, test } from 'vitest';

import type { PageSummary, Revenue } from '#domain/rpc-contract.ts';

import { countSales, sumRevenue } from './page-list-page.tsx';

const page = (count: number, ...revenue: Revenue[]): PageSummary => ({
  id: 'page',
  name: '',
  slug: null,
  url: null,
  domainUrl: null,
  state: 'draft',
  archived: false,
  hold: null,
  updatedAt: '2026-11-20T14:12:00.000Z',
  priceText: '',
  thumbnail: { layout: 'classic', accentColor: '#a855f7', productImage: null },
  sales: { count, takings: revenue },
});

test('sums revenue per currency', () => {
  const pages = [
    page(2, { currency: 'usd', amount: 5800 }),
    page(0),
    page(3, { currency: 'jpy', amount: 900 }, { currency: 'usd', amount: 100 }),
  ];
  expect(sumRevenue(pages)).toEqual([
    { currency: 'usd', amount: 5900 },
    { currency: 'jpy', amount: 900 },
  ]);
  expect(countSales(pages)).toBe(5);
});
