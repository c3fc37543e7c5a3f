import { expect, test } from 'vitest';

import { getAnalyticsLevel, getBasicLevelError } from './plan-features.ts';

test('grants full analytics from Growth on while the plan gives access', () => {
  expect(getAnalyticsLevel(null, false)).toBe('basic');
  expect(getAnalyticsLevel('starter', true)).toBe('basic');
  expect(getAnalyticsLevel('growth', true)).toBe('full');
  expect(getAnalyticsLevel('pro', true)).toBe('full');
  expect(getAnalyticsLevel('pro', false)).toBe('basic');
});

test('allows everyone the last 30 days and pages, and names what needs a larger plan', () => {
  for (const period of ['today', 'yesterday', '7d', '30d'] as const) {
    expect(getBasicLevelError({ period })).toBeNull();
    expect(getBasicLevelError({ period, by: 'page', compare: 'none' })).toBeNull();
    expect(getBasicLevelError({ period, compare: 'year' })).toMatch(/Comparing periods/);
    expect(getBasicLevelError({ period, by: 'source' })).toMatch(/Traffic sources/);
  }
  for (const period of ['90d', 'all', 'month', { from: '2026-11-20', to: '2026-11-21' }] as const)
    expect(getBasicLevelError({ period })).toMatch(/Growth or Pro plan/);
});
