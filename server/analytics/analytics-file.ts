import { DIMENSION_NAMES, type AnalyticsQuery, type AnalyticsDimension } from '#domain/analytics.ts';
import { AppError } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import { breakdownCsv, pointsCsv } from './analytics-csv.ts';
import { resolveScope, inSnapshot } from './analytics-scope.ts';
import { loadAnalytics } from './analytics.ts';
import { loadBreakdown } from './breakdown.ts';

export type AnalyticsFile = { csv: string; fileName: string };
type FileQuery = AnalyticsQuery & { by?: AnalyticsDimension };

/** CSV file of a chart or of a whole breakdown. Throws like `analyticsScope`. */
export async function analyticsFile(
  context: Context,
  sellerId: string,
  { by, ...query }: FileQuery,
): Promise<AnalyticsFile> {
  const { level } = await inSnapshot(context, (tx) => resolveScope(context, tx, sellerId, query));
  if (level === 'basic')
    throw new AppError('plan_needed', { message: 'Files of these figures belong to the Growth plan.' });
  return by ? breakdownFile(context, sellerId, { ...query, by }) : pointsFile(context, sellerId, query);
}

async function pointsFile(context: Context, sellerId: string, query: AnalyticsQuery): Promise<AnalyticsFile> {
  const data = await loadAnalytics(context, sellerId, { ...query, compare: 'none' });
  return { csv: pointsCsv(data), fileName: `analytics-${data.from}-to-${data.to}.csv` };
}

const breakdownFile = (
  context: Context,
  sellerId: string,
  query: FileQuery & { by: AnalyticsDimension },
): Promise<AnalyticsFile> =>
  inSnapshot(context, async (tx) => {
    const { by } = query;
    const scope = await resolveScope(context, tx, sellerId, query);
    const { from, to } = scope.range;
    const header = `${DIMENSION_NAMES[by]} (${from} to ${to}, ${scope.zone})`;
    const name = by.replaceAll('_', '-');
    return {
      csv: breakdownCsv(header, await loadBreakdown(tx, scope, by)),
      fileName: `analytics-${name}-${from}-to-${to}.csv`,
    };
  });
