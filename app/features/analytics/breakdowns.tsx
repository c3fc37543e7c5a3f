import { Link } from 'react-router';

import { Button } from '#app/components/button.tsx';
import { Pagination } from '#app/components/pagination.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { Tabs } from '#app/components/tabs.tsx';
import { formatCount } from '#app/components/utils/format.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import {
  getConversionRate,
  type AnalyticsQuery,
  type AnalyticsLevel,
  type AnalyticsDimension,
  type BreakdownRow,
} from '#domain/analytics.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { type AnalyticsParams, type ChangeParams, toSearchParams, changeParams } from './analytics-params.ts';
import { formatShare } from './compare-values.ts';
import { ExportCsvButton } from './export-csv-button.tsx';
import { formatUsd } from './format-usd.ts';
import { POLL_INTERVAL_MS } from './use-analytics.ts';

type BreakdownTab = { value: string; label: string; by: readonly AnalyticsDimension[] };

/** Tabs of the breakdowns; a tab with several dimensions has a selector. */
const BREAKDOWN_TABS: readonly BreakdownTab[] = [
  { value: 'page', label: 'Page', by: ['page'] },
  { value: 'source', label: 'Source', by: ['source'] },
  {
    value: 'campaign',
    label: 'Campaign',
    by: ['utm_campaign', 'utm_source', 'utm_medium', 'utm_term', 'utm_content'],
  },
  { value: 'country', label: 'Country', by: ['country'] },
  { value: 'device', label: 'Device', by: ['device'] },
  { value: 'coupon', label: 'Coupon', by: ['coupon'] },
  { value: 'version', label: 'Version', by: ['version'] },
  { value: 'referrer', label: 'Referrer', by: ['referrer'] },
  { value: 'embed', label: 'Embed', by: ['embed'] },
];

const BASIC_TABS = BREAKDOWN_TABS.slice(0, 1);

function getTab(by: AnalyticsDimension): BreakdownTab {
  const tab = BREAKDOWN_TABS.find((candidate) => candidate.by.includes(by));
  if (!tab) throw new RangeError(`No tab for ${by}`);
  return tab;
}

const CAMPAIGN_NAMES: Partial<Record<AnalyticsDimension, string>> = {
  utm_campaign: 'Campaign',
  utm_source: 'Source',
  utm_medium: 'Medium',
  utm_term: 'Term',
  utm_content: 'Content',
};

/** Header and hint of the first column. */
const COLUMN_NAMES: Record<AnalyticsDimension, { head: string; hint?: string }> = {
  page: { head: 'Page', hint: 'Who sees two pages on a day is a visitor of both.' },
  source: {
    head: 'Source',
    hint: 'The utm_source of the link, else the site that the visitor came from. Direct: neither was told.',
  },
  utm_campaign: { head: 'utm_campaign' },
  utm_source: { head: 'utm_source' },
  utm_medium: { head: 'utm_medium' },
  utm_term: { head: 'utm_term' },
  utm_content: { head: 'utm_content' },
  country: {
    head: 'Country',
    hint: 'As the network in front of this shop tells it. It is never guessed from an address.',
  },
  device: { head: 'Device' },
  coupon: { head: 'Coupon', hint: 'Coupons come with the press of pay: views and visitors have none.' },
  version: { head: 'Version', hint: 'Orders belong to the version on which they were made.' },
  referrer: { head: 'Site', hint: 'The site that the visitor came from, never the page of it.' },
  embed: { head: 'Embedded on', hint: 'The site whose page the checkout stands in.' },
};

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
      className: 'num',
      render: (row) => formatShare(getConversionRate(row)),
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
