import { expect, test } from 'vitest';

import { createAnalytics, createPoint } from '#app/testing/create-analytics.ts';

import { getMeasure } from './chart-measures.ts';
import { createChartView } from './chart-view.ts';
import { describePoint } from './format-point.ts';

const MEASURES = [getMeasure('visitors'), getMeasure('net')];
const read = (analytics = createAnalytics(), index = 0) =>
  describePoint(createChartView(analytics, 600, index), MEASURES, analytics.notes, index);

test('describes date, values, comparison values and publications of a point', () => {
  expect(read(createAnalytics(), 1)).toBe(
    'Thu, Nov 19, 2026. Visitors 40, previously 30. Revenue $196.00, previously $0.00. Throwing Taller, version 12 published',
  );
});

test('marks an unfinished day', () => {
  expect(read(createAnalytics(), 2)).toMatch(/^Fri, Nov 20, 2026, so far\. Visitors 30/);
  expect(read(createAnalytics({ asOf: '2026-11-21T13:32:00Z' }), 2)).toMatch(/^Fri, Nov 20, 2026\. /);
});

test('does not describe future hours as empty', () => {
  const hours = ['13', '14', '15'].map((hour) => createPoint(`2026-11-20T${hour}`, 4));
  const before = ['13', '14', '15'].map((hour) => createPoint(`2026-11-19T${hour}`, 9));
  const analytics = createAnalytics({ unit: 'hour', from: '2026-11-20', points: hours, notes: [] });
  const withComparison = {
    ...analytics,
    before: analytics.before && { ...analytics.before, points: before },
  };
  // 14:32 in Berlin.
  expect(createChartView(withComparison, 600, null).points.map(({ at }) => at)).toEqual([
    '2026-11-20T13',
    '2026-11-20T14',
  ]);
  expect(read(withComparison, 1)).toMatch(/^Fri, Nov 20, 2026, 2:00 PM, so far\. Visitors 4, previously 9\./);
  expect(read(withComparison, 2)).toBe(
    'Previously: Thu, Nov 19, 2026, 3:00 PM. Visitors previously 9. Revenue previously $0.00',
  );
});

test('returns an empty text for an empty chart', () => {
  const empty = createAnalytics({ points: [], before: null, notes: [] });
  expect(createChartView(empty, 600, 3).activeIndex).toBe(null);
  expect(read(empty, 0)).toBe('');
});
