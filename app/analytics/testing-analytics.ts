import type { Analytics, AnalyticsPoint, Figures } from '#domain/analytics.ts';

export const somePoint = (at: string, visitors: number, net = 0): AnalyticsPoint => ({
  at,
  views: visitors * 2,
  visitors,
  started: 0,
  paid: 0,
  net,
});

export const someFigures = (change: Partial<Figures> = {}): Figures => ({
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
  ...change,
});

/** Three days until an afternoon in Berlin, compared with the three days before. */
export const someAnalytics = (change: Partial<Analytics> = {}): Analytics => ({
  from: '2026-11-18',
  to: '2026-11-20',
  level: 'full',
  timeZone: 'Europe/Berlin',
  timeZoneChosen: true,
  asOf: '2026-11-20T13:32:00Z',
  unit: 'day',
  figures: someFigures(),
  points: [
    somePoint('2026-11-18', 50, 24_500),
    somePoint('2026-11-19', 40, 19_600),
    somePoint('2026-11-20', 30, 9800),
  ],
  before: {
    from: '2026-11-15',
    to: '2026-11-17',
    figures: someFigures({ visitors: 100 }),
    points: [somePoint('2026-11-15', 20), somePoint('2026-11-16', 30), somePoint('2026-11-17', 50)],
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
