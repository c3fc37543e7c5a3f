import { z } from 'zod';

import { ANALYTICS_DIMENSIONS, ANALYTICS_PRESETS } from '#domain/analytics.ts';
import { AppError } from '#domain/errors.ts';
import { exportAnalytics, getAnalytics, getBreakdown } from '#server/analytics/rpc/read-analytics.ts';

import { defineEndpoint, type ApiEndpoint } from '../define-endpoint.ts';
import { ApiAnalytics, ApiBreakdown, ApiCsv } from '../schemas/analytics-schemas.ts';

const group = 'Analytics';

const AnalyticsQuery = {
  period: z
    .enum(ANALYTICS_PRESETS)
    .optional()
    .meta({ description: 'Days of your time zone; left out, and no days given: `30d`' }),
  from: z.iso.date().optional().meta({ description: 'The first day, with `to` and without `period`' }),
  to: z.iso.date().optional().meta({ description: 'The last day' }),
  compare: z
    .enum(['none', 'previous', 'year'])
    .optional()
    .meta({ description: 'What it is laid beside: the days before, or those of the year before' }),
  pageId: z.uuid().optional().meta({ description: 'Only of this page' }),
};
type AnalyticsQuery = z.infer<z.ZodObject<typeof AnalyticsQuery>>;

/** Parses the period of a query. Throws AppError 'invalid_request'. */
function toAnalyticsInput<A extends AnalyticsQuery>({ period, from, to, ...rest }: A) {
  if (from === undefined && to === undefined) return { ...rest, period: period ?? ('30d' as const) };
  if (period !== undefined || from === undefined || to === undefined) {
    const message = 'Give a period, or the first and the last day.';
    throw new AppError('invalid_request', { message, facts: { problems: [`period: ${message}`] } });
  }
  return { ...rest, period: { from, to } };
}

/** Metrics as the dashboard shows them. A plan that lacks something is refused with a message. */
export const ANALYTICS_ENDPOINTS: readonly ApiEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/analytics',
    scope: 'analytics:read',
    rpcFunction: getAnalytics,
    group,
    summary: 'Get the figures of a period',
    description: 'Growth and Pro have every period, comparisons and notes; Starter the last 30 days.',
    query: z.strictObject(AnalyticsQuery),
    answer: ApiAnalytics,
    errors: ['not_found', 'plan_needed'],
    toBody: ({ query }) => toAnalyticsInput(query),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/analytics/breakdown',
    scope: 'analytics:read',
    rpcFunction: getBreakdown,
    group,
    summary: 'Break the figures down',
    description: 'The largest first, 50 to a page. Growth and Pro.',
    query: z.strictObject({
      ...AnalyticsQuery,
      by: z.enum(ANALYTICS_DIMENSIONS).optional().meta({ description: 'Left out: `page`' }),
      page: z.number().int().min(1).max(100_000).optional().meta({ description: 'Counted from 1' }),
    }),
    answer: ApiBreakdown,
    errors: ['not_found', 'plan_needed'],
    toBody: ({ query }) => ({ ...toAnalyticsInput(query), by: query.by ?? 'page' }),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/analytics/export',
    scope: 'analytics:read',
    rpcFunction: exportAnalytics,
    group,
    summary: 'Export figures as CSV',
    description: 'The points of the chart, or with `by` a whole breakdown. Growth and Pro.',
    query: z.strictObject({ ...AnalyticsQuery, by: z.enum(ANALYTICS_DIMENSIONS).optional() }),
    answer: ApiCsv,
    errors: ['not_found', 'plan_needed'],
    toBody: ({ query }) => toAnalyticsInput(query),
  }),
];
