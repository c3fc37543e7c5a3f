import { expect, test } from 'vitest';

import type { PageSummary, Takings } from '#domain/calls.ts';

import { salesOf, takingsOf } from './takings.ts';

const page = (count: number, ...takings: Takings[]): PageSummary => ({
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
  sales: { count, takings },
});

test('sums revenue per currency', () => {
  const pages = [
    page(2, { currency: 'usd', amount: 5800 }),
    page(0),
    page(3, { currency: 'jpy', amount: 900 }, { currency: 'usd', amount: 100 }),
  ];
  expect(takingsOf(pages)).toEqual([
    { currency: 'usd', amount: 5900 },
    { currency: 'jpy', amount: 900 },
  ]);
  expect(salesOf(pages)).toBe(5);
});
