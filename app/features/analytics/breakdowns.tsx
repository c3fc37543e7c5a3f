import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';

import { Button } from '#app/components/button.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { Tabs } from '#app/components/tabs.tsx';
import { formatCount } from '#app/components/utils/format.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import type { AnalyticsQuery, AnalyticsLevel, AnalyticsDimension, BreakdownRow } from '#domain/analytics.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { type AnalyticsParams, type ChangeParams, toSearchParams, changeParams } from './analytics-params.ts';
import { BASIC_TABS, BREAKDOWN_TABS, CAMPAIGN_NAMES, COLUMN_NAMES, getTab } from './breakdown-tabs.ts';
import { calculateShare, formatShare } from './compare-values.ts';
import { ExportCsvButton } from './export-csv-button.tsx';
import { formatUsd } from './format-usd.ts';
import { POLL_INTERVAL_MS } from './use-analytics.ts';

type BreakdownTableRowProps = {
  row: BreakdownRow;
  /** Share of the largest row, 0 to 1. */
  share: number;
  /** Hides views and visitors, which do not exist for this dimension. */
  hideVisitors: boolean;
  /** Link that filters the page by this row. */
  href: string | null;
};

/** One row; on phones its metrics are in a second line with their names. */
function BreakdownTableRow({ row, share, hideVisitors, href }: BreakdownTableRowProps) {
  const { label, visitors, started, paid, usd } = row;
  const renderCount = (value: number, singular: string, plural: string) => (
    <>
      {formatCount(value)}
      <span className="an-unit"> {value === 1 ? singular : plural}</span>
    </>
  );
  return (
    <tr>
      <th scope="row" className="an-value">
        <span className="an-bar" style={{ '--share': share } as React.CSSProperties} aria-hidden="true" />
        {href === null ? (
          <bdi>{label}</bdi>
        ) : (
          <Link to={href} preventScrollReset>
            <bdi>{label}</bdi>
          </Link>
        )}
      </th>
      {!hideVisitors && <td className="r num">{renderCount(visitors, 'visitor', 'visitors')}</td>}
      <td className="r num">{renderCount(started, 'started', 'started')}</td>
      <td className="r num">{renderCount(paid, 'paid', 'paid')}</td>
      {!hideVisitors && <td className="r num an-rate">{formatShare(calculateShare(paid, visitors))}</td>}
      <td className={usd.net < 0 ? 'r amt neg' : 'r amt'}>{formatUsd(usd.net)}</td>
    </tr>
  );
}

const ROWS_PER_PAGE = 50;

type Breakdown = RpcContract['get-breakdown']['response'];

function BreakdownPagination({
  list: { page, pages, count, rows },
  change,
}: {
  list: Breakdown;
  change: ChangeParams;
}) {
  const firstRow = (page - 1) * ROWS_PER_PAGE + 1;
  return (
    <nav className="an-pager small" aria-label="Pages of the breakdown">
      <span className="muted num">
        {formatCount(firstRow)}–{formatCount(firstRow + rows.length - 1)} of {formatCount(count)}
      </span>
      <span className="an-pager-keys">
        <Button
          size="sm"
          className="icon"
          aria-label="Larger ones"
          disabled={page === 1}
          onClick={() => change({ page: page - 1 })}
        >
          <ChevronLeft className="i" aria-hidden="true" />
        </Button>
        <Button
          size="sm"
          className="icon"
          aria-label="Smaller ones"
          disabled={page >= pages}
          onClick={() => change({ page: page + 1 })}
        >
          <ChevronRight className="i" aria-hidden="true" />
        </Button>
      </span>
    </nav>
  );
}

type BreakdownTableProps = {
  by: AnalyticsDimension;
  list: Breakdown;
  isStale: boolean;
  params: AnalyticsParams;
  change: ChangeParams;
};

const toPageFilterHref = (params: AnalyticsParams, { value }: BreakdownRow): string =>
  `?${toSearchParams(changeParams(params, { pageId: value })).toString()}`;

/** `isStale`: a new breakdown is loading, and this one is outdated. */
function BreakdownTable({ by, list, isStale, params, change }: BreakdownTableProps) {
  const hideVisitors = by === 'coupon';
  const getSize = (row: BreakdownRow) => (hideVisitors ? row.paid : row.visitors);
  const maxSize = Math.max(1, ...list.rows.map(getSize));
  const { head } = COLUMN_NAMES[by];
  return (
    <>
      <table className="table an-breakdown" aria-busy={isStale || undefined}>
        <caption className="vh">By {head.toLowerCase()}, the largest first</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {!hideVisitors && (
              <th scope="col" className="r">
                Visitors
              </th>
            )}
            <th scope="col" className="r">
              Started
            </th>
            <th scope="col" className="r">
              Paid
            </th>
            {!hideVisitors && (
              <th scope="col" className="r">
                Conversion
              </th>
            )}
            <th scope="col" className="r">
              Revenue
            </th>
          </tr>
        </thead>
        <tbody>
          {list.rows.map((row) => (
            <BreakdownTableRow
              key={row.value}
              row={row}
              share={getSize(row) / maxSize}
              hideVisitors={hideVisitors}
              href={by === 'page' && params.pageId === null ? toPageFilterHref(params, row) : null}
            />
          ))}
        </tbody>
      </table>
      {(list.pages > 1 || list.page > 1) && <BreakdownPagination list={list} change={change} />}
    </>
  );
}

type BreakdownBodyProps = {
  by: AnalyticsDimension;
  query: AnalyticsQuery;
  params: AnalyticsParams;
  change: ChangeParams;
};

/** Rows of one breakdown. While another one loads, nothing is shown, because the columns differ. */
function BreakdownBody({ by, query, params, change }: BreakdownBodyProps) {
  const breakdownQuery = useRpcQuery(
    'get-breakdown',
    {
      period: query.period,
      ...(query.pageId === undefined ? {} : { pageId: query.pageId }),
      by,
      ...(params.page > 1 ? { page: params.page } : {}),
    },
    { refetchInterval: POLL_INTERVAL_MS },
  );
  return (
    <QueryBoundary
      query={breakdownQuery}
      errorTitle="This breakdown could not be loaded"
      skeleton={<Skeleton rows={5} />}
    >
      {(list) =>
        list.rows.length > 0 ? (
          <BreakdownTable {...{ by, list, params, change }} isStale={breakdownQuery.isPlaceholderData} />
        ) : (
          <div className="an-none">
            <p className="muted">
              {list.count === 0 ? 'Nothing was seen or sold in these days.' : 'The list ends earlier.'}
            </p>
            {list.count > 0 && (
              <Button size="sm" onClick={() => change({ page: 1 })}>
                To its beginning
              </Button>
            )}
          </div>
        )
      }
    </QueryBoundary>
  );
}

type Props = { level: AnalyticsLevel; query: AnalyticsQuery; params: AnalyticsParams; change: ChangeParams };

function UtmSelector({ params, change }: Pick<Props, 'params' | 'change'>) {
  return (
    <div className="keys" role="group" aria-label="Part of the campaign">
      {getTab(params.by).by.map((by) => (
        <button key={by} type="button" aria-pressed={by === params.by} onClick={() => change({ by })}>
          {CAMPAIGN_NAMES[by]}
        </button>
      ))}
    </div>
  );
}

/** Metrics by dimension. */
export function Breakdowns({ level, query, params, change }: Props) {
  const tabs = level === 'full' ? BREAKDOWN_TABS : BASIC_TABS;
  const effectiveParams = { ...params, by: level === 'full' ? params.by : ('page' as const) };
  const { by } = effectiveParams;
  const tab = getTab(by);
  const { head, hint } = COLUMN_NAMES[by];
  const content = (
    <>
      <div className="an-breakdown-head">
        {tab.by.length > 1 && <UtmSelector params={effectiveParams} change={change} />}
        <p className="small muted">{hint}</p>
        {level === 'full' && <ExportCsvButton query={query} by={by} dataName={`figures by ${head.toLowerCase()}`} />}
      </div>
      {/* The key resets each breakdown: rows never appear under the header of another one. */}
      <BreakdownBody key={by} by={by} query={query} params={effectiveParams} change={change} />
    </>
  );
  return (
    <section className="sheet an-breakdowns" aria-label="Broken down">
      <Tabs
        label="Broken down by"
        value={tab.value}
        onChange={(value) => {
          const dimension = tabs.find((candidate) => candidate.value === value)?.by[0];
          if (dimension) change({ by: dimension });
        }}
        tabs={tabs.map(({ value, label }) => ({ value, label, content }))}
      />
    </section>
  );
}
