import type { Analytics, AnalyticsPoint } from '#domain/analytics.ts';

import { pointsSoFar } from './chart-view.ts';
import { MEASURES } from './measures.ts';
import { longPoint } from './point-text.ts';

type RowProps = { now: AnalyticsPoint; before: AnalyticsPoint | undefined; unit: Analytics['unit'] };

function Row({ now, before, unit }: RowProps) {
  return (
    <tr>
      <th scope="row">
        {longPoint(now.at, unit)}
        {before && <span className="an-cell-before">{longPoint(before.at, unit)}</span>}
      </th>
      {MEASURES.map(({ id, valueOf, text }) => (
        <td key={id} className="r num">
          {text(valueOf(now))}
          {before && (
            <span className="an-cell-before">
              <span className="vh">before </span>
              {text(valueOf(before))}
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
  const rows = pointsSoFar(analytics).map((now, place) => ({ now, before: before?.points[place] }));
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
            <Row key={row.now.at} unit={unit} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
