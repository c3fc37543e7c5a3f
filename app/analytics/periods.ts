import type { AnalyticsComparison, AnalyticsLevel, AnalyticsPreset } from '#domain/analytics.ts';

export const PERIOD_LABELS: Record<AnalyticsPreset, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  month: 'This month',
  last_month: 'Last month',
  year: 'This year',
  '12m': 'Last 12 months',
  all: 'All time',
};

const BASIC_PERIODS: readonly AnalyticsPreset[] = ['today', 'yesterday', '7d', '30d'];

export const isPeriodAllowed = (period: AnalyticsPreset, level: AnalyticsLevel | null): boolean =>
  level !== 'basic' || BASIC_PERIODS.includes(period);

export const COMPARISON_LABELS: Record<AnalyticsComparison, string> = {
  previous: 'Days before',
  year: 'Year before',
  none: 'No comparison',
};
