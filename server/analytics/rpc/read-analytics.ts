import { z } from 'zod';

import { ANALYTICS_DIMENSIONS, ANALYTICS_PRESETS } from '#domain/analytics.ts';
import { isTimeZone } from '#domain/time-zone.ts';
import { analyticsFile } from '#server/analytics/analytics-file.ts';
import { listBreakdownRows } from '#server/analytics/breakdown-rows.ts';
import { loadAnalytics } from '#server/analytics/load-analytics.ts';
import { loadDelivery } from '#server/analytics/load-delivery.ts';
import { findTimeZone, updateTimeZone } from '#server/analytics/queries/publications.ts';
import { restartRevenueSums } from '#server/analytics/queries/revenue-days.ts';
import { recountViews } from '#server/analytics/recount-views.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';

const MAX_NAME = 64;

/** Sets the time zone in which a seller's days are counted, and recounts the stored page view events and the revenue. */
export const setTimeZone = defineRpcFunction({
  name: 'set-time-zone',
  access: 'writes',
  body: z.strictObject({
    timeZone: z.string().max(MAX_NAME).refine(isTimeZone, 'no time zone that we know'),
  }),
  limits: [{ name: 'set-time-zone', limit: 20, windowMs: 600_000 }],
  run: async (context, { caller: { sellerId } }, { timeZone }) => {
    const previousTimeZone = await findTimeZone(context.db, sellerId);
    await updateTimeZone(context.db, sellerId, timeZone);
    if ((previousTimeZone ?? 'UTC') === timeZone) return { timeZone };
    await restartRevenueSums(context.db, sellerId, timeZone);
    context.wake('revenue');
    await recountViews(context, sellerId);
    return { timeZone };
  },
});

const ROWS_PER_PAGE = 50;

/** Limits dates to one century, which bounds the length of a query. */
const Day = z.iso.date().refine((day) => day >= '2000-01-01' && day < '2100-01-01', 'not in this century');

const AnalyticsQueryFields = {
  period: z.union([z.enum(ANALYTICS_PRESETS), z.strictObject({ from: Day, to: Day })]),
  compare: z.enum(['none', 'previous', 'year']).optional(),
  pageId: z.uuid().optional(),
};

export const getAnalytics = defineRpcFunction({
  name: 'get-analytics',
  access: 'reads',
  body: z.strictObject({ ...AnalyticsQueryFields, comparisonOptional: z.literal(true).optional() }),
  run: (context, { caller }, body) => loadAnalytics(context, caller.sellerId, body),
});

export const getDeliveryAnalytics = defineRpcFunction({
  name: 'get-delivery-analytics',
  access: 'reads',
  notInApi: 'Programs read the entitlements of orders.',
  body: z.strictObject({ pageId: z.uuid(), period: AnalyticsQueryFields.period }),
  run: async (context, { caller }, body) => ({ delivery: await loadDelivery(context, caller.sellerId, body) }),
});

export const getBreakdown = defineRpcFunction({
  name: 'get-breakdown',
  access: 'reads',
  body: z.strictObject({
    ...AnalyticsQueryFields,
    by: z.enum(ANALYTICS_DIMENSIONS),
    page: z.number().int().min(1).max(100_000).optional(),
  }),
  run: async (context, { caller }, { page = 1, by, ...query }) => {
    const rows = await listBreakdownRows(context, caller.sellerId, { ...query, by });
    return {
      rows: rows.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE),
      page,
      pages: Math.max(1, Math.ceil(rows.length / ROWS_PER_PAGE)),
      count: rows.length,
    };
  },
});

export const exportAnalytics = defineRpcFunction({
  name: 'export-analytics',
  access: 'reads',
  body: z.strictObject({ ...AnalyticsQueryFields, by: z.enum(ANALYTICS_DIMENSIONS).optional() }),
  limits: [{ name: 'export-analytics', limit: 60, windowMs: 60_000 }],
  run: (context, { caller }, body) => analyticsFile(context, caller.sellerId, body),
});
