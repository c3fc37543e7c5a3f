import { ChevronLeft, ChevronRight } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { formatCount } from '#app/components/utils/format.ts';
import type { AnalyticsDimension, BreakdownRow } from '#domain/analytics.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { toSearchParams, changeParams, type AnalyticsParams, type ChangeParams } from './analytics-params.ts';
import { BreakdownTableRow } from './breakdown-row.tsx';
import { COLUMN_NAMES } from './breakdown-tabs.ts';

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

type Props = {
  by: AnalyticsDimension;
  list: Breakdown;
  isStale: boolean;
  params: AnalyticsParams;
  change: ChangeParams;
};

const toPageFilterHref = (params: AnalyticsParams, { value }: BreakdownRow): string =>
  `?${toSearchParams(changeParams(params, { pageId: value })).toString()}`;

/** `isStale`: a new breakdown is loading, and this one is outdated. */
export function BreakdownTable({ by, list, isStale, params, change }: Props) {
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
