import { Link } from 'react-router';

import { Pagination } from '#app/components/pagination.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { formatCount } from '#app/components/utils/format.ts';
import type { AnalyticsDimension, BreakdownRow } from '#domain/analytics.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { toSearchParams, changeParams, type AnalyticsParams } from './analytics-params.ts';
import { COLUMN_NAMES } from './breakdown-tabs.ts';
import { calculateShare, formatShare } from './compare-values.ts';
import { formatUsd } from './format-usd.ts';

const ROWS_PER_PAGE = 50;

const toHref = (params: AnalyticsParams, change: Partial<AnalyticsParams>): string =>
  `?${toSearchParams(changeParams(params, change)).toString()}`;

/** A count with its unit, which shows on phones. */
const Count = ({ value, singular, plural }: { value: number; singular: string; plural: string }) => (
  <>
    {formatCount(value)}
    <span className="an-unit"> {value === 1 ? singular : plural}</span>
  </>
);

type LabelProps = {
  row: BreakdownRow;
  /** Share of the largest row, 0 to 1. */
  share: number;
  /** Link that filters the page by this row. */
  href: string | null;
};

const RowLabel = ({ row: { label }, share, href }: LabelProps) => (
  <>
    <span className="an-bar" style={{ '--share': share } as React.CSSProperties} aria-hidden="true" />
    {href === null ? (
      <bdi>{label}</bdi>
    ) : (
      <Link to={href} preventScrollReset>
        <bdi>{label}</bdi>
      </Link>
    )}
  </>
);

type Props = {
  by: AnalyticsDimension;
  list: RpcContract['get-breakdown']['response'];
  isStale: boolean;
  params: AnalyticsParams;
};

/** `isStale`: a new breakdown is loading, and this one is outdated. */
export function BreakdownTable({ by, list: { page, pages, count, rows }, isStale, params }: Props) {
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
    {
      header: 'Visitors',
      align: 'right',
      className: 'num',
      render: ({ visitors }) => <Count value={visitors} singular="visitor" plural="visitors" />,
    },
    {
      header: 'Started',
      align: 'right',
      className: 'num',
      render: ({ started }) => <Count value={started} singular="started" plural="started" />,
    },
    {
      header: 'Paid',
      align: 'right',
      className: 'num',
      render: ({ paid }) => <Count value={paid} singular="paid" plural="paid" />,
    },
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
        className="an-breakdown"
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
