import type { Analytics, BreakdownRow, AnalyticsMetrics } from '#domain/analytics.ts';

import { createAnalytics, createAnalyticsMetrics, createPoint } from './create-analytics.ts';
import type { RpcHandlers } from './fake-rpc.ts';

export const COURSE_ID = '33333333-3333-4333-8333-000000000001';
const PRINT_ID = '33333333-3333-4333-8333-000000000002';

const usd = (net: number) => ({ received: net, back: 0, net, orderTotal: net });

const createMetrics = (overrides: Partial<AnalyticsMetrics> & { net: number; orders: number }): AnalyticsMetrics => {
  const { net, orders, ...counts } = overrides;
  return createAnalyticsMetrics({
    refunds: 0,
    money: [{ currency: 'USD', orders, orderTotal: net, received: net, refunded: 0, lost: 0, net }],
    usd: usd(net),
    ...counts,
  });
};

const EMPTY_METRICS = createAnalyticsMetrics({
  views: 0,
  visitors: 0,
  started: 0,
  paid: 0,
  refunds: 0,
  money: [],
  usd: usd(0),
});

const createNote = (pageId: string, pageName: string) => ({
  at: '2026-11-20T09:20:00Z',
  point: '2026-11-20',
  pageId,
  pageName,
  version: 1,
  changes: ['First published'],
});

/** Three days with 7 visitors, 3 orders and $165.00 on the last day, compared with three empty days. */
export const visitedAnalytics = (overrides: Partial<Analytics> = {}): Analytics =>
  createAnalytics({
    figures: createMetrics({ views: 8, visitors: 7, started: 3, paid: 3, net: 16_500, orders: 3 }),
    points: [
      createPoint('2026-11-18', 0),
      createPoint('2026-11-19', 0),
      { at: '2026-11-20', views: 8, visitors: 7, started: 3, paid: 3, net: 16_500, units: 0 },
    ],
    before: {
      from: '2026-11-15',
      to: '2026-11-17',
      figures: EMPTY_METRICS,
      points: [createPoint('2026-11-15', 0), createPoint('2026-11-16', 0), createPoint('2026-11-17', 0)],
    },
    notes: [createNote(COURSE_ID, 'Linocut for Beginners'), createNote(PRINT_ID, 'Night Heron, print')],
    pages: [
      { id: COURSE_ID, name: 'Linocut for Beginners' },
      { id: PRINT_ID, name: 'Night Heron, print' },
    ],
    ...overrides,
  });

/** Three days without visits or sales. */
export const quietAnalytics = (overrides: Partial<Analytics> = {}): Analytics =>
  visitedAnalytics({ figures: EMPTY_METRICS, before: null, notes: [], ...overrides });

const createRow = (value: string, label: string, visitors: number, net: number): BreakdownRow => ({
  value,
  label,
  extra: null,
  ...createMetrics({ views: visitors, visitors, started: 1, paid: 1, net, orders: 1 }),
});

const ROWS: Partial<Record<string, BreakdownRow[]>> = {
  page: [createRow(COURSE_ID, 'Linocut for Beginners', 6, 7000), createRow(PRINT_ID, 'Night Heron, print', 1, 9500)],
  utm_campaign: [createRow('letters', 'letters', 2, 4000)],
  utm_source: [createRow('newsletter', 'newsletter', 2, 4000)],
  bump: [
    { ...createRow('book', 'Workbook', 0, 1900), extra: { offered: 4, taken: 1 } },
    createRow('', 'Products', 0, 7600),
  ],
  coupon: [createRow('QUARTER', 'QUARTER', 0, 3000)],
};

/** Handlers of a server with these analytics. A filter by page returns 6 visitors and $70.00. */
export const analyticsHandlers = (analytics: Analytics = visitedAnalytics()): RpcHandlers => ({
  'get-analytics': ({ pageId, compare, period }) => ({
    ...analytics,
    ...(pageId === undefined
      ? {}
      : { figures: createMetrics({ views: 7, visitors: 6, started: 2, paid: 2, net: 7000, orders: 2 }) }),
    ...(compare === undefined ? { before: null } : {}),
    ...(period === 'today' ? { unit: 'hour' as const } : {}),
  }),
  'get-breakdown': ({ by }) => {
    const rows = ROWS[by] ?? [];
    return { rows, page: 1, pages: 1, count: rows.length };
  },
});
