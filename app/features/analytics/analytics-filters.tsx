import { CalendarDays, GitCompareArrows, PanelsTopLeft } from 'lucide-react';

import { DateField } from '#app/components/date-field.tsx';
import { FilterSelect } from '#app/components/select.tsx';
import { analyticsMessages } from '#content/messages/analytics.ts';
import {
  ANALYTICS_PRESETS,
  type Analytics,
  type AnalyticsComparison,
  type AnalyticsLevel,
  type DayRange,
  type AnalyticsPreset,
} from '#domain/analytics.ts';

import { DEFAULT_PARAMS, type AnalyticsParams, type ChangeParams } from './analytics-params.ts';

const messages = analyticsMessages.filters;

const BASIC_PERIODS: readonly AnalyticsPreset[] = ['today', 'yesterday', '7d', '30d'];

const isPeriodAllowed = (period: AnalyticsPreset, level: AnalyticsLevel | null): boolean =>
  level !== 'basic' || BASIC_PERIODS.includes(period);

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
    <span className="date-fields" role="group" aria-label={messages.days.label}>
      <DateField label={messages.days.from} value={range.from} onChange={createHandler('from')} />
      <DateField label={messages.days.to} value={range.to} onChange={createHandler('to')} />
    </span>
  );
}

function PeriodFilter({ params: { period }, change, level, lastResponse }: Props) {
  const presets = ANALYTICS_PRESETS.filter((preset) => preset !== DEFAULT_PARAMS.period);
  const toOption = (isAllowed: boolean, label: string) => ({
    label: isAllowed ? label : messages.growthOnly({ period: label }),
    disabled: !isAllowed,
  });
  const options = [
    ...presets.map((preset) => ({
      value: preset,
      ...toOption(isPeriodAllowed(preset, level), messages.periods[preset]),
    })),
    { value: CUSTOM, ...toOption(level !== 'basic' && lastResponse !== null, messages.customPeriod) },
  ];
  const isCustom = typeof period !== 'string';
  const handleChange = (value: string) => {
    if (value === CUSTOM) return lastResponse && change({ period: { from: lastResponse.from, to: lastResponse.to } });
    change({ period: ANALYTICS_PRESETS.find((preset) => preset === value) ?? DEFAULT_PARAMS.period });
  };
  return (
    <>
      <FilterSelect
        label={messages.period}
        placeholder={messages.periods['30d']}
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
          label={messages.comparison}
          placeholder={messages.comparisons.previous}
          Icon={GitCompareArrows}
          value={params.compare === DEFAULT_PARAMS.compare ? '' : params.compare}
          options={COMPARISONS.map((value) => ({ value, label: messages.comparisons[value] }))}
          onChange={(value) =>
            change({
              compare: COMPARISONS.find((candidate) => candidate === value) ?? DEFAULT_PARAMS.compare,
            })
          }
        />
      )}
      <FilterSelect
        label={messages.page}
        placeholder={messages.allPages}
        Icon={PanelsTopLeft}
        value={params.pageId ?? ''}
        options={pages}
        unknownLabel={lastResponse ? messages.unknownPage : messages.loadingPage}
        onChange={(pageId) => change({ pageId: pageId || null })}
      />
    </div>
  );
}
