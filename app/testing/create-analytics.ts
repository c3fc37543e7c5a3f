import type { Analytics, AnalyticsPoint, AnalyticsMetrics } from '#domain/analytics.ts';

export const createPoint = (at: string, visitors: number, net = 0): AnalyticsPoint => ({
  at,
  views: visitors * 2,
  visitors,
  started: 0,
  paid: 0,
  net,
  units: 0,
});

export const createAnalyticsMetrics = (change: Partial<AnalyticsMetrics> = {}): AnalyticsMetrics => ({
  views: 240,
  visitors: 120,
  started: 20,
  paid: 12,
  refunds: 1,
  money: [
    {
      currency: 'USD',
      orders: 12,
      orderTotal: 58_800,
      received: 58_800,
      refunded: 4900,
      lost: 0,
      net: 53_900,
    },
  ],
  usd: { received: 58_800, back: 4900, net: 53_900, orderTotal: 58_800 },
  units: null,
  extras: null,
  paymentTerms: null,
  inBundles: null,
  ...change,
});

/** Three days until an afternoon in Berlin, compared with the three days before. */
export const createAnalytics = (change: Partial<Analytics> = {}): Analytics => ({
  from: '2026-11-18',
  to: '2026-11-20',
  level: 'full',
  timeZone: 'Europe/Berlin',
  timeZoneChosen: true,
  asOf: '2026-11-20T13:32:00Z',
  unit: 'day',
  figures: createAnalyticsMetrics(),
  points: [
    createPoint('2026-11-18', 50, 24_500),
    createPoint('2026-11-19', 40, 19_600),
    createPoint('2026-11-20', 30, 9800),
  ],
  before: {
    from: '2026-11-15',
    to: '2026-11-17',
    figures: createAnalyticsMetrics({ visitors: 100 }),
    points: [createPoint('2026-11-15', 20), createPoint('2026-11-16', 30), createPoint('2026-11-17', 50)],
  },
  notes: [
    {
      at: '2026-11-19T09:20:00Z',
      point: '2026-11-19',
      pageId: 'p',
      pageName: 'Throwing Taller',
      version: 12,
      changes: ['Price: $49 → $59'],
    },
  ],
  pages: [{ id: 'p', name: 'Throwing Taller' }],
  ...change,
});
