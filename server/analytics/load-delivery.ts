import { createBuckets } from '#domain/analytics-buckets.ts';
import type { AnalyticsPeriod } from '#domain/analytics.ts';
import type { DeliveryAnalytics } from '#domain/delivery-analytics.ts';
import {
  countDeliveries,
  countKeysLeft,
  hasFetchedDeliverables,
  listUnfetchedOrders,
} from '#server/analytics/queries/deliveries.ts';
import type { Context } from '#server/core/context.ts';

import { inSnapshot, resolveScope } from './analytics-scope.ts';

/**
 * How buyers fetched what a page delivers in a period; null if it delivers neither files nor license keys. Throws like
 * `resolveScope`.
 */
export const loadDelivery = (
  context: Context,
  sellerId: string,
  query: { pageId: string; period: AnalyticsPeriod },
): Promise<DeliveryAnalytics | null> =>
  inSnapshot(context, async (tx) => {
    const { of, range, zone } = await resolveScope(context, tx, sellerId, query);
    const target = { ...of, pageId: query.pageId };
    const span = createBuckets(range, 'day', zone);
    const counts = await countDeliveries(tx, target, span);
    if (counts.orders === 0 && !(await hasFetchedDeliverables(tx, target))) return null;
    return {
      ...counts,
      unfetchedOrders: counts.unfetched > 0 ? await listUnfetchedOrders(tx, target, span) : [],
      keysLeft: await countKeysLeft(tx, target),
    };
  });
