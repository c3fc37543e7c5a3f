import fc from 'fast-check';
import { expect, test } from 'vitest';

import { ANALYTICS_DIMENSIONS, ANALYTICS_PRESETS } from '#domain/analytics.ts';

import { addressOf, askOf, changed, NO_WISH, wishFrom, type AnalyticsWish } from './analytics-wish.ts';
import { MEASURE_IDS } from './measures.ts';

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const anyWish: fc.Arbitrary<AnalyticsWish> = fc
  .record({
    period: fc.oneof(
      fc.constantFrom(...ANALYTICS_PRESETS),
      fc
        .tuple(day, day)
        .map(([one, other]) => (one <= other ? { from: one, to: other } : { from: other, to: one })),
    ),
    compare: fc.constantFrom('none' as const, 'previous' as const, 'year' as const),
    pageId: fc.option(fc.uuid(), { nil: null }),
    upper: fc.constantFrom(...MEASURE_IDS),
    lower: fc.option(fc.constantFrom(...MEASURE_IDS), { nil: null }),
    by: fc.constantFrom(...ANALYTICS_DIMENSIONS),
    page: fc.integer({ min: 1, max: 99_999 }),
  })
  .map((wish) => ({ ...wish, lower: wish.lower === wish.upper ? null : wish.lower }));

test('reads back the same params from the URL', () => {
  fc.assert(
    fc.property(anyWish, (wish) => {
      expect(wishFrom(new URLSearchParams(addressOf(wish).toString()))).toEqual(wish);
    }),
  );
});

test('omits defaults from the URL', () => {
  expect(addressOf(NO_WISH).toString()).toBe('');
  expect(addressOf({ ...NO_WISH, upper: 'net', lower: null }).toString()).toBe('show=net');
  expect(addressOf({ ...NO_WISH, lower: null }).toString()).toBe('and=none');
});

test('accepts any URL', () => {
  const address = 'period=ever&compare=x&product=1&show=y&and=z&by=q&page=-1&from=2026-99-99&to=2026-01-01';
  expect(wishFrom(new URLSearchParams(address))).toEqual(NO_WISH);
  for (const days of ['from=2026-02-02&to=2026-02-01', 'from=2026-02-02', 'from=1999-12-31&to=2026-01-01'])
    expect(wishFrom(new URLSearchParams(days)).period, days).toBe('30d');
  expect(wishFrom(new URLSearchParams('show=paid&and=paid')).lower).toBe(null);
});

test('returns to the first row for a new filter, but not for chart settings', () => {
  const wish: AnalyticsWish = { ...NO_WISH, by: 'source', page: 3 };
  expect(changed(wish, { period: '7d' }).page).toBe(1);
  expect(changed(wish, { upper: 'views' }).page).toBe(3);
  expect(changed(wish, { page: 4 }).page).toBe(4);
  expect(changed(wish, { upper: 'net' }).lower).toBe(null);
});

test('requests no comparison with basic analytics', () => {
  expect(askOf(NO_WISH, null)).toEqual({ period: '30d', compare: 'previous' });
  expect(askOf({ ...NO_WISH, compare: 'none' }, 'full')).toEqual({ period: '30d' });
  expect(askOf({ ...NO_WISH, pageId: 'p', compare: 'year' }, 'basic')).toEqual({
    period: '30d',
    pageId: 'p',
  });
});
