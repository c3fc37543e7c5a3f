import fc from 'fast-check';
import { expect, test } from 'vitest';

import { ANALYTICS_DIMENSIONS, ANALYTICS_PRESETS } from '#domain/analytics.ts';

import {
  toSearchParams,
  toAnalyticsQuery,
  changeParams,
  DEFAULT_PARAMS,
  parseAnalyticsParams,
  type AnalyticsParams,
} from './analytics-params.ts';
import { MEASURE_IDS } from './chart-measures.ts';

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const paramsArbitrary: fc.Arbitrary<AnalyticsParams> = fc
  .record({
    period: fc.oneof(
      fc.constantFrom(...ANALYTICS_PRESETS),
      fc
        .tuple(day, day)
        .map(([one, otherParams]) =>
          one <= otherParams ? { from: one, to: otherParams } : { from: otherParams, to: one },
        ),
    ),
    compare: fc.constantFrom('none' as const, 'previous' as const, 'year' as const),
    pageId: fc.option(fc.uuid(), { nil: null }),
    upper: fc.constantFrom(...MEASURE_IDS),
    lower: fc.option(fc.constantFrom(...MEASURE_IDS), { nil: null }),
    by: fc.constantFrom(...ANALYTICS_DIMENSIONS),
    page: fc.integer({ min: 1, max: 99_999 }),
  })
  .map((params) => ({ ...params, lower: params.lower === params.upper ? null : params.lower }));

test('reads back the same params from the URL', () => {
  fc.assert(
    fc.property(paramsArbitrary, (params) => {
      expect(parseAnalyticsParams(new URLSearchParams(toSearchParams(params).toString()))).toEqual(params);
    }),
  );
});

test('omits defaults from the URL', () => {
  expect(toSearchParams(DEFAULT_PARAMS).toString()).toBe('');
  expect(toSearchParams({ ...DEFAULT_PARAMS, upper: 'net', lower: null }).toString()).toBe('show=net');
  expect(toSearchParams({ ...DEFAULT_PARAMS, lower: null }).toString()).toBe('and=none');
});

test('accepts any URL', () => {
  const address = 'period=ever&compare=x&product=1&show=y&and=z&by=q&page=-1&from=2026-99-99&to=2026-01-01';
  expect(parseAnalyticsParams(new URLSearchParams(address))).toEqual(DEFAULT_PARAMS);
  for (const days of ['from=2026-02-02&to=2026-02-01', 'from=2026-02-02', 'from=1999-12-31&to=2026-01-01'])
    expect(parseAnalyticsParams(new URLSearchParams(days)).period, days).toBe('30d');
  expect(parseAnalyticsParams(new URLSearchParams('show=paid&and=paid')).lower).toBe(null);
});

test('returns to the first row for a new filter, but not for chart settings', () => {
  const params: AnalyticsParams = { ...DEFAULT_PARAMS, by: 'source', page: 3 };
  expect(changeParams(params, { period: '7d' }).page).toBe(1);
  expect(changeParams(params, { upper: 'views' }).page).toBe(3);
  expect(changeParams(params, { page: 4 }).page).toBe(4);
  expect(changeParams(params, { upper: 'net' }).lower).toBe(null);
});

test('requests no comparison with basic analytics', () => {
  expect(toAnalyticsQuery(DEFAULT_PARAMS, null)).toEqual({ period: '30d', compare: 'previous' });
  expect(toAnalyticsQuery({ ...DEFAULT_PARAMS, compare: 'none' }, 'full')).toEqual({ period: '30d' });
  expect(toAnalyticsQuery({ ...DEFAULT_PARAMS, pageId: 'p', compare: 'year' }, 'basic')).toEqual({
    period: '30d',
    pageId: 'p',
  });
});
