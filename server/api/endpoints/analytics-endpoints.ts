import { z } from 'zod';

import { apiErrorMessages } from '#content/messages/api-errors.ts';
import { ANALYTICS_DIMENSIONS, ANALYTICS_PRESETS } from '#domain/analytics.ts';
import { ApiAnalytics, ApiBreakdown, ApiCsv } from '#domain/api-schemas/analytics-schemas.ts';
import { AppError } from '#domain/errors.ts';
import { exportAnalytics, getAnalytics, getBreakdown } from '#server/analytics/rpc/read-analytics.ts';

import { defineEndpoint, defineGroup } from '../define-endpoint.ts';

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
  pageId: z.uuid().optional().describe('Only orders of this page.'),
};
type AnalyticsQuery = z.infer<z.ZodObject<typeof AnalyticsQuery>>;

/** Parses the period of a query. Throws AppError 'invalid_request'. */
function toAnalyticsInput<A extends AnalyticsQuery>({ period, from, to, ...rest }: A) {
  if (from === undefined && to === undefined) return { ...rest, period: period ?? ('30d' as const) };
  if (period !== undefined || from === undefined || to === undefined) {
    const message = apiErrorMessages.period;
    throw new AppError('invalid_request', { message, facts: { problems: [`period: ${message}`] } });
  }
  return { ...rest, period: { from, to } };
}

/** Metrics as the dashboard shows them. A plan that lacks something is refused with a message. */
export const ANALYTICS_ENDPOINTS = defineGroup('Analytics', { read: 'analytics:read', write: 'analytics:read' }, [
  defineEndpoint('GET /analytics', {
    rpcFunction: getAnalytics,
    summary: 'Get analytics for a period',
    description: 'Growth and Pro: any period, with comparisons and notes. Starter: the last 30 days.',
    query: z.strictObject(AnalyticsQuery),
    answer: ApiAnalytics,
    errors: ['not_found', 'plan_needed'],
    toBody: ({ query }) => toAnalyticsInput(query),
  }),
  defineEndpoint('GET /analytics/breakdown', {
    rpcFunction: getBreakdown,
    summary: 'Get an analytics breakdown',
    description: 'Largest values first, 50 rows per page. Growth and Pro only.',
    query: z.strictObject({
      ...AnalyticsQuery,
      by: z.enum(ANALYTICS_DIMENSIONS).optional().describe('Dimension. Default: `page`.'),
      page: z.number().int().min(1).max(100_000).optional().describe('Page number, starting at 1.'),
    }),
    answer: ApiBreakdown,
    errors: ['not_found', 'plan_needed'],
    toBody: ({ query }) => ({ ...toAnalyticsInput(query), by: query.by ?? 'page' }),
  }),
  defineEndpoint('GET /analytics/export', {
    rpcFunction: exportAnalytics,
    summary: 'Export analytics as CSV',
    description: 'Exports the data of the chart, or a complete breakdown if `by` is set. Growth and Pro only.',
    query: z.strictObject({ ...AnalyticsQuery, by: z.enum(ANALYTICS_DIMENSIONS).optional() }),
    answer: ApiCsv,
    errors: ['not_found', 'plan_needed'],
    toBody: ({ query }) => toAnalyticsInput(query),
  }),
]);
