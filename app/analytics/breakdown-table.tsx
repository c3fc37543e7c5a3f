import { ChevronLeft, ChevronRight } from 'lucide-react';

import { countText } from '#app/ui/count-text.ts';
import { Key } from '#app/ui/key.tsx';
import type { AnalyticsDimension, BreakdownRow } from '#domain/analytics.ts';
import type { Calls } from '#domain/calls.ts';

import { addressOf, changed, type AnalyticsWish } from './analytics-wish.ts';
import { BreakdownTableRow } from './breakdown-row.tsx';
import { COLUMN_NAMES } from './breakdown-tabs.ts';
import type { ChangeWish } from './use-analytics-wish.ts';

const ROWS_PER_PAGE = 50;

type Breakdown = Calls['get-breakdown']['answer'];

function Pager({ list: { page, pages, count, rows }, change }: { list: Breakdown; change: ChangeWish }) {
  const first = (page - 1) * ROWS_PER_PAGE + 1;
  return (
    <nav className="an-pager small" aria-label="Pages of the breakdown">
      <span className="muted num">
        {countText(first)}–{countText(first + rows.length - 1)} of {countText(count)}
      </span>
      <span className="an-pager-keys">
        <Key
          size="sm"
          className="icon"
          aria-label="Larger ones"
          disabled={page === 1}
          onClick={() => change({ page: page - 1 })}
        >
          <ChevronLeft className="i" aria-hidden="true" />
        </Key>
        <Key
          size="sm"
          className="icon"
          aria-label="Smaller ones"
          disabled={page >= pages}
          onClick={() => change({ page: page + 1 })}
        >
          <ChevronRight className="i" aria-hidden="true" />
        </Key>
      </span>
    </nav>
  );
}

type Props = {
  by: AnalyticsDimension;
  list: Breakdown;
  late: boolean;
  wish: AnalyticsWish;
  change: ChangeWish;
};

const narrowed = (wish: AnalyticsWish, { value }: BreakdownRow): string =>
  `?${addressOf(changed(wish, { pageId: value })).toString()}`;

/** `isStale`: a new breakdown is loading, and this one is outdated. */
export function BreakdownTable({ by, list, late, wish, change }: Props) {
  const blind = by === 'coupon';
  const sizeOf = (row: BreakdownRow) => (blind ? row.paid : row.visitors);
  const most = Math.max(1, ...list.rows.map(sizeOf));
  const { head } = COLUMN_NAMES[by];
  return (
    <>
      <table className="table an-breakdown" aria-busy={late || undefined}>
        <caption className="vh">By {head.toLowerCase()}, the largest first</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {!blind && (
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
            {!blind && (
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
              share={sizeOf(row) / most}
              blind={blind}
              to={by === 'page' && wish.pageId === null ? narrowed(wish, row) : null}
            />
          ))}
        </tbody>
      </table>
      {(list.pages > 1 || list.page > 1) && <Pager list={list} change={change} />}
    </>
  );
}
