import { expect, test } from 'vitest';

import { DEFINITIONS } from './definitions.ts';
import { figureList, revenueOf } from './figure-list.ts';
import { someFigures } from './testing-analytics.ts';

const nothing = someFigures({
  views: 0,
  visitors: 0,
  started: 0,
  paid: 0,
  refunds: 0,
  money: [],
  usd: { received: 0, back: 0, net: 0, orderTotal: 0 },
});
const values = (figures = someFigures()) =>
  Object.fromEntries(figureList(figures, null).map(({ id, value }) => [id, value.replace('\u00a0', ' ')]));

test('calculates each metric by its definition', () => {
  expect(values()).toEqual({
    visitors: '120',
    views: '240',
    started: '20',
    paid: '12',
    conversion: '10.0 %',
    average: '$49.00',
    refunds: '1',
  });
  expect(revenueOf(someFigures(), null).value).toBe('$539.00');
  expect(figureList(someFigures(), null).find(({ id }) => id === 'refunds')?.beside).toBe(-4900);
});

test('has no conversion rate and no average without visitors and orders', () => {
  expect(values(nothing)).toMatchObject({ visitors: '0', conversion: '–', average: '–' });
});

test('shows an increase of refunds as negative', () => {
  const list = figureList(someFigures({ refunds: 4 }), someFigures());
  expect(list.filter(({ bad }) => bad).map(({ id }) => id)).toEqual(['refunds']);
  expect(list.find(({ id }) => id === 'refunds')?.change?.way).toBe('up');
});

test('has a definition for every metric', () => {
  const shown = [revenueOf(nothing, null), ...figureList(nothing, null)].map(({ id }) => id);
  expect(shown.toSorted()).toEqual(Object.keys(DEFINITIONS).toSorted());
});
