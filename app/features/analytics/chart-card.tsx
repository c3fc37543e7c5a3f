import { ChartArea, ChartSpline, Table2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { FilterSelect } from '#app/components/filter-select.tsx';
import type { Analytics, AnalyticsQuery } from '#domain/analytics.ts';

import type { AnalyticsParams, ChangeParams } from './analytics-params.ts';
import { getMeasure, MEASURES } from './chart-measures.ts';
import { ChartTable } from './chart-table.tsx';
import { Chart } from './chart.tsx';
import { ExportCsvButton } from './export-csv-button.tsx';
import { formatRange } from './format-point.ts';

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
          <Button Icon={Table2} size="sm" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
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
