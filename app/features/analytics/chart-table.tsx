import { Table, type TableColumn } from '#app/components/table.tsx';
import { chartMessages } from '#content/messages/analytics-charts.ts';
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
      header: chartMessages.table.date,
      isRowHeader: true,
      render: ({ current, before: previous }) => (
        <>
          {formatLongPoint(current.at, unit)}
          {previous && <span className="chart-table__previous">{formatLongPoint(previous.at, unit)}</span>}
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
            <span className="chart-table__previous">
              <span className="vh">{chartMessages.table.previously}</span>
              {format(getValue(previous))}
            </span>
          )}
        </>
      ),
    })),
  ];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region needs keyboard focus
    <div className="chart-table-container" tabIndex={0} role="region" aria-label={chartMessages.table.label}>
      <Table
        caption={before ? chartMessages.table.captionWithComparison : chartMessages.table.caption}
        className="chart-table"
        columns={columns}
        rows={rows.toReversed()}
        getKey={({ current }) => current.at}
      />
    </div>
  );
}
