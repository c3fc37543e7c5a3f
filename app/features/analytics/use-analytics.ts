import { useEffect, useState, useRef } from 'react';

import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { RpcError } from '#app/lib/rpc/rpc-error.ts';
import { usePolledQuery, type PolledQuery } from '#app/lib/rpc/use-polled-query.ts';
import type { Analytics, AnalyticsQuery, AnalyticsLevel } from '#domain/analytics.ts';

import { toAnalyticsQuery, type AnalyticsParams } from './analytics-params.ts';

/** Stores the browser's time zone once for sellers who never chose one. */
export function useBrowserTimeZone(analytics: Analytics | null, onSet: () => void): void {
  const wasTried = useRef(false);
  const isUnset = analytics !== null && !analytics.timeZoneChosen;
  useEffect(() => {
    if (!isUnset || wasTried.current) return;
    wasTried.current = true;
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    // On failure nothing changes: the seller can still choose manually.
    callRpc('set-time-zone', { timeZone }).then(onSet, () => undefined);
  }, [isUnset, onSet]);
}

export const POLL_INTERVAL_MS = 60_000;

export const hasErrorCode = (error: unknown, code: string): boolean => error instanceof RpcError && error.code === code;

/** Last known level, so that a reopened page does not request what would be rejected. */
let lastLevel: AnalyticsLevel | null = null;

export type AnalyticsQueryResult = PolledQuery<Analytics> & {
  query: AnalyticsQuery;
  level: AnalyticsLevel | null;
};

/**
 * Polls analytics every minute. With basic analytics, the query is repeated without comparison; other queries beyond the
 * level still fail with `plan_needed`.
 */
export function useAnalytics(params: AnalyticsParams): AnalyticsQueryResult {
  const [level, setLevel] = useState(lastLevel);
  const query = toAnalyticsQuery(params, level);
  const polledQuery = usePolledQuery('get-analytics', query, POLL_INTERVAL_MS);
  const reportedLevel = getReportedLevel(polledQuery);
  if (reportedLevel !== null && reportedLevel !== level) {
    setLevel(reportedLevel);
  }
  useEffect(() => {
    lastLevel = level;
  }, [level]);
  const isRetrying = reportedLevel === 'basic' && level !== 'basic';
  return {
    ...polledQuery,
    error: isRetrying ? null : polledQuery.error,
    query,
    level: reportedLevel ?? level,
  };
}

function getReportedLevel({ data, isStale, error }: PolledQuery<Analytics>): AnalyticsLevel | null {
  if (hasErrorCode(error, 'plan_needed')) return 'basic';
  return data && !isStale ? data.level : null;
}
