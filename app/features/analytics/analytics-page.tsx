import { ErrorState } from '#app/components/error-state.tsx';
import { formatErrorToast } from '#app/lib/use-error-toast.ts';
import type { Analytics, AnalyticsMetrics } from '#domain/analytics.ts';

import {
  NoPublishedPages,
  NoTraffic,
  UnavailableState,
  AnalyticsSkeleton,
  GrowthCard,
} from './analytics-empty-states.tsx';
import { AnalyticsFilters } from './analytics-filters.tsx';
import { DEFAULT_PARAMS, type AnalyticsParams, useAnalyticsParams, type ChangeParams } from './analytics-params.ts';
import { Breakdowns } from './breakdowns.tsx';
import { ChartCard } from './chart-card.tsx';
import { Funnel } from './conversion-funnel.tsx';
import { formatRange } from './format-point.ts';
import { MetricsCard } from './metrics-card.tsx';
import { RevenueSource } from './revenue-source.tsx';
import { TimeZoneLine } from './time-zone-line.tsx';
import { hasErrorCode, useAnalytics, type AnalyticsQueryResult, useBrowserTimeZone } from './use-analytics.ts';

const LOAD_ERROR_TITLE = 'Your figures could not be loaded';

const isEmpty = ({ views, started, paid, money }: AnalyticsMetrics): boolean =>
  views === 0 && started === 0 && paid === 0 && money.length === 0;

const hasNoData = ({ figures: metrics, before }: Analytics): boolean =>
  isEmpty(metrics) && (before === null || isEmpty(before.figures));

type ParamsProps = { params: AnalyticsParams; change: ChangeParams };

function AnalyticsError({ error, retry, change }: { error: unknown; retry: () => void; change: ChangeParams }) {
  const { message } = formatErrorToast(error, LOAD_ERROR_TITLE);
  if (hasErrorCode(error, 'plan_needed'))
    return (
      <>
        <UnavailableState
          title="Not with your plan"
          reason={message}
          label="Show the last 30 days"
          onClick={() => change({ period: DEFAULT_PARAMS.period })}
        />
        <GrowthCard />
      </>
    );
  if (hasErrorCode(error, 'not_found'))
    return (
      <UnavailableState
        title="No such page"
        reason="This address asks for a page that is not among those you have published."
        label="Show all pages"
        onClick={() => change({ pageId: null })}
      />
    );
  return <ErrorState title={LOAD_ERROR_TITLE} description={message} onRetry={retry} />;
}

type DashboardProps = ParamsProps & { analytics: Analytics; analyticsQuery: AnalyticsQueryResult };

function AnalyticsDashboard({ analytics, analyticsQuery: { query, isStale }, params, change }: DashboardProps) {
  const { level, figures: metrics } = analytics;
  if (analytics.pages.length === 0) return <NoPublishedPages />;
  if (hasNoData(analytics)) return <NoTraffic pageId={params.pageId} rangeLabel={formatRange(analytics)} />;
  return (
    <div className="an-sheets" aria-busy={isStale || undefined}>
      <MetricsCard analytics={analytics} />
      <div className="an-pair">
        <ChartCard {...{ analytics, query, params, change }} />
        <Funnel metrics={metrics} />
      </div>
      <Breakdowns {...{ level, query, params, change }} />
      {level === 'basic' && <GrowthCard />}
      <RevenueSource analytics={analytics} params={params} />
    </div>
  );
}

/** Announces page and period when they change, not at each refresh. */
function RangeAnnouncement({
  analytics,
  isStale,
  params,
}: {
  analytics: Analytics;
  isStale: boolean;
  params: AnalyticsParams;
}) {
  const page = analytics.pages.find(({ id }) => id === params.pageId)?.name ?? 'all pages';
  return (
    <p className="vh" role="status">
      {!isStale && `Figures of ${page}, ${formatRange(analytics)}`}
    </p>
  );
}

/** Analytics page: visitors, orders and revenue. The URL stores all choices. */
export function AnalyticsPage() {
  const { params, change } = useAnalyticsParams();
  const analyticsQuery = useAnalytics(params);
  const { data, error, refetch, retry, level } = analyticsQuery;
  useBrowserTimeZone(data, refetch);
  return (
    <>
      <div className="ph an-ph">
        <div>
          <h1 className="h1" tabIndex={-1}>
            Analytics
          </h1>
          {data && <TimeZoneLine analytics={data} onChanged={refetch} />}
        </div>
        {(data === null || data.pages.length > 0) && (
          <AnalyticsFilters params={params} change={change} level={level} lastResponse={data} />
        )}
      </div>
      {data && <RangeAnnouncement analytics={data} isStale={analyticsQuery.isStale} params={params} />}
      {error !== null && <AnalyticsError {...{ error, retry, change }} />}
      {error === null && data && <AnalyticsDashboard {...{ analyticsQuery, params, change }} analytics={data} />}
      {error === null && !data && <AnalyticsSkeleton />}
    </>
  );
}
