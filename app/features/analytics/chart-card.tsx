import { ChartArea, ChartSpline, Table2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { FilterSelect } from '#app/components/filter-select.tsx';
import type { Analytics, AnalyticsQuery, AnalyticsPoint } from '#domain/analytics.ts';

import type { AnalyticsParams, ChangeParams } from './analytics-params.ts';
import { getMeasure, MEASURES } from './chart-measures.ts';
import { getPointsUntilNow } from './chart-view.ts';
import { Chart } from './chart.tsx';
import { ExportCsvButton } from './export-csv-button.tsx';
import { formatRange, formatLongPoint } from './format-point.ts';

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

const NO_MEASURE = 'none';
const MEASURE_OPTIONS = MEASURES.map(({ id, label }) => ({ value: id as string, label }));

type Props = { analytics: Analytics; query: AnalyticsQuery; params: AnalyticsParams; change: ChangeParams };

/** Selects the measures of the chart. */
function MeasureSelectors({ params, change }: Pick<Props, 'params' | 'change'>) {
  const findMeasureId = (text: string) => MEASURES.find(({ id }) => id === text)?.id ?? null;
  return (
    <span className="an-measures">
      <FilterSelect
        label="Shown above"
        Icon={ChartArea}
        value={params.upper}
        options={MEASURE_OPTIONS}
        onChange={(text) => {
          const upper = findMeasureId(text);
          // Choosing the other measure swaps the two.
          if (upper) change({ upper, lower: upper === params.lower ? params.upper : params.lower });
        }}
      />
      <FilterSelect
        label="Shown beneath"
        Icon={ChartSpline}
        value={params.lower ?? NO_MEASURE}
        options={[
          ...MEASURE_OPTIONS.filter(({ value }) => value !== params.upper),
          { value: NO_MEASURE, label: 'Nothing else' },
        ]}
        onChange={(text) => change({ lower: findMeasureId(text) })}
      />
    </span>
  );
}

/** Metrics over time, as a chart or a table. */
export function ChartCard({ analytics, query, params, change }: Props) {
  const [isTable, setIsTable] = useState(false);
  const { before, level } = analytics;
  return (
    <section className="sheet an-over-time" aria-labelledby="an-over-time">
      <div className="an-head">
        <div>
          <h2 className="h2" id="an-over-time">
            Over time
          </h2>
          <p className="small muted num">
            {formatRange(analytics)}
            {before && <> · before: {formatRange(before)}</>}
          </p>
        </div>
        <div className="an-head-keys">
          {!isTable && <MeasureSelectors params={params} change={change} />}
          <Button size="sm" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            <Table2 className="i" aria-hidden="true" />
            Show as table
          </Button>
          {level === 'full' && <ExportCsvButton query={query} dataName="the figures over time" />}
        </div>
      </div>
      {isTable ? (
        <ChartTable analytics={analytics} />
      ) : (
        <Chart
          analytics={analytics}
          upper={getMeasure(params.upper)}
          lower={params.lower && getMeasure(params.lower)}
        />
      )}
    </section>
  );
}
