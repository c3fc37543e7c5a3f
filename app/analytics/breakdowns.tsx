import { Tabs } from '#app/ui/tabs.tsx';
import type { AnalyticsAsk, AnalyticsLevel } from '#domain/analytics.ts';

import type { AnalyticsWish } from './analytics-wish.ts';
import { BreakdownBody } from './breakdown-body.tsx';
import { BASIC_TABS, BREAKDOWN_TABS, CAMPAIGN_NAMES, COLUMN_NAMES, tabOf } from './breakdown-tabs.ts';
import { ExportCsvKey } from './export-csv-key.tsx';
import type { ChangeWish } from './use-analytics-wish.ts';

type Props = { level: AnalyticsLevel; ask: AnalyticsAsk; wish: AnalyticsWish; change: ChangeWish };

function CampaignChoice({ wish, change }: Pick<Props, 'wish' | 'change'>) {
  return (
    <div className="keys" role="group" aria-label="Part of the campaign">
      {tabOf(wish.by).by.map((by) => (
        <button key={by} type="button" aria-pressed={by === wish.by} onClick={() => change({ by })}>
          {CAMPAIGN_NAMES[by]}
        </button>
      ))}
    </div>
  );
}

/** Metrics by dimension. */
export function Breakdowns({ level, ask, wish, change }: Props) {
  const tabs = level === 'full' ? BREAKDOWN_TABS : BASIC_TABS;
  const shown = { ...wish, by: level === 'full' ? wish.by : ('page' as const) };
  const { by } = shown;
  const tab = tabOf(by);
  const { head, hint } = COLUMN_NAMES[by];
  const content = (
    <>
      <div className="an-breakdown-head">
        {tab.by.length > 1 && <CampaignChoice wish={shown} change={change} />}
        <p className="small muted">{hint}</p>
        {level === 'full' && <ExportCsvKey ask={ask} by={by} of={`figures by ${head.toLowerCase()}`} />}
      </div>
      {/* The key resets each breakdown: rows never appear under the header of another one. */}
      <BreakdownBody key={by} by={by} ask={ask} wish={shown} change={change} />
    </>
  );
  return (
    <section className="sheet an-breakdowns" aria-label="Broken down">
      <Tabs
        label="Broken down by"
        value={tab.value}
        onChange={(value) => {
          const first = tabs.find((one) => one.value === value)?.by[0];
          if (first) change({ by: first });
        }}
        tabs={tabs.map(({ value, label }) => ({ value, label, content }))}
      />
    </section>
  );
}
