import { expect, test } from 'vitest';

import { chartView } from './chart-view.ts';
import { measureOf } from './measures.ts';
import { readingText } from './reading-text.ts';
import { someAnalytics, somePoint } from './testing-analytics.ts';

const MEASURES = [measureOf('visitors'), measureOf('net')];
const read = (analytics = someAnalytics(), place = 0) =>
  readingText(chartView(analytics, 600, place), MEASURES, analytics.notes, place);

test('describes date, values, comparison values and publications of a point', () => {
  expect(read(someAnalytics(), 1)).toBe(
    'Thu 19 Nov 2026. Visitors 40, before 30. Revenue $196.00, before $0.00. Throwing Taller, version 12 published',
  );
});

test('marks an unfinished day', () => {
  expect(read(someAnalytics(), 2)).toMatch(/^Fri 20 Nov 2026, so far\. Visitors 30/);
  expect(read(someAnalytics({ asOf: '2026-11-21T13:32:00Z' }), 2)).toMatch(/^Fri 20 Nov 2026\. /);
});

test('does not describe future hours as empty', () => {
  const hours = ['13', '14', '15'].map((hour) => somePoint(`2026-11-20T${hour}`, 4));
  const before = ['13', '14', '15'].map((hour) => somePoint(`2026-11-19T${hour}`, 9));
  const analytics = someAnalytics({ unit: 'hour', from: '2026-11-20', points: hours, notes: [] });
  const beside = { ...analytics, before: analytics.before && { ...analytics.before, points: before } };
  // 14:32 in Berlin.
  expect(chartView(beside, 600, null).points.map(({ at }) => at)).toEqual(['2026-11-20T13', '2026-11-20T14']);
  expect(read(beside, 1)).toMatch(/^Fri 20 Nov 2026, 14:00, so far\. Visitors 4, before 9\./);
  expect(read(beside, 2)).toBe('Before: Thu 19 Nov 2026, 15:00. Visitors before 9. Revenue before $0.00');
});

test('returns an empty text for an empty chart', () => {
  const empty = someAnalytics({ points: [], before: null, notes: [] });
  expect(chartView(empty, 600, 3).read).toBe(null);
  expect(read(empty, 0)).toBe('');
});
