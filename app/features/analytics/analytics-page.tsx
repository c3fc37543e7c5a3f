import { ReceiptText } from 'lucide-react';

import { ErrorState } from '#app/components/error-state.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { linkTo } from '#app/components/text-links.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { getErrorMessage } from '#app/lib/error-message.ts';
import { hasErrorCode } from '#app/lib/rpc/rpc-error.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { analyticsMessages } from '#content/messages/analytics.ts';
import type { Analytics, AnalyticsMetrics } from '#domain/analytics.ts';

import {
  NoPublishedPages,
  NoTraffic,
  UnavailableState,
  AnalyticsSkeleton,
  GrowthCard,
} from './analytics-empty-states.tsx';
import { AnalyticsFilters } from './analytics-filters.tsx';
import { ANALYTICS_PARAMS_CODEC, DEFAULT_PARAMS, type AnalyticsParams, type ChangeParams } from './analytics-params.ts';
import { ChartCard } from './chart-card.tsx';
import { Funnel } from './conversion-funnel.tsx';
import { formatRange } from './format-point.ts';
import { MetricsCard } from './metrics-card.tsx';
import { TimeZoneLine } from './time-zone-line.tsx';
import { useAnalytics, type AnalyticsQueryResult, useBrowserTimeZone } from './use-analytics.ts';

const Breakdowns = loadOnDemand(async () => (await import('./breakdowns.tsx')).Breakdowns);
const BundleSalesNote = loadOnDemand(async () => (await import('./bundle-sales-note.tsx')).BundleSalesNote);
const OrderSizes = loadOnDemand(async () => (await import('./order-sizes.tsx')).OrderSizes);
const PaymentTerms = loadOnDemand(async () => (await import('./payment-terms.tsx')).PaymentTerms);
const DeliveryCard = loadOnDemand(async () => (await import('./delivery-card.tsx')).DeliveryCard);

/** Path of the order list for the same days; the whole list for all time. */
export function getOrdersPath({ from, to }: Analytics, { period, pageId }: AnalyticsParams): string {
  const searchParams = new URLSearchParams();
  if (pageId !== null) searchParams.set('product', pageId);
  if (period !== 'all') {
    searchParams.set('from', from);
    searchParams.set('to', to);
  }
  return searchParams.size > 0 ? `/orders?${searchParams.toString()}` : '/orders';
}

/** Explains the source of the revenue and links to its orders. */
function RevenueSource({ analytics, params }: { analytics: Analytics; params: AnalyticsParams }) {
  const { source, sourceInUtc } = analyticsMessages.metricsCard;
  return (
    <p className="revenue-source small muted">
      <ReceiptText className="i" aria-hidden="true" />
      <span>
        <RichText
          text={analytics.timeZone === 'UTC' ? source : sourceInUtc}
          tags={{
            link: linkTo(getOrdersPath(analytics, params)),
          }}
        />
      </span>
    </p>
  );
}

const isEmpty = ({ views, started, paid, money, inBundles }: AnalyticsMetrics): boolean =>
  views === 0 && started === 0 && paid === 0 && money.length === 0 && inBundles === null;

const hasNoData = ({ figures: metrics, before }: Analytics): boolean =>
  isEmpty(metrics) && (before === null || isEmpty(before.figures));

type ParamsProps = { params: AnalyticsParams; change: ChangeParams };

function AnalyticsError({ error, retry, change }: { error: unknown; retry: () => void; change: ChangeParams }) {
  const message = getErrorMessage(error);
  const { planNeeded, unknownPage } = analyticsMessages.empty;
  if (hasErrorCode(error, 'plan_needed'))
    return (
      <>
        <UnavailableState
          title={planNeeded.title}
          reason={message}
          label={planNeeded.button}
          onClick={() => change({ period: DEFAULT_PARAMS.period })}
        />
        <GrowthCard />
      </>
    );
  if (hasErrorCode(error, 'not_found'))
    return (
      <UnavailableState
        title={unknownPage.title}
        reason={unknownPage.text}
        label={unknownPage.button}
        onClick={() => change({ pageId: null })}
      />
    );
  return <ErrorState title={analyticsMessages.loadError} description={message} onRetry={retry} />;
}

type DashboardProps = ParamsProps & { analytics: Analytics; analyticsQuery: AnalyticsQueryResult };

function AnalyticsDashboard({ analytics, analyticsQuery: { query, isStale }, params, change }: DashboardProps) {
  const { level, figures: metrics } = analytics;
  if (analytics.pages.length === 0) return <NoPublishedPages />;
  if (hasNoData(analytics)) return <NoTraffic pageId={params.pageId} rangeLabel={formatRange(analytics)} />;
  return (
    <div className="analytics-cards" aria-busy={isStale || undefined}>
      <MetricsCard analytics={analytics} />
      <div className="analytics-cards__row">
        <ChartCard {...{ analytics, query, params, change }} />
        <Funnel metrics={metrics} />
      </div>
      {metrics.inBundles && <BundleSalesNote sales={metrics.inBundles} />}
      {(metrics.units ?? metrics.extras) && <OrderSizes metrics={metrics} />}
      {metrics.paymentTerms && <PaymentTerms counts={metrics.paymentTerms} />}
      {params.pageId !== null && <DeliveryCard key={params.pageId} pageId={params.pageId} period={params.period} />}
      <Breakdowns {...{ level, query, params, change }} />
      {level === 'basic' && <GrowthCard />}
      <RevenueSource analytics={analytics} params={params} />
    </div>
  );
}

type RangeAnnouncementProps = { analytics: Analytics; isStale: boolean; params: AnalyticsParams };

/** Announces page and period when they change, not at each refresh. */
function RangeAnnouncement({ analytics, isStale, params }: RangeAnnouncementProps) {
  const range = formatRange(analytics);
  const page = analytics.pages.find(({ id }) => id === params.pageId)?.name;
  return (
    <p className="vh" role="status">
      {!isStale &&
        (page === undefined
          ? analyticsMessages.rangeOfAllPages({ range })
          : analyticsMessages.rangeOfPage({ page, range }))}
    </p>
  );
}

export function AnalyticsPage() {
  const [params, change] = useUrlState(ANALYTICS_PARAMS_CODEC);
  const analyticsQuery = useAnalytics(params);
  const { data, error, retry, level } = analyticsQuery;
  useBrowserTimeZone(data);
  return (
    <>
      <div className="ph analytics-header">
        <div>
          <h1 className="h1" tabIndex={-1}>
            {analyticsMessages.title}
          </h1>
          {data && <TimeZoneLine analytics={data} />}
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
