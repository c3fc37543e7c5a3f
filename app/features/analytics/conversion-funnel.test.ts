import { expect, test } from 'vitest';

import { createAnalyticsMetrics } from '#app/testing/create-analytics.ts';

import { getFunnelSteps } from './conversion-funnel.tsx';

const shareLabels = (counts: { views: number; visitors: number; started: number; paid: number }) =>
  getFunnelSteps(createAnalyticsMetrics(counts)).map(({ shareLabel }) => shareLabel);

test('shows each step as a share of the one before', () => {
  expect(shareLabels({ views: 240, visitors: 120, started: 20, paid: 12 })).toEqual([
    '2 per visitor',
    null,
    '16.7% of visitors',
    '60.0% of checkouts started',
  ]);
});

test('explains shares above 100% instead of showing them', () => {
  expect(shareLabels({ views: 3, visitors: 1, started: 6, paid: 7 })).toEqual([
    '3 per visitor',
    null,
    'More than the counted visitors',
    'Some checkouts started earlier',
  ]);
});
