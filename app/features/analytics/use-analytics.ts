import { useEffect, useState, useRef } from 'react';

import { hasErrorCode } from '#app/lib/rpc/rpc-error.ts';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import type { Analytics, AnalyticsLevel } from '#domain/analytics.ts';

import { toAnalyticsQuery, type AnalyticsParams } from './analytics-params.ts';

/** Functions whose results depend on the seller's time zone. */
export const TIME_ZONE_QUERIES = ['get-analytics', 'get-breakdown'] as const;

/** Stores the browser's time zone once for sellers who never chose one. */
export function useBrowserTimeZone(analytics: Analytics | null): void {
  // On failure nothing changes: the seller can still choose manually.
  const { run } = useRpcMutation('set-time-zone', { invalidates: TIME_ZONE_QUERIES });
  const wasTried = useRef(false);
  const isUnset = analytics !== null && !analytics.timeZoneChosen;
  useEffect(() => {
    if (!isUnset || wasTried.current) return;
    wasTried.current = true;
    void run({ timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone });
  }, [isUnset, run]);
}

export const POLL_INTERVAL_MS = 60_000;

export type AnalyticsQueryResult = ReturnType<typeof useAnalytics>;

/**
 * Polls analytics every minute. The server leaves out a comparison that the plan doesn't include; a period beyond the plan
 * fails with `plan_needed`. `data` stays while other params load or fail.
 */
export function useAnalytics(params: AnalyticsParams) {
  const fullQuery = toAnalyticsQuery(params, null);
  const body = fullQuery.compare ? { ...fullQuery, comparisonOptional: true as const } : fullQuery;
  const rpcQuery = useRpcQuery('get-analytics', body, { refetchInterval: POLL_INTERVAL_MS });
  const { isPlaceholderData, retry } = rpcQuery;
  const error = rpcQuery.data === undefined ? rpcQuery.error : null;
  const [data, setData] = useState<Analytics | null>(null);
  if (rpcQuery.data && rpcQuery.data !== data) setData(rpcQuery.data);
  const level: AnalyticsLevel | null = hasErrorCode(error, 'plan_needed') ? 'basic' : (data?.level ?? null);
  return {
    data,
    isStale: isPlaceholderData || rpcQuery.data === undefined,
    error,
    retry,
    query: toAnalyticsQuery(params, level),
    level,
  };
}
