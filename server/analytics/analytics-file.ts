import { DIMENSION_NAMES, type AnalyticsAsk, type AnalyticsDimension } from '#domain/analytics.ts';
import { ShopError } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import { breakdownCsv, pointsCsv } from './analytics-csv.ts';
import { analyticsScope, atOneMoment } from './analytics-scope.ts';
import { analytics } from './analytics.ts';
import { breakdown } from './breakdown.ts';

export type AnalyticsFile = { csv: string; fileName: string };
type Asked = AnalyticsAsk & { by?: AnalyticsDimension };

/** CSV file of a chart or of a whole breakdown. Throws like `analyticsScope`. */
export async function analyticsFile(
  context: Context,
  sellerId: string,
  { by, ...asked }: Asked,
): Promise<AnalyticsFile> {
  const { level } = await atOneMoment(context, (tx) => analyticsScope(context, tx, sellerId, asked));
  if (level === 'basic')
    throw new ShopError('plan_needed', { message: 'Files of these figures belong to the Growth plan.' });
  return by ? breakdownFile(context, sellerId, { ...asked, by }) : pointsFile(context, sellerId, asked);
}

async function pointsFile(context: Context, sellerId: string, asked: AnalyticsAsk): Promise<AnalyticsFile> {
  const told = await analytics(context, sellerId, { ...asked, compare: 'none' });
  return { csv: pointsCsv(told), fileName: `analytics-${told.from}-to-${told.to}.csv` };
}

const breakdownFile = (
  context: Context,
  sellerId: string,
  asked: Asked & { by: AnalyticsDimension },
): Promise<AnalyticsFile> =>
  atOneMoment(context, async (tx) => {
    const { by } = asked;
    const scope = await analyticsScope(context, tx, sellerId, asked);
    const { from, to } = scope.range;
    const head = `${DIMENSION_NAMES[by]} (${from} to ${to}, ${scope.zone})`;
    const name = by.replaceAll('_', '-');
    return {
      csv: breakdownCsv(head, await breakdown(tx, scope, by)),
      fileName: `analytics-${name}-${from}-to-${to}.csv`,
    };
  });
