import { Link } from 'react-router';

import { Button } from '#app/components/button.tsx';
import { Pagination } from '#app/components/pagination.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
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

const ROWS_PER_PAGE = 50;

const toHref = (params: AnalyticsParams, change: Partial<AnalyticsParams>): string =>
  `?${toSearchParams(changeParams(params, change)).toString()}`;

/** A column with counts and their unit, which shows on phones. */
const createCountColumn = (
  header: string,
  getCount: (row: BreakdownRow) => number,
  singular: string,
  plural: string,
): TableColumn<BreakdownRow> => ({
  header,
  align: 'right',
  className: 'num',
  render: (row) => (
    <>
      {formatCount(getCount(row))}
      <span className="breakdown-table__unit"> {getCount(row) === 1 ? singular : plural}</span>
    </>
  ),
});

type RowLabelProps = {
  row: BreakdownRow;
  /** Share of the largest row, 0 to 1. */
  share: number;
  /** Link that filters the page by this row. */
  href: string | null;
};

const RowLabel = ({ row: { label }, share, href }: RowLabelProps) => (
  <>
    <span className="breakdown-table__bar" style={{ '--share': share } as React.CSSProperties} aria-hidden="true" />
    {href === null ? (
      <bdi>{label}</bdi>
    ) : (
      <Link to={href} preventScrollReset>
        <bdi>{label}</bdi>
      </Link>
    )}
  </>
);

type BreakdownTableProps = {
  by: AnalyticsDimension;
  list: RpcContract['get-breakdown']['response'];
  isStale: boolean;
  params: AnalyticsParams;
};

/** `isStale`: a new breakdown is loading, and this one is outdated. */
function BreakdownTable({ by, list: { page, pages, count, rows }, isStale, params }: BreakdownTableProps) {
  // Views and visitors do not exist for coupons.
  const hasVisitors = by !== 'coupon';
  const getSize = (row: BreakdownRow) => (hasVisitors ? row.visitors : row.paid);
  const maxSize = Math.max(1, ...rows.map(getSize));
  const { head } = COLUMN_NAMES[by];
  const firstRow = (page - 1) * ROWS_PER_PAGE + 1;
  const columns: TableColumn<BreakdownRow>[] = [
    {
      header: head,
      className: 'an-value',
      isRowHeader: true,
      render: (row) => (
        <RowLabel
          row={row}
          share={getSize(row) / maxSize}
          href={by === 'page' && params.pageId === null ? toHref(params, { pageId: row.value }) : null}
        />
      ),
    },
    createCountColumn('Visitors', ({ visitors }) => visitors, 'visitor', 'visitors'),
    createCountColumn('Started', ({ started }) => started, 'started', 'started'),
    createCountColumn('Paid', ({ paid }) => paid, 'paid', 'paid'),
    {
      header: 'Conversion',
      align: 'right',
      className: 'num an-rate',
      render: ({ paid, visitors }) => formatShare(calculateShare(paid, visitors)),
    },
    {
      header: 'Revenue',
      align: 'right',
      className: ({ usd }) => (usd.net < 0 ? 'amt neg' : 'amt'),
      render: ({ usd }) => formatUsd(usd.net),
    },
  ];
  return (
    <>
      <Table
        caption={`By ${head.toLowerCase()}, the largest first`}
        className="breakdown-table"
        columns={columns.filter(({ header }) => hasVisitors || (header !== 'Visitors' && header !== 'Conversion'))}
        rows={rows}
        getKey={(row) => row.value}
        isStale={isStale}
      />
      {(pages > 1 || page > 1) && (
        <Pagination
          label="Pages of the breakdown"
          previous={{ label: 'Larger ones', to: page > 1 ? toHref(params, { page: page - 1 }) : null }}
          next={{ label: 'Smaller ones', to: page < pages ? toHref(params, { page: page + 1 }) : null }}
          preventScrollReset
        >
          {formatCount(firstRow)}–{formatCount(firstRow + rows.length - 1)} of {formatCount(count)}
        </Pagination>
      )}
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
    <QueryBoundary query={breakdownQuery} errorTitle="This breakdown could not be loaded" rows={5}>
      {(list) =>
        list.rows.length > 0 ? (
          <BreakdownTable {...{ by, list, params }} isStale={breakdownQuery.isPlaceholderData} />
        ) : (
          <div className="breakdown__empty">
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

export function Breakdowns({ level, query, params, change }: Props) {
  const tabs = level === 'full' ? BREAKDOWN_TABS : BASIC_TABS;
  const effectiveParams = { ...params, by: level === 'full' ? params.by : ('page' as const) };
  const { by } = effectiveParams;
  const tab = getTab(by);
  const { head, hint } = COLUMN_NAMES[by];
  const content = (
    <>
      <div className="breakdown__header">
        {tab.by.length > 1 && <UtmSelector params={effectiveParams} change={change} />}
        <p className="small muted">{hint}</p>
        {level === 'full' && <ExportCsvButton query={query} by={by} dataName={`figures by ${head.toLowerCase()}`} />}
      </div>
      {/* The key resets each breakdown: rows never appear under the header of another one. */}
      <BreakdownBody key={by} by={by} query={query} params={effectiveParams} change={change} />
    </>
  );
  return (
    <section className="sheet breakdowns" aria-label="Broken down">
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
