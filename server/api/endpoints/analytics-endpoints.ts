import { Readable } from 'node:stream';

import { z } from 'zod';

import { apiErrorMessages } from '#content/messages/api-errors.ts';
import {
  ANALYTICS_DIMENSIONS,
  ANALYTICS_PRESETS,
  type Analytics as AnalyticsData,
  type AnalyticsMetrics,
  type AnalyticsPoint,
  type CurrencyRevenue,
  type UsdRevenue,
} from '#domain/analytics.ts';
import { Analytics, AnalyticsBreakdownRow } from '#domain/api-resources/analytics-resources.ts';
import { AppError } from '#domain/errors.ts';
import { listBreakdownRows } from '#server/analytics/breakdown-rows.ts';
import { exportAnalytics, getAnalytics, getBreakdown } from '#server/analytics/rpc/read-analytics.ts';

import { defineCsvEndpoint, defineEndpoint, defineGroup, defineShortListEndpoint } from '../define-endpoint.ts';

const AnalyticsQuery = {
  period: z
    .enum(ANALYTICS_PRESETS)
    .optional()
    .describe('In your time zone. Default: `30d`, unless `from` and `to` are set.'),
  from: z.iso.date().optional().describe('First day. Requires `to`; can’t be combined with `period`.'),
  to: z.iso.date().optional().describe('Last day.'),
  compare: z
    .enum(['none', 'previous', 'year'])
    .optional()
    .describe('Compares with the previous period or with the same period a year before.'),
  pageId: z.uuid().optional().describe('Only this page.'),
};
type AnalyticsQuery = z.infer<z.ZodObject<typeof AnalyticsQuery>>;

const Dimension = z.enum(ANALYTICS_DIMENSIONS);

/** Parses the period of a query. Throws AppError 'invalid_request'. */
function toAnalyticsInput<A extends AnalyticsQuery>({ period, from, to, ...rest }: A) {
  if (from === undefined && to === undefined) return { ...rest, period: period ?? ('30d' as const) };
  if (period !== undefined || from === undefined || to === undefined) {
    const problem = { path: 'period', code: 'invalid_period', message: apiErrorMessages.period };
    throw new AppError('invalid_request', { facts: { problems: [problem] } });
  }
  return { ...rest, period: { from, to } };
}

type Counts = Pick<AnalyticsPoint, 'views' | 'visitors' | 'started' | 'paid'>;

const toCounts = ({ views, visitors, started, paid }: Counts) => ({
  pageViews: views,
  visitors,
  checkoutsStarted: started,
  ordersPaid: paid,
});
const toRevenue = ({ orders: orderCount, lost: disputeLosses, ...sums }: CurrencyRevenue) => ({
  ...sums,
  orderCount,
  disputeLosses,
});
const toUsdRevenue = ({ back: reversed, ...sums }: UsdRevenue) => ({ ...sums, reversed });

const toMetrics = (metrics: AnalyticsMetrics) => ({
  ...toCounts(metrics),
  refundedPayments: metrics.refunds,
  revenue: metrics.money.map(toRevenue),
  usd: toUsdRevenue(metrics.usd),
  quantities: metrics.units && {
    orderCount: metrics.units.orders,
    unitsSold: metrics.units.units,
    multipleUnitOrderCount: metrics.units.several,
  },
  extras: metrics.extras && {
    orderCountWith: metrics.extras.with.orders,
    usdOrderTotalWith: metrics.extras.with.usdTotal,
    orderCountWithout: metrics.extras.without.orders,
    usdOrderTotalWithout: metrics.extras.without.usdTotal,
  },
  paymentTerms: metrics.paymentTerms && {
    freeTrialCount: metrics.paymentTerms.trials.started,
    paidFreeTrialCount: metrics.paymentTerms.trials.paid,
    endedFreeTrialCount: metrics.paymentTerms.trials.ended,
    paymentPlanCount: metrics.paymentTerms.plans.started,
    completePaymentPlanCount: metrics.paymentTerms.plans.complete,
    overduePaymentPlanCount: metrics.paymentTerms.plans.overdue,
    endedEarlyPaymentPlanCount: metrics.paymentTerms.plans.endedEarly,
  },
  bundles: metrics.inBundles && { orderCount: metrics.inBundles.orders, revenue: metrics.inBundles.money },
});
const toPoint = (point: AnalyticsPoint) => ({ period: point.at, ...toCounts(point), usdNet: point.net });

const toAnalytics = ({ before, notes, ...data }: AnalyticsData): z.input<typeof Analytics> => ({
  from: data.from,
  to: data.to,
  timeZone: data.timeZone,
  level: data.level,
  unit: data.unit,
  metrics: toMetrics(data.figures),
  points: data.points.map(toPoint),
  comparison: before && {
    from: before.from,
    to: before.to,
    metrics: toMetrics(before.figures),
    points: before.points.map(toPoint),
  },
  annotations: notes.map(({ at: createdAt, point: period, ...note }) => ({ ...note, period, createdAt })),
  updatedAt: data.asOf,
});

/** Metrics as the dashboard shows them. A plan that lacks something is refused with a message. */
export const ANALYTICS_ENDPOINTS = defineGroup('Analytics', { read: 'analytics:read', write: 'analytics:read' }, [
  defineEndpoint('analytics.get', 'GET /analytics', {
    rpcFunctions: [getAnalytics],
    summary: 'Get analytics for a period',
    description: 'Growth and Pro: any period, with comparisons and annotations. Starter: the last 30 days.',
    query: z.strictObject(AnalyticsQuery),
    response: Analytics,
    errors: ['not_found', 'plan_needed'],
    run: async ({ call, query }) => toAnalytics(await call(getAnalytics, toAnalyticsInput(query))),
  }),
  defineShortListEndpoint('analytics.breakdown', '/analytics/breakdown', {
    rpcFunctions: [getBreakdown],
    summary: 'Get an analytics breakdown',
    description: 'Largest values first. Growth and Pro only.',
    query: z.strictObject({
      ...AnalyticsQuery,
      by: Dimension.optional().describe('Dimension. Default: `page`.'),
    }),
    item: AnalyticsBreakdownRow,
    errors: ['not_found', 'plan_needed'],
    keyOf: ({ value }) => value,
    load: async ({ context, sellerId, query: { by = 'page', ...query } }) => {
      const rows = await listBreakdownRows(context, sellerId, { ...toAnalyticsInput(query), by });
      return rows.map(({ value, label, extra, money, usd, ...counts }) => ({
        value,
        label,
        ...toCounts(counts),
        extra: extra && { ordersOffered: extra.offered, ordersTaken: extra.taken },
        revenue: money.map(toRevenue),
        usd: toUsdRevenue(usd),
      }));
    },
  }),
  defineCsvEndpoint('analytics.export', '/analytics/export', {
    rpcFunctions: [exportAnalytics],
    summary: 'Export analytics as CSV',
    description: 'Exports the data of the chart, or a complete breakdown if `by` is set. Growth and Pro only.',
    query: z.strictObject({
      ...AnalyticsQuery,
      by: Dimension.optional().describe('Exports the breakdown by this dimension.'),
    }),
    errors: ['not_found', 'plan_needed'],
    run: async ({ call, query }) => {
      const { csv, fileName } = await call(exportAnalytics, toAnalyticsInput(query));
      return { fileName, parts: Readable.from([csv]) };
    },
  }),
]);
