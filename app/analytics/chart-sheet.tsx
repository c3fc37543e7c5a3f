import { ChartArea, ChartSpline, Table2 } from 'lucide-react';
import { useState } from 'react';

import { ChipSelect } from '#app/ui/chip-select.tsx';
import { Key } from '#app/ui/key.tsx';
import type { Analytics, AnalyticsAsk } from '#domain/analytics.ts';

import type { AnalyticsWish } from './analytics-wish.ts';
import { ChartTable } from './chart-table.tsx';
import { Chart } from './chart.tsx';
import { ExportCsvKey } from './export-csv-key.tsx';
import { measureOf, MEASURES } from './measures.ts';
import { rangeText } from './point-text.ts';
import type { ChangeWish } from './use-analytics-wish.ts';

const NOTHING = 'none';
const OPTIONS = MEASURES.map(({ id, label }) => ({ value: id as string, label }));

type Props = { analytics: Analytics; ask: AnalyticsAsk; wish: AnalyticsWish; change: ChangeWish };

/** Selects the measures of the chart. */
function Measures({ wish, change }: Pick<Props, 'wish' | 'change'>) {
  const choose = (text: string) => MEASURES.find(({ id }) => id === text)?.id ?? null;
  return (
    <span className="an-measures">
      <ChipSelect
        label="Shown above"
        Icon={ChartArea}
        value={wish.upper}
        options={OPTIONS}
        onChange={(text) => {
          const upper = choose(text);
          // Choosing the other measure swaps the two.
          if (upper) change({ upper, lower: upper === wish.lower ? wish.upper : wish.lower });
        }}
      />
      <ChipSelect
        label="Shown beneath"
        Icon={ChartSpline}
        value={wish.lower ?? NOTHING}
        options={[
          ...OPTIONS.filter(({ value }) => value !== wish.upper),
          { value: NOTHING, label: 'Nothing else' },
        ]}
        onChange={(text) => change({ lower: choose(text) })}
      />
    </span>
  );
}

/** Metrics over time, as a chart or a table. */
export function ChartSheet({ analytics, ask, wish, change }: Props) {
  const [asTable, setAsTable] = useState(false);
  const { before, level } = analytics;
  return (
    <section className="sheet an-over-time" aria-labelledby="an-over-time">
      <div className="an-head">
        <div>
          <h2 className="h2" id="an-over-time">
            Over time
          </h2>
          <p className="small muted num">
            {rangeText(analytics)}
            {before && <> · before: {rangeText(before)}</>}
          </p>
        </div>
        <div className="an-head-keys">
          {!asTable && <Measures wish={wish} change={change} />}
          <Key size="sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            <Table2 className="i" aria-hidden="true" />
            Show as table
          </Key>
          {level === 'full' && <ExportCsvKey ask={ask} of="the figures over time" />}
        </div>
      </div>
      {asTable ? (
        <ChartTable analytics={analytics} />
      ) : (
        <Chart
          analytics={analytics}
          upper={measureOf(wish.upper)}
          lower={wish.lower && measureOf(wish.lower)}
        />
      )}
    </section>
  );
}
