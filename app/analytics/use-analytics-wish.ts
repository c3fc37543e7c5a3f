import { useCallback } from 'react';

import { useUrlParams } from '#app/session/use-address.ts';

import { toSearchParams, changeParams, parseAnalyticsParams, type AnalyticsParams } from './analytics-wish.ts';

export type ChangeParams = (change: Partial<AnalyticsParams>) => void;

/** Params of the page in the URL. Each change adds a history entry, so Back undoes it. */
export function useAnalyticsParams(): { params: AnalyticsParams; change: ChangeParams } {
  const [searchParams, setSearchParams] = useUrlParams();
  const change = useCallback<ChangeParams>(
    (changes) =>
      setSearchParams((current) => toSearchParams(changeParams(parseAnalyticsParams(current), changes)), {
        preventScrollReset: true,
      }),
    [setSearchParams],
  );
  return { params: parseAnalyticsParams(searchParams), change };
}
