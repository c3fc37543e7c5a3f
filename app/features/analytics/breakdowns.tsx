import { Tabs } from '#app/components/tabs.tsx';
import type { AnalyticsQuery, AnalyticsLevel } from '#domain/analytics.ts';

import type { AnalyticsParams, ChangeParams } from './analytics-params.ts';
import { BreakdownBody } from './breakdown-body.tsx';
import { BASIC_TABS, BREAKDOWN_TABS, CAMPAIGN_NAMES, COLUMN_NAMES, getTab } from './breakdown-tabs.ts';
import { ExportCsvButton } from './export-csv-button.tsx';

type Props = { level: AnalyticsLevel; query: AnalyticsQuery; params: AnalyticsParams; change: ChangeParams };

function UtmSelector({ params, change }: Pick<Props, 'params' | 'change'>) {
  return (
    <div className="keys" role="group" aria-label="Part of the campaign">
      {getTab(params.by).by.map((by) => (
        <button key={by} type="button" aria-pressed={by === params.by} onClick={() => change({ by })}>
          {CAMPAIGN_NAMES[by]}
        </button>
      ))}
    </div>
  );
}

/** Metrics by dimension. */
export function Breakdowns({ level, query, params, change }: Props) {
  const tabs = level === 'full' ? BREAKDOWN_TABS : BASIC_TABS;
  const effectiveParams = { ...params, by: level === 'full' ? params.by : ('page' as const) };
  const { by } = effectiveParams;
  const tab = getTab(by);
  const { head, hint } = COLUMN_NAMES[by];
  const content = (
    <>
      <div className="an-breakdown-head">
        {tab.by.length > 1 && <UtmSelector params={effectiveParams} change={change} />}
        <p className="small muted">{hint}</p>
        {level === 'full' && <ExportCsvButton query={query} by={by} dataName={`figures by ${head.toLowerCase()}`} />}
      </div>
      {/* The key resets each breakdown: rows never appear under the header of another one. */}
      <BreakdownBody key={by} by={by} query={query} params={effectiveParams} change={change} />
    </>
  );
  return (
    <section className="sheet an-breakdowns" aria-label="Broken down">
      <Tabs
        label="Broken down by"
        value={tab.value}
        onChange={(value) => {
          const dimension = tabs.find((candidate) => candidate.value === value)?.by[0];
          if (dimension) change({ by: dimension });
        }}
        tabs={tabs.map(({ value, label }) => ({ value, label, content }))}
      />
    </section>
  );
}
