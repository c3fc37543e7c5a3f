import { Button } from '#app/components/button.tsx';
import { ErrorState } from '#app/components/error-state.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { usePolledQuery } from '#app/lib/rpc/use-polled-query.ts';
import { formatErrorToast } from '#app/lib/use-error-toast.ts';
import type { AnalyticsQuery, AnalyticsDimension } from '#domain/analytics.ts';

import type { AnalyticsParams, ChangeParams } from './analytics-params.ts';
import { BreakdownTable } from './breakdown-table.tsx';
import { POLL_INTERVAL_MS } from './use-analytics.ts';

const LOAD_ERROR_TITLE = 'This breakdown could not be loaded';

type Props = { by: AnalyticsDimension; query: AnalyticsQuery; params: AnalyticsParams; change: ChangeParams };

/** Rows of one breakdown. While another one loads, nothing is shown, because the columns differ. */
export function BreakdownBody({ by, query, params, change }: Props) {
  const { data, isStale, error, retry } = usePolledQuery(
    'get-breakdown',
    {
      period: query.period,
      ...(query.pageId === undefined ? {} : { pageId: query.pageId }),
      by,
      ...(params.page > 1 ? { page: params.page } : {}),
    },
    POLL_INTERVAL_MS,
  );
  if (error !== null)
    return (
      <ErrorState
        title={LOAD_ERROR_TITLE}
        description={formatErrorToast(error, LOAD_ERROR_TITLE).message}
        onRetry={retry}
      />
    );
  if (!data) return <Skeleton rows={5} />;
  if (data.rows.length === 0)
    return (
      <div className="an-none">
        <p className="muted">
          {data.count === 0 ? 'Nothing was seen or sold in these days.' : 'The list ends earlier.'}
        </p>
        {data.count > 0 && (
          <Button size="sm" onClick={() => change({ page: 1 })}>
            To its beginning
          </Button>
        )}
      </div>
    );
  return <BreakdownTable {...{ by, isStale, params }} list={data} />;
}
