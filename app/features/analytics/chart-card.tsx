import { ChartArea, ChartSpline, Table2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { FilterSelect } from '#app/components/select.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { chartMessages } from '#content/messages/analytics-charts.ts';
import { analyticsMessages } from '#content/messages/analytics.ts';
import type { Analytics, AnalyticsQuery } from '#domain/analytics.ts';

import type { AnalyticsParams, ChangeParams } from './analytics-params.ts';
import { getMeasure, MEASURES } from './chart-measures.ts';
import { Chart } from './chart.tsx';
import { ExportCsvButton } from './export-csv-button.tsx';
import { formatRange } from './format-point.ts';

const ChartTable = loadOnDemand(async () => (await import('./chart-table.tsx')).ChartTable);

const NO_MEASURE = 'none';
const MEASURE_OPTIONS = MEASURES.map(({ id, label }) => ({ value: id as string, label }));

type Props = { analytics: Analytics; query: AnalyticsQuery; params: AnalyticsParams; change: ChangeParams };

function MeasureSelectors({ params, change }: Pick<Props, 'params' | 'change'>) {
  const findMeasureId = (text: string) => MEASURES.find(({ id }) => id === text)?.id ?? null;
  return (
    <span className="chart-card__measures">
      <FilterSelect
        label={chartMessages.mainMetric}
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
        label={chartMessages.secondMetric}
        Icon={ChartSpline}
        value={params.lower ?? NO_MEASURE}
        options={[
          ...MEASURE_OPTIONS.filter(({ value }) => value !== params.upper),
          { value: NO_MEASURE, label: chartMessages.noMetric },
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
    <section className="sheet chart-card" aria-labelledby="chart-card">
      <div className="chart-card__header">
        <div>
          <h2 className="h2" id="chart-card">
            {chartMessages.title}
          </h2>
          <p className="small muted num">
            {before
              ? chartMessages.comparedWith({ range: formatRange(analytics), previousRange: formatRange(before) })
              : formatRange(analytics)}
          </p>
        </div>
        <div className="chart-card__actions">
          {!isTable && <MeasureSelectors params={params} change={change} />}
          <Button Icon={Table2} size="sm" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            {chartMessages.showTable}
          </Button>
          {level === 'full' && <ExportCsvButton query={query} label={analyticsMessages.export.metricsOverTime} />}
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
