import { CalendarDays, GitCompareArrows, PanelsTopLeft } from 'lucide-react';

import { DateField } from '#app/components/date-field.tsx';
import { FilterSelect } from '#app/components/filter-select.tsx';
import {
  ANALYTICS_PRESETS,
  type Analytics,
  type AnalyticsComparison,
  type AnalyticsLevel,
  type DayRange,
  type AnalyticsPreset,
} from '#domain/analytics.ts';

import { DEFAULT_PARAMS, type AnalyticsParams, type ChangeParams } from './analytics-params.ts';

const PERIOD_LABELS: Record<AnalyticsPreset, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  month: 'This month',
  last_month: 'Last month',
  year: 'This year',
  '12m': 'Last 12 months',
  all: 'All time',
};

const BASIC_PERIODS: readonly AnalyticsPreset[] = ['today', 'yesterday', '7d', '30d'];

const isPeriodAllowed = (period: AnalyticsPreset, level: AnalyticsLevel | null): boolean =>
  level !== 'basic' || BASIC_PERIODS.includes(period);

const COMPARISON_LABELS: Record<AnalyticsComparison, string> = {
  previous: 'Days before',
  year: 'Year before',
  none: 'No comparison',
};

const CUSTOM = 'own';
const COMPARISONS: AnalyticsComparison[] = ['year', 'none'];

type Props = {
  params: AnalyticsParams;
  change: ChangeParams;
  level: AnalyticsLevel | null;
  /** Last response: its days and pages. */
  lastResponse: Analytics | null;
};

/** Custom days. Moving one end beyond the other moves both. */
function CustomDays({ range, change }: { range: DayRange; change: ChangeParams }) {
  const createHandler = (end: keyof DayRange) => (day: string | null) => {
    if (day === null) return;
    const { from, to }: DayRange = { ...range, [end]: day };
    change({ period: from <= to ? { from, to } : { from: day, to: day } });
  };
  return (
    <span className="date-fields" role="group" aria-label="Days of your own">
      <DateField label="From" value={range.from} onChange={createHandler('from')} />
      <DateField label="to" value={range.to} onChange={createHandler('to')} />
    </span>
  );
}

function PeriodFilter({ params: { period }, change, level, lastResponse }: Props) {
  const presets = ANALYTICS_PRESETS.filter((preset) => preset !== DEFAULT_PARAMS.period);
  const toOption = (isAllowed: boolean, label: string) => ({
    label: isAllowed ? label : `${label} · Growth`,
    disabled: !isAllowed,
  });
  const options = [
    ...presets.map((preset) => ({
      value: preset,
      ...toOption(isPeriodAllowed(preset, level), PERIOD_LABELS[preset]),
    })),
    { value: CUSTOM, ...toOption(level !== 'basic' && lastResponse !== null, 'From – to…') },
  ];
  const isCustom = typeof period !== 'string';
  const handleChange = (value: string) => {
    if (value === CUSTOM) return lastResponse && change({ period: { from: lastResponse.from, to: lastResponse.to } });
    change({ period: ANALYTICS_PRESETS.find((preset) => preset === value) ?? DEFAULT_PARAMS.period });
  };
  return (
    <>
      <FilterSelect
        label="Period"
        placeholder={PERIOD_LABELS['30d']}
        Icon={CalendarDays}
        value={isCustom ? CUSTOM : period === DEFAULT_PARAMS.period ? '' : period}
        options={options}
        onChange={handleChange}
      />
      {isCustom && <CustomDays range={period} change={change} />}
    </>
  );
}

/** Filters for period, comparison and page. The URL stores all of them. */
export function AnalyticsFilters(props: Props) {
  const { params, change, level, lastResponse } = props;
  const pages = (lastResponse?.pages ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="analytics-filters">
      <PeriodFilter {...props} />
      {level !== 'basic' && (
        <FilterSelect
          label="Comparison"
          placeholder={COMPARISON_LABELS.previous}
          Icon={GitCompareArrows}
          value={params.compare === DEFAULT_PARAMS.compare ? '' : params.compare}
          options={COMPARISONS.map((value) => ({ value, label: COMPARISON_LABELS[value] }))}
          onChange={(value) =>
            change({
              compare: COMPARISONS.find((candidate) => candidate === value) ?? DEFAULT_PARAMS.compare,
            })
          }
        />
      )}
      <FilterSelect
        label="Page"
        placeholder="All pages"
        Icon={PanelsTopLeft}
        value={params.pageId ?? ''}
        options={pages}
        unknownLabel={lastResponse ? 'Another page' : '…'}
        onChange={(pageId) => change({ pageId: pageId || null })}
      />
    </div>
  );
}
