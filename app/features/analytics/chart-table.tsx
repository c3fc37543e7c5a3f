import type { Analytics, AnalyticsPoint } from '#domain/analytics.ts';

import { MEASURES } from './chart-measures.ts';
import { getPointsUntilNow } from './chart-view.ts';
import { formatLongPoint } from './format-point.ts';

type RowProps = { current: AnalyticsPoint; before: AnalyticsPoint | undefined; unit: Analytics['unit'] };

function Row({ current, before, unit }: RowProps) {
  return (
    <tr>
      <th scope="row">
        {formatLongPoint(current.at, unit)}
        {before && <span className="an-cell-before">{formatLongPoint(before.at, unit)}</span>}
      </th>
      {MEASURES.map(({ id, getValue, format }) => (
        <td key={id} className="r num">
          {format(getValue(current))}
          {before && (
            <span className="an-cell-before">
              <span className="vh">before </span>
              {format(getValue(before))}
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}

/** Chart points as a table, newest first, each with its comparison value. */
export function ChartTable({ analytics }: { analytics: Analytics }) {
  const { before, unit } = analytics;
  const rows = getPointsUntilNow(analytics).map((current, index) => ({
    current,
    before: before?.points[index],
  }));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region needs keyboard focus
    <div className="an-table-box" tabIndex={0} role="region" aria-label="Points of the chart">
      <table className="table an-points">
        <caption className="vh">Figures over time, the newest first{before && ', with those before'}</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            {MEASURES.map(({ id, label }) => (
              <th key={id} scope="col" className="r">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((row) => (
            <Row key={row.current.at} unit={unit} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
