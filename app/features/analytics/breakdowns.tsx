import { Link } from 'react-router';

import { Button } from '#app/components/button.tsx';
import { Pagination } from '#app/components/pagination.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { Tabs } from '#app/components/tabs.tsx';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import { formatUsd } from '#app/lib/format-money.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { breakdownMessages } from '#content/messages/analytics-charts.ts';
import { analyticsMessages } from '#content/messages/analytics.ts';
import {
  getAttachRate,
  getConversionRate,
  hasNoViews,
  hasUncountedVisitors,
  type AnalyticsQuery,
  type AnalyticsLevel,
  type AnalyticsDimension,
  type BreakdownRow,
} from '#domain/analytics.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { type AnalyticsParams, type ChangeParams, toSearchParams, changeParams } from './analytics-params.ts';
import { formatShare } from './compare-values.ts';
import { ExportCsvButton } from './export-csv-button.tsx';
import { POLL_INTERVAL_MS } from './use-analytics.ts';

const messages = breakdownMessages;

type BreakdownTab = { value: string; label: string; by: readonly AnalyticsDimension[] };

/** Tabs of the breakdowns; a tab with several dimensions has a selector. */
const BREAKDOWN_TABS: readonly BreakdownTab[] = [
  { value: 'page', label: messages.tabs.page, by: ['page'] },
  { value: 'source', label: messages.tabs.source, by: ['source'] },
  {
    value: 'campaign',
    label: messages.tabs.campaign,
    by: ['utm_campaign', 'utm_source', 'utm_medium', 'utm_term', 'utm_content'],
  },
  { value: 'country', label: messages.tabs.country, by: ['country'] },
  { value: 'device', label: messages.tabs.device, by: ['device'] },
  { value: 'coupon', label: messages.tabs.coupon, by: ['coupon'] },
  { value: 'method', label: messages.tabs.payment_method, by: ['payment_method'] },
  { value: 'bump', label: messages.tabs.bump, by: ['bump'] },
  { value: 'version', label: messages.tabs.version, by: ['version'] },
  { value: 'referrer', label: messages.tabs.referrer, by: ['referrer'] },
  { value: 'embed', label: messages.tabs.embed, by: ['embed'] },
];

const BASIC_TABS = BREAKDOWN_TABS.slice(0, 1);

function getTab(by: AnalyticsDimension): BreakdownTab {
  const tab = BREAKDOWN_TABS.find((candidate) => candidate.by.includes(by));
  if (!tab) throw new RangeError(`No tab for ${by}`);
  return tab;
}

const DIMENSIONS: Record<AnalyticsDimension, { head: string; hint?: string }> = messages.dimensions;

const UTM_NAMES: Partial<Record<AnalyticsDimension, string>> = messages.utmParameters;

const ROWS_PER_PAGE = 50;

const toHref = (params: AnalyticsParams, change: Partial<AnalyticsParams>): string =>
  `?${toSearchParams(changeParams(params, change)).toString()}`;

/** A column with counts and their unit, which shows on phones. */
const createCountColumn = (
  header: string,
  getCount: (row: BreakdownRow) => number,
  getUnit: (values: { count: number }) => string,
): TableColumn<BreakdownRow> => ({
  header,
  align: 'right',
  className: 'num',
  render: (row) => (
    <>
      {formatCount(getCount(row))}
      <span className="breakdown-table__unit"> {getUnit({ count: getCount(row) })}</span>
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

const columnNames = messages.columns;

/** Columns between the name and the revenue of a row. */
function createMetricColumns(by: AnalyticsDimension): TableColumn<BreakdownRow>[] {
  if (by === 'bump')
    return [
      createCountColumn(columnNames.offered, (row) => row.extra?.offered ?? row.paid, messages.units.offered),
      createCountColumn(columnNames.taken, (row) => row.extra?.taken ?? row.paid, messages.units.taken),
      {
        header: columnNames.attachRate,
        align: 'right',
        className: 'num',
        render: ({ extra }) => formatShare(extra && getAttachRate(extra)),
      },
    ];
  const checkoutColumns = [
    createCountColumn(columnNames.started, ({ started }) => started, messages.units.started),
    createCountColumn(columnNames.paid, ({ paid }) => paid, messages.units.paid),
  ];
  if (hasNoViews(by)) return checkoutColumns;
  return [
    createCountColumn(columnNames.visitors, ({ visitors }) => visitors, messages.units.visitors),
    ...checkoutColumns,
    {
      header: columnNames.conversion,
      align: 'right',
      className: 'num',
      render: (row) => formatShare(getConversionRate(row)),
    },
  ];
}

/** The number that the bar of a row shows. */
const getSize = (by: AnalyticsDimension, { visitors, paid, extra }: BreakdownRow): number =>
  hasNoViews(by) ? (extra?.taken ?? paid) : visitors;

/** `isStale`: a new breakdown is loading, and this one is outdated. */
function BreakdownTable({ by, list: { page, pages, count, rows }, isStale, params }: BreakdownTableProps) {
  const hasVisitors = !hasNoViews(by);
  const maxSize = Math.max(1, ...rows.map((row) => getSize(by, row)));
  const { head } = DIMENSIONS[by];
  const firstRow = (page - 1) * ROWS_PER_PAGE + 1;
  const columns: TableColumn<BreakdownRow>[] = [
    {
      header: head,
      isRowHeader: true,
      render: (row) => (
        <RowLabel
          row={row}
          share={getSize(by, row) / maxSize}
          href={by === 'page' && params.pageId === null ? toHref(params, { pageId: row.value }) : null}
        />
      ),
    },
    ...createMetricColumns(by),
    {
      header: columnNames.revenue,
      align: 'right',
      className: ({ usd }) => (usd.net < 0 ? 'amt neg' : 'amt'),
      render: ({ usd }) => formatUsd(usd.net),
    },
  ];
  return (
    <>
      <Table
        caption={messages.caption({ dimension: head.toLowerCase() })}
        className="breakdown-table"
        columns={columns}
        rows={rows}
        getKey={(row) => row.value}
        isStale={isStale}
      />
      {hasVisitors && rows.some(hasUncountedVisitors) && (
        <p className="breakdown-table__note small muted">
          {formatShare(null)} {messages.uncountedVisitors}
        </p>
      )}
      {(pages > 1 || page > 1) && (
        <Pagination
          label={messages.pagination.label}
          previous={{ label: messages.pagination.previous, to: page > 1 ? toHref(params, { page: page - 1 }) : null }}
          next={{ label: messages.pagination.next, to: page < pages ? toHref(params, { page: page + 1 }) : null }}
          preventScrollReset
        >
          {messages.pagination.range({
            first: formatCount(firstRow),
            last: formatCount(firstRow + rows.length - 1),
            total: formatCount(count),
          })}
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
    <QueryBoundary query={breakdownQuery} errorTitle={messages.loadError} rows={5}>
      {(list) =>
        list.rows.length > 0 ? (
          <BreakdownTable {...{ by, list, params }} isStale={breakdownQuery.isPlaceholderData} />
        ) : (
          <div className="breakdown__empty">
            <p className="muted">{list.count === 0 ? messages.empty : messages.beyondEnd.text}</p>
            {list.count > 0 && (
              <Button size="sm" onClick={() => change({ page: 1 })}>
                {messages.beyondEnd.button}
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
    <div className="keys" role="group" aria-label={messages.utmLabel}>
      {getTab(params.by).by.map((by) => (
        <button key={by} type="button" aria-pressed={by === params.by} onClick={() => change({ by })}>
          {UTM_NAMES[by]}
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
  const { head, hint } = DIMENSIONS[by];
  const content = (
    <>
      <div className="breakdown__header">
        {tab.by.length > 1 && <UtmSelector params={effectiveParams} change={change} />}
        <p className="small muted">{hint}</p>
        {level === 'full' && (
          <ExportCsvButton
            query={query}
            by={by}
            label={analyticsMessages.export.metricsBy({ dimension: head.toLowerCase() })}
          />
        )}
      </div>
      {/* The key resets each breakdown: rows never appear under the header of another one. */}
      <BreakdownBody key={by} by={by} query={query} params={effectiveParams} change={change} />
    </>
  );
  return (
    <section className="sheet breakdowns" aria-label={messages.label}>
      <Tabs
        label={messages.tabsLabel}
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
