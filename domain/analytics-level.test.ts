import { expect, test } from 'vitest';

import { analyticsLevelOf, beyondBasic } from './analytics-level.ts';

test('grants full analytics from Growth on while the plan gives access', () => {
  expect(analyticsLevelOf(null, false)).toBe('basic');
  expect(analyticsLevelOf('starter', true)).toBe('basic');
  expect(analyticsLevelOf('growth', true)).toBe('full');
  expect(analyticsLevelOf('pro', true)).toBe('full');
  expect(analyticsLevelOf('pro', false)).toBe('basic');
});

test('allows everyone the last 30 days and pages, and names what needs a larger plan', () => {
  for (const period of ['today', 'yesterday', '7d', '30d'] as const) {
    expect(beyondBasic({ period })).toBeNull();
    expect(beyondBasic({ period, by: 'page', compare: 'none' })).toBeNull();
    expect(beyondBasic({ period, compare: 'year' })).toMatch(/earlier period/);
    expect(beyondBasic({ period, by: 'source' })).toMatch(/come from/);
  }
  for (const period of ['90d', 'all', 'month', { from: '2026-11-20', to: '2026-11-21' }] as const)
    expect(beyondBasic({ period })).toMatch(/Growth plan/);
});
