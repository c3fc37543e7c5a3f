import type { AnalyticsDimension, AnalyticsQuery, BreakdownRow } from '#domain/analytics.ts';
import type { Context } from '#server/core/context.ts';

import { inSnapshot, resolveScope } from './analytics-scope.ts';
import { loadBreakdown } from './breakdown.ts';

/** All rows of a breakdown, largest first. Throws like `resolveScope`. */
export const listBreakdownRows = (
  context: Context,
  sellerId: string,
  query: AnalyticsQuery & { by: AnalyticsDimension },
): Promise<readonly BreakdownRow[]> =>
  inSnapshot(context, async (tx) => loadBreakdown(tx, await resolveScope(context, tx, sellerId, query), query.by));
