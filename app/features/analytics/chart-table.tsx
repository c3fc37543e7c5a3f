import { Table, type TableColumn } from '#app/components/table.tsx';
import type { Analytics, AnalyticsPoint } from '#domain/analytics.ts';

import { MEASURES } from './chart-measures.ts';
import { getPointsUntilNow } from './chart-view.ts';
import { formatLongPoint } from './format-point.ts';

type PointRow = { current: AnalyticsPoint; before: AnalyticsPoint | undefined };

/** Chart points as a table, newest first, each with its comparison value. */
export function ChartTable({ analytics }: { analytics: Analytics }) {
  const { before, unit } = analytics;
  const rows: PointRow[] = getPointsUntilNow(analytics).map((current, index) => ({
    current,
    before: before?.points[index],
  }));
  const columns: TableColumn<PointRow>[] = [
    {
      header: 'When',
      isRowHeader: true,
      render: ({ current, before: previous }) => (
        <>
          {formatLongPoint(current.at, unit)}
          {previous && <span className="an-cell-before">{formatLongPoint(previous.at, unit)}</span>}
        </>
      ),
    },
    ...MEASURES.map(({ label, getValue, format }): TableColumn<PointRow> => ({
      header: label,
      align: 'right',
      className: 'num',
      render: ({ current, before: previous }) => (
        <>
          {format(getValue(current))}
          {previous && (
            <span className="an-cell-before">
              <span className="vh">before </span>
              {format(getValue(previous))}
            </span>
          )}
        </>
      ),
    })),
  ];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region needs keyboard focus
    <div className="an-table-box" tabIndex={0} role="region" aria-label="Points of the chart">
      <Table
        caption={`Figures over time, the newest first${before ? ', with those before' : ''}`}
        className="an-points"
        columns={columns}
        rows={rows.toReversed()}
        getKey={({ current }) => current.at}
      />
    </div>
  );
}
